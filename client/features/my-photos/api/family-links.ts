import { trpc } from '#client/lib/trpc.ts';

/** Links by which people without an account see the photos of somebody of the family. */
export const useFamilyLinks = (id: string) => trpc.familyLinks.list.useQuery({ id });

export function useChangeFamilyLinks() {
  const utils = trpc.useUtils();
  const refresh = { onSuccess: () => utils.familyLinks.invalidate() };
  return {
    create: trpc.familyLinks.create.useMutation(refresh),
    remove: trpc.familyLinks.delete.useMutation(refresh),
  };
}
