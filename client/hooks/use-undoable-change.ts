import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { refreshOnce } from '#client/lib/refresh-stale.ts';
import { runBulk } from '#client/lib/run-bulk.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';

interface Changed {
  decision_id: string;
}

/** Called instead of showing the error. */
export type OnRefused = (error: unknown) => void;

/** Makes a change to people and shows a toast that undoes it. @param title of errors */
export function useUndoableChange(title?: string) {
  const { t } = useTranslation();
  const showError = useErrorToast(title);
  const undoing = trpc.galleryPeople.undo.useMutation();
  /** One after the other, in this order. */
  const undo = async (...ids: string[]) => {
    const { failed } = await runBulk(ids, (id) => undoing.mutateAsync({ id }));
    const [failure] = failed;
    if (failure) showError(failure.error);
    else toast.info(t('gallery_people.undone'));
  };

  /**
   * Awaited, so that the toast is shown even if the calling component was unmounted by the change. Of several calls one begins
   * when the one before is done; their undo begins with the latest.
   */
  async function change(
    work: Promise<Changed> | readonly (() => Promise<Changed>)[],
    sentence: string,
    onRefused: OnRefused = showError,
  ): Promise<boolean> {
    try {
      const decisions: string[] = [];
      if (work instanceof Promise) decisions.push((await work).decision_id);
      else
        await refreshOnce(async () => {
          for (const call of work) decisions.unshift((await call()).decision_id);
        });
      toast.success(sentence, { label: t('gallery_people.undo'), run: () => void undo(...decisions) });
      return true;
    } catch (error) {
      onRefused(error);
      return false;
    }
  }

  /**
   * One change of several people, one after the other, since the server knows no common one. One toast for all; its undo
   * begins with the latest.
   */
  async function changeEach<P extends { id: string; name: string }>(
    people: readonly P[],
    call: (person: P) => Promise<{ decision_id: string }>,
    said: 'gallery_people.hidden' | 'gallery_people.shown' | 'gallery_people.linked_each',
  ): Promise<boolean> {
    const decisions: string[] = [];
    const byId = new Map(people.map((person) => [person.id, person]));
    const { succeeded, failed } = await runBulk([...byId.keys()], async (id) =>
      decisions.unshift((await call(byId.get(id)!)).decision_id),
    );
    const [first] = people.filter(({ id }) => succeeded.includes(id));
    const [failure] = failed;
    if (failure) showError(failure.error);
    if (first)
      toast.success(t(said, { count: succeeded.length, name: first.name }), {
        label: t('gallery_people.undo'),
        run: () => void undo(...decisions),
      });
    return !failure;
  }

  return { change, changeEach, undo, undoing: undoing.isPending ? undoing.variables.id : undefined };
}
