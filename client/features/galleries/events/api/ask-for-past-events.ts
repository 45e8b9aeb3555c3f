import { trpc } from '#client/lib/trpc.ts';

export const useAskForPastEvents = () => trpc.installationSettings.askForPastEvents.useMutation();
