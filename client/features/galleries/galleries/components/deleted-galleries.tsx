import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#client/components/ui/data/data-table.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { DropdownMenu } from '#client/components/ui/overlays/dropdown-menu.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconDots } from '#client/icons/dots.ts';
import { IconRestore } from '#client/icons/restore.ts';
import type { DeletedGallery } from '#server/contract/schemas/galleries.ts';
import { useDeletedGalleries, usePurgeGallery } from '../api/deleted-galleries.ts';
import { useRestoreGallery } from './use-restore-gallery.ts';

/** The menu of the list of galleries; nothing where no gallery was deleted. */
export function DeletedGalleries() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [opened, setOpened] = useState(false);
  const galleries = useDeletedGalleries().data?.galleries ?? [];
  if (galleries.length === 0) return null;
  return (
    <>
      <DropdownMenu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('common.more_for', { name: t('galleries.title') })}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRestore size={18} stroke={1.6} />} onClick={() => setOpened(true)}>
            {t('deleted_photos.menu', { n: number(galleries.length) })}
          </Menu.Item>
        </Menu.Dropdown>
      </DropdownMenu>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('deleted_photos.title')} size="xl">
        <DeletedGalleriesTable galleries={galleries} />
      </Dialog>
    </>
  );
}

/** Deleted galleries, to restore them or delete them for good. */
function DeletedGalleriesTable({ galleries }: { galleries: DeletedGallery[] }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { restore, pendingId } = useRestoreGallery();
  const purge = usePurge();
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('deleted_galleries.lead')}</Text>
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
        rows={galleries}
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
    </Stack>
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
