import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#client/components/ui/data-table.tsx';
import { ErrorState } from '#client/components/ui/error-state.tsx';
import { MoreButton } from '#client/components/ui/more-button.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import type { ClubStorage } from '#server/contract/schemas/storage-usage.ts';
import { useStorageOfClubs } from '../api/storage-usage.ts';
import { GalleriesStorageDialog } from './galleries-storage-dialog.tsx';
import { useUsedColumns } from './used-columns.tsx';

/** The clubs by the room that the photos of their events take, largest first. */
export function ClubsStorage() {
  const { t } = useTranslation();
  const { percent } = useFormat();
  const { clubs, used, total, error, isPending, isFetchingNextPage, refetch, loadMore } = useStorageOfClubs();
  const [opened, setOpened] = useState<ClubStorage>();
  const usedColumns = useUsedColumns();
  const nameOf = (club: ClubStorage) => club.name ?? t('storage_usage.without_club');
  if (error && !used) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending || !used) return <Skeleton h={240} />;
  return (
    <>
      <DataTable
        caption={t('storage_usage.by_club')}
        columns={[
          { key: 'name', header: t('storage_usage.club'), main: true, cell: nameOf },
          ...usedColumns,
          {
            key: 'share',
            header: t('storage_usage.share'),
            end: true,
            nowrap: true,
            cell: ({ bytes }) => percent(used.bytes ? bytes / used.bytes : 0),
          },
        ]}
        rows={clubs}
        idOf={(club) => club.club_id ?? ''}
        nameOf={nameOf}
        wideActions
        rowActions={(club) =>
          club.photos > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('storage_usage.galleries_of', { club: nameOf(club) })}
              onClick={() => setOpened(club)}
            >
              {t('storage_usage.galleries')}
            </Button>
          )
        }
      />
      <MoreButton shown={clubs.length} total={total} loading={isFetchingNextPage} onMore={loadMore} />
      {opened && (
        <GalleriesStorageDialog club={opened} name={nameOf(opened)} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
