import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useDeleteGallery } from '#client/features/galleries/galleries/api/save-gallery.ts';
import { useRestoreGallery } from '#client/features/galleries/galleries/components/use-restore-gallery.ts';
import { useDaysKept } from '#client/hooks/use-days-kept.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

export function useConfirmDeleteGallery(gallery: Pick<Gallery, 'id' | 'name'>, back: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.gallery_delete'));
  const daysKept = useDaysKept();
  const deletion = useDeleteGallery();
  const { restore } = useRestoreGallery();

  const ask = async () => {
    const days = await daysKept();
    const yes = await confirm({
      title: t('galleries.delete_title', { name: gallery.name }),
      body: [
        t('bulk.delete_galleries.body', { count: 1 }),
        ...(days > 0 ? [t('deleted_galleries.kept', { count: days })] : []),
      ].join(' '),
      confirm: t('galleries.delete'),
      danger: true,
    });
    if (!yes) return;
    deletion.mutate(
      { id: gallery.id },
      {
        onSuccess: () => {
          const undo = { label: t('gallery_people.undo'), run: () => void restore(gallery) };
          toast.success(t('galleries.deleted', { name: gallery.name }), days > 0 ? undo : undefined);
          void navigate({ href: back });
        },
        onError: showError,
      },
    );
  };
  return { ask, pending: deletion.isPending };
}
