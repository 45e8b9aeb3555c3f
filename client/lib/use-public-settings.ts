import type { PublicSettings } from '#server/contract/schemas/installation-settings.ts';
import { trpc } from './trpc.ts';

const staleMs = 5 * 60_000;

/** The settings of the installation that everybody may know; `pending` until the server has answered or failed. */
export function usePublicSettings(): { settings: PublicSettings | undefined; pending: boolean } {
  const { data, isPending } = trpc.settings.public.useQuery(undefined, { staleTime: staleMs });
  return { settings: data, pending: isPending };
}
