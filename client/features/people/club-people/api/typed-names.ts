import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { runBulk } from '#client/lib/run-bulk.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** Names typed in the club's galleries that belong to nobody on its list. */
export function useTypedNames(clubId: string) {
  return trpc.galleryPeople.typedNames.useQuery({ id: clubId, limit: listSizes.max });
}

export interface MeantPerson {
  person_id: string;
  club_person_id: string;
  name: string;
}

export function useTypedNameActions() {
  const { t } = useTranslation();
  const showError = useErrorToast(t('failed.club_person_save'));
  const linking = trpc.galleryPeople.link.useMutation();
  const undoing = trpc.galleryPeople.undo.useMutation();
  const undo = async (decisions: string[]) => {
    const { failed } = await runBulk(decisions, (id) => undoing.mutateAsync({ id }));
    if (failed[0]) showError(failed[0].error);
    else toast.info(t('gallery_people.undone'));
  };
  return {
    markSeen: trpc.galleryPeople.markTypedNamesSeen.useMutation(),
    areNobody: trpc.galleryPeople.namesAreNobody.useMutation(),
    isNobody: trpc.galleryPeople.nameIsNobody.useMutation(),
    isLinking: linking.isPending,
    /** Who is on one photo with somebody linked to the same stays as they are. */
    link: async (people: readonly MeantPerson[]) => {
      const decisions: string[] = [];
      const byId = new Map(people.map((one) => [one.person_id, one]));
      const { succeeded, failed } = await runBulk([...byId.keys()], async (id) => {
        const { club_person_id } = byId.get(id)!;
        const made = await linking.mutateAsync({ id, club_person_id, unless_together: true });
        decisions.unshift(made.decision_id);
      });
      if (failed[0]) showError(failed[0].error);
      const name = byId.get(succeeded[0] ?? '')?.name;
      if (name)
        toast.success(t('gallery_people.linked_each', { count: succeeded.length, name }), {
          label: t('gallery_people.undo'),
          run: () => void undo(decisions),
        });
    },
  };
}
