import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { splitFullName } from '#server/contract/schemas/users.ts';
import type { EditPeople } from './edit-people.ts';

/** Puts a name on the list of people of a club and says that a person of a gallery is this one. */
export function useAddToClub(edit: Pick<EditPeople, 'link'>) {
  const showError = useErrorToast();
  const create = trpc.clubPeople.create.useMutation();
  return {
    pending: create.isPending,
    add: async (personId: string, clubId: string, name: string) => {
      try {
        const listed = await create.mutateAsync({ id: clubId, ...splitFullName(name) });
        await edit.link(personId, listed.id, listed.name);
      } catch (error) {
        showError(error);
      }
    },
  };
}
