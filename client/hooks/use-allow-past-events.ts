import { trpc } from '#client/lib/trpc.ts';

/** Lets the installation's events lie in the past. The live stream tells other pages; this one does not wait for it. */
export const useAllowPastEvents = () => trpc.installationSettings.update.useMutation();

/** Asks the administrators for it. */
export const useAskForPastEvents = () => trpc.installationSettings.askForPastEvents.useMutation();
