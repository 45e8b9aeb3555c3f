import { useMutation } from '@tanstack/react-query';
import { usePasskeysOffered } from '#client/hooks/use-passkeys-offered.ts';
import { trpc } from '#client/lib/trpc.ts';

const authenticator = () => import('./ask-authenticator.ts');

/** The viewer's passkeys, and how they are added and removed. */
export function usePasskeys() {
  const utils = trpc.useUtils();
  const isOffered = usePasskeysOffered();
  const list = trpc.passkeys.list.useQuery();
  const refresh = async () => {
    await Promise.all([utils.passkeys.list.invalidate(), utils.auth.sessions.invalidate()]);
  };
  const add = useMutation({
    mutationFn: async (): Promise<'added' | 'exists' | 'cancelled'> => {
      const { makePasskey } = await authenticator();
      const made = await makePasskey(await utils.client.passkeys.beginAdd.mutate());
      if (typeof made === 'string') return made;
      await utils.client.passkeys.add.mutate(made);
      return 'added';
    },
    onSuccess: refresh,
  });
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess: async () => {
      await refresh();
      const left = utils.passkeys.list.getData();
      if (isOffered && left) await (await authenticator()).forgetOthers(left);
    },
  });
  const rename = trpc.passkeys.rename.useMutation({ onSuccess: () => utils.passkeys.list.invalidate() });
  return { list, add, rename, remove, isOffered };
}
