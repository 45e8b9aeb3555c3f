import { trpc } from '#client/lib/trpc.ts';

/** Links by which people without an account see the photos of somebody of the family. */
export const useFamilyShareLinks = (id: string, enabled = true) =>
  trpc.familyShareLinks.list.useQuery({ id }, { enabled });

export function useChangeFamilyShareLinks() {
  const utils = trpc.useUtils();
  const refresh = { onSuccess: () => utils.familyShareLinks.invalidate() };
  return {
    create: trpc.familyShareLinks.create.useMutation(refresh),
    remove: trpc.familyShareLinks.delete.useMutation(refresh),
  };
}
