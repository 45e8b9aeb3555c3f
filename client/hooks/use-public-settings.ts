import { trpc } from '#client/lib/trpc.ts';
import type { PublicSettings } from '#server/contract/schemas/installation-settings.ts';

/**
 * The settings of the installation that everybody may know; `pending` until the server has answered or failed. A
 * change reaches pages of signed-in people by the live stream, others when they are looked at again.
 */
export function usePublicSettings(): { settings: PublicSettings | undefined; pending: boolean } {
  const { data, isPending } = trpc.installationSettings.public.useQuery();
  return { settings: data, pending: isPending };
}
