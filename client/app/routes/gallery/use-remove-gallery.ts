import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/confirm.tsx';
import { useDeleteGallery } from '#client/features/galleries/api/save-gallery.ts';
import { notify } from '#client/lib/notify.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useFail } from '#client/lib/use-fail.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

export function useRemoveGallery(gallery: Pick<Gallery, 'id' | 'name'>, back: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const fail = useFail(t('failed.gallery_delete'));
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
          notify.success(t('galleries.deleted', { name: gallery.name }));
          void navigate({ href: back });
          void utils.galleries.list.invalidate();
        },
        onError: fail,
      },
    );
  };
  return { ask, pending: deletion.isPending };
}
