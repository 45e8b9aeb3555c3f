import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#client/components/ui/data/data-table.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import type { DeletedGallery } from '#server/contract/schemas/galleries.ts';
import { useDeletedGalleries, usePurgeGallery } from '../api/deleted-galleries.ts';
import { useRestoreGallery } from './use-restore-gallery.ts';

/** Deleted galleries, to restore them or delete them for good; nothing where there are none. */
export function DeletedGalleries() {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { data } = useDeletedGalleries();
  const { restore, pendingId } = useRestoreGallery();
  const purge = usePurge();
  if (!data || data.galleries.length === 0) return null;
  return (
    <Section stacked title={t('deleted_photos.title')} text={t('deleted_galleries.lead')}>
      <DataTable
        caption={t('deleted_photos.title')}
        columns={[
          { key: 'name', header: t('storage_usage.gallery'), main: true, cell: ({ name }) => name },
          { key: 'event', header: t('storage_usage.event'), cell: ({ event_name }) => event_name },
          {
            key: 'photos',
            header: t('storage_usage.photos'),
            end: true,
            cell: ({ photo_count }) => number(photo_count),
          },
          {
            key: 'deleted',
            header: t('deleted_galleries.deleted'),
            cell: ({ deleted_at, deleted_by }) =>
              [dateTime(deleted_at), deleted_by].filter(Boolean).join(' · '),
          },
          {
            key: 'left',
            header: t('deleted_galleries.left'),
            nowrap: true,
            cell: ({ days_left }) => t('deleted_photos.days', { count: days_left }),
          },
        ]}
        rows={data.galleries}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        wideActions
        rowActions={(row) => (
          <Group gap="xs" display="inline-flex">
            <Button
              variant="light"
              px="md"
              aria-label={t('deleted_photos.restore_named', { name: row.name })}
              loading={pendingId === row.id}
              onClick={() => void restore(row)}
            >
              {t('deleted_photos.restore')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              px="sm"
              aria-label={t('deleted_galleries.purge_named', { name: row.name })}
              loading={purge.pendingId === row.id}
              onClick={() => void purge.ask(row)}
            >
              {t('deleted_photos.purge')}
            </Button>
          </Group>
        )}
      />
    </Section>
  );
}

function usePurge() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.gallery_delete'));
  const purging = usePurgeGallery();
  const ask = async ({ id, name }: DeletedGallery) => {
    const yes = await confirm({
      title: t('deleted_galleries.purge_title', { name }),
      body: t('deleted_photos.purge_body'),
      confirm: t('deleted_photos.purge'),
      danger: true,
    });
    if (yes) purging.mutate({ id }, { onError: showError });
  };
  return { ask, pendingId: purging.isPending ? purging.variables.id : undefined };
}
