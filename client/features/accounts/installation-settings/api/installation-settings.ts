import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export const installationSettingsQuery = (utils: Utils) => utils.installationSettings.get.queryOptions();

export function useInstallationSettings() {
  return useQuery({ ...installationSettingsQuery(trpc.useUtils()), refetchOnWindowFocus: false });
}

export function useSaveInstallationSettings() {
  const utils = trpc.useUtils();
  return trpc.installationSettings.update.useMutation({
    onSuccess: (saved) => {
      utils.installationSettings.get.setData(undefined, saved);
      // Fetched although no page may be asking for it: the installation's name is read from there.
      return utils.installationSettings.public.fetch(undefined, { staleTime: 0 });
    },
  });
}
