import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useRestorePhotos } from '../api/deleted-photos.ts';

/** Restores deleted photos, those given or all, and says what happened; also after the page was left. */
export function useRestore(galleryId: string) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const restoring = useRestorePhotos();
  const showError = useErrorToast(t('deleted_photos.restore_failed'));
  const restore = async (photo_ids?: string[]): Promise<void> => {
    try {
      const chosen = photo_ids ? { photo_ids } : {};
      const { restored, already_there, held = 0 } = await restoring.mutateAsync({ id: galleryId, ...chosen });
      const say = (what: 'restored' | 'already_there' | 'held', count: number) =>
        t(`deleted_photos.${what}`, { count, n: number(count) });
      if (restored > 0) toast.success(say('restored', restored));
      if (held > 0) toast.info(say('held', held));
      if (already_there > 0) toast.info(say('already_there', already_there));
    } catch (error) {
      showError(error);
    }
  };
  return { restore, pending: restoring.isPending };
}
