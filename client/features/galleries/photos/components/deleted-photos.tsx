import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoGrid } from '#client/components/photo-grid/photo-grid.tsx';
import { PhotoGridSkeleton } from '#client/components/photo-grid/photo-grid-skeleton.tsx';
import { TileAction } from '#client/components/photo-grid/tile-action.tsx';
import { SelectionAction, SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useSelection } from '#client/hooks/use-selection.ts';
import { IconArrowBackUp } from '#client/icons/arrow-back-up.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { isolate } from '#client/lib/isolate.ts';
import { toast } from '#client/lib/toast.ts';
import { binDays, dayMs } from '#server/contract/lifetimes.ts';
import type { DeletedPhoto } from '#server/contract/schemas/photos.ts';
import { useDeletedPhotos, usePurgeDeletedPhotos } from '../api/deleted-photos.ts';
import classes from './deleted-photos.module.css';
import { useRestore } from './use-restore.ts';

interface DeletedPhotosProps {
  gallery: { id: string; name: string };
}

const daysLeft = ({ kept_until }: DeletedPhoto): number =>
  Math.max(1, Math.ceil((Date.parse(kept_until) - Date.now()) / dayMs));

/** The deleted photos of a gallery, to restore them or delete them for good. */
export function DeletedPhotos({ gallery }: DeletedPhotosProps) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const list = useDeletedPhotos(gallery.id);
  const selection = useSelection();
  const days = usePublicSettings().settings?.bin_days ?? binDays.standard;
  const [large, setLarge] = useState<DeletedPhoto>();
  const { restore, pending } = useRestore(gallery.id);
  const purge = useConfirmPurge(gallery.id);
  const { photos, total } = list;
  if (list.isPending) return <PhotoGridSkeleton />;
  if (list.error && photos.length === 0)
    return <ErrorState title={t('deleted_photos.load_failed')} of={list} />;
  if (photos.length === 0)
    return (
      <EmptyState
        icon={IconTrash}
        title={t('deleted_photos.none')}
        text={days > 0 ? t('deleted_photos.none_text', { count: days }) : ''}
      />
    );
  const restoreChosen = async () => {
    await restore([...selection.ids]);
    selection.clear();
  };
  const purgeChosen = async () => {
    if (await purge.ask(selection.count, [...selection.ids])) selection.clear();
  };
  const close = () => setLarge(undefined);
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('deleted_photos.lead', { count: days })}
      </Text>
      <Group className={classes.bar} gap="sm">
        <Button loading={pending} onClick={() => void restore()}>
          {t('deleted_photos.restore_all', { count: total, n: number(total) })}
        </Button>
        <Button variant="default" loading={purge.pending} onClick={() => void purge.ask(total)}>
          {t('deleted_photos.purge_all')}
        </Button>
      </Group>
      <PhotoGrid
        photos={photos}
        total={total}
        label={t('deleted_photos.list', { gallery: gallery.name })}
        onOpen={(index) => setLarge(photos[index])}
        onNearEnd={list.loadMore}
        loadingMore={list.isFetchingNextPage}
        selection={selection}
        badgeOf={(photo) => (
          <StatusBadge tone="quiet">{t('deleted_photos.days', { count: daysLeft(photo) })}</StatusBadge>
        )}
        actionsOf={(photo) => (
          <TileAction
            icon={IconArrowBackUp}
            label={t('deleted_photos.restore_named', { name: photo.filename })}
            onClick={() => void restore([photo.id])}
          />
        )}
      />
      <SelectionBar count={selection.count} onClear={selection.clear} onThisPage={false}>
        <SelectionAction
          icon={<IconArrowBackUp size={18} stroke={1.7} />}
          loading={pending}
          onClick={() => void restoreChosen()}
        >
          {t('deleted_photos.restore')}
        </SelectionAction>
        <SelectionAction
          destroys
          icon={<IconTrash size={18} stroke={1.7} />}
          loading={purge.pending}
          onClick={() => void purgeChosen()}
        >
          {t('deleted_photos.purge')}
        </SelectionAction>
      </SelectionBar>
      {large && (
        <Dialog opened onClose={close} title={large.filename} size="auto">
          <img
            className={classes.large}
            src={large.thumbnail_urls.large}
            alt={large.filename}
            width={large.width}
            height={large.height}
          />
          <Text c="dimmed" size="sm" mt="sm">
            {t(large.deleted_by ? 'deleted_photos.facts_by' : 'deleted_photos.facts', {
              date: dateTime(large.deleted_at),
              name: isolate(large.deleted_by ?? ''),
            })}
          </Text>
          <Button
            mt="md"
            onClick={() => {
              close();
              void restore([large.id]);
            }}
          >
            {t('deleted_photos.restore')}
          </Button>
        </Dialog>
      )}
    </>
  );
}

/** Asks, and deletes photos for good: those given, or all. */
function useConfirmPurge(galleryId: string) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.photo_delete'));
  const purging = usePurgeDeletedPhotos();
  const ask = async (count: number, photo_ids?: string[]): Promise<boolean> => {
    const yes = await confirm({
      title: t('deleted_photos.purge_title', { count, n: number(count) }),
      body: t('deleted_photos.purge_body'),
      confirm: t('deleted_photos.purge'),
      danger: true,
    });
    if (!yes) return false;
    try {
      const { deleted } = await purging.mutateAsync({ id: galleryId, ...(photo_ids ? { photo_ids } : {}) });
      toast.success(t('deleted_photos.purged', { count: deleted, n: number(deleted) }));
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
  return { ask, pending: purging.isPending };
}
