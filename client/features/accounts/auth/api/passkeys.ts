import { useMutation } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { usePasskeysOffered } from '#client/hooks/use-passkeys-offered.ts';
import { trpc } from '#client/lib/trpc.ts';

const authenticator = () => import('./ask-authenticator.ts');

/** The viewer's passkeys, and how they are added and removed. */
export function usePasskeys() {
  const utils = trpc.useUtils();
  const isOffered = usePasskeysOffered();
  const list = trpc.passkeys.list.useQuery();
  const add = useMutation({
    mutationKey: getMutationKey(trpc.passkeys.add),
    mutationFn: async (): Promise<'added' | 'exists' | 'cancelled'> => {
      const { makePasskey } = await authenticator();
      const made = await makePasskey(await utils.client.passkeys.beginAdd.mutate());
      if (typeof made === 'string') return made;
      await utils.client.passkeys.add.mutate(made);
      return 'added';
    },
  });
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess: async () => {
      const left = await utils.passkeys.list.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
      if (isOffered && left) await (await authenticator()).forgetOthers(left);
    },
  });
  const rename = trpc.passkeys.rename.useMutation();
  return { list, add, rename, remove, isOffered };
}
