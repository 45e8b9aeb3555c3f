import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export const instanceSettingsQuery = (utils: Utils) => utils.settings.get.queryOptions();

export function useInstanceSettings() {
  return useQuery({ ...instanceSettingsQuery(trpc.useUtils()), refetchOnWindowFocus: false });
}

export function useSaveInstanceSettings() {
  const utils = trpc.useUtils();
  return trpc.settings.update.useMutation({
    onSuccess: (saved) => {
      utils.settings.get.setData(undefined, saved);
      return Promise.all([utils.settings.public.invalidate(), utils.audit.invalidate()]);
    },
  });
}
