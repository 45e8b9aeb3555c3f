import { useEffect } from 'react';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useLanguageCode } from './use-language-code.ts';

/** Tells the server the language of the interface, so that mails come in it. A failure is tried at the next visit. */
export function useSaveLanguage(): void {
  const language = useLanguageCode();
  const { user } = useSession();
  const { mutate } = trpc.users.updateLanguage.useMutation();
  const id = user?.id;
  const differs = user !== null && user.language !== language;
  useEffect(() => {
    if (id && differs) mutate({ language });
  }, [id, differs, language, mutate]);
}
