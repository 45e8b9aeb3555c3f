import { trpc } from '#client/lib/trpc.ts';

export function usePreferences() {
  return trpc.notifications.preferences.useQuery(undefined, { refetchOnWindowFocus: false });
}

export function useSavePreference() {
  const utils = trpc.useUtils();
  return trpc.notifications.updatePreference.useMutation({
    onSuccess: (saved) => utils.notifications.preferences.setData(undefined, saved),
  });
}

/** Ends the mails that a link was part of; needs no account. */
export function useUnsubscribe() {
  return trpc.mail.unsubscribe.useMutation();
}
