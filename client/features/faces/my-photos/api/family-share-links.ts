import { trpc } from '#client/lib/trpc.ts';

/** Links by which people without an account see the photos of somebody of the family. */
export const useFamilyShareLinks = (id: string, enabled = true) =>
  trpc.familyShareLinks.list.useQuery({ id }, { enabled });

export function useChangeFamilyShareLinks() {
  return {
    create: trpc.familyShareLinks.create.useMutation(),
    remove: trpc.familyShareLinks.delete.useMutation(),
  };
}
