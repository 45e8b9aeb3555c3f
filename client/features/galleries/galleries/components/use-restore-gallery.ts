import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { useRestoringGallery } from '../api/deleted-galleries.ts';

/** Restores a deleted gallery and says what happened, also after the page was left. */
export function useRestoreGallery() {
  const { t } = useTranslation();
  const restoring = useRestoringGallery();
  const showError = useErrorToast(t('deleted_galleries.restore_failed'));
  const restore = ({ id, name }: { id: string; name: string }) =>
    restoring
      .mutateAsync({ id })
      .then(() => toast.success(t('deleted_galleries.restored', { name })), showError);
  return { restore, pendingId: restoring.isPending ? restoring.variables.id : undefined };
}
