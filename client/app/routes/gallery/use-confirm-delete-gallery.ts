import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useDeleteGallery } from '#client/features/galleries/api/save-gallery.ts';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

export function useConfirmDeleteGallery(gallery: Pick<Gallery, 'id' | 'name'>, back: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.gallery_delete'));
  const utils = trpc.useUtils();
  const deletion = useDeleteGallery();

  const ask = async () => {
    const yes = await confirm({
      title: t('galleries.delete_title', { name: gallery.name }),
      body: t('bulk.delete_galleries.body', { count: 1 }),
      confirm: t('galleries.delete'),
      danger: true,
    });
    if (!yes) return;
    deletion.mutate(
      { id: gallery.id },
      {
        onSuccess: () => {
          toast.success(t('galleries.deleted', { name: gallery.name }));
          void navigate({ href: back });
          void utils.galleries.list.invalidate();
        },
        onError: showError,
      },
    );
  };
  return { ask, pending: deletion.isPending };
}
