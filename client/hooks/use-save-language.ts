import { useEffect } from 'react';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useLanguageCode } from './use-language-code.ts';

/** Tells the server the language of the interface, so that mails come in it. A failure is tried at the next visit. */
export function useSaveLanguage(): void {
  const language = useLanguageCode();
  const { user } = useSession();
  const { client } = trpc.useUtils();
  const id = user?.id;
  const differs = user !== null && user.language !== language;
  useEffect(() => {
    // Past the cache of mutations: nothing is stale after it, and a first visit need not fetch what is after others.
    if (id && differs) client.users.updateLanguage.mutate({ language }).catch(() => undefined);
  }, [id, differs, language, client]);
}
