import { calendarDate } from '#client/lib/format.ts';
import type { Utils } from '#client/lib/trpc.ts';
import { usePublicSettings } from './use-public-settings.ts';

/** Where the server cannot be asked, the date in this browser stands in. */
const dateHere = () => calendarDate(new Date());

/**
 * The server's date, by which it decides what is past and which dates it takes. The browser may be in another time zone.
 * Until the settings have come (`usePublicSettings().pending`) it is the date in this browser.
 */
export function useToday(): string {
  return usePublicSettings().settings?.today ?? dateHere();
}

/** The same before a screen is there. */
export async function withToday(utils: Utils, run: (today: string) => void): Promise<void> {
  const settings = await utils.installationSettings.public.ensureData().catch(() => undefined);
  run(settings?.today ?? dateHere());
}
