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

/** Makes a change to people and shows a toast that undoes it. */
export function useUndoableChange() {
  const { t } = useTranslation();
  const showError = useErrorToast();
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

  return { change, undo, undoing: undoing.isPending ? undoing.variables.id : undefined };
}
