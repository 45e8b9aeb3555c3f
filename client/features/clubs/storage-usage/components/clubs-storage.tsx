import { Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#client/components/ui/data/data-table.tsx';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { isNearlyFull } from '#server/contract/quota-notices.ts';
import type { ClubStorage } from '#server/contract/schemas/storage-usage.ts';
import { useStorageOfClubs } from '../api/storage-usage.ts';
import { ClubQuotaDialog } from './club-quota-dialog.tsx';
import { GalleriesStorageDialog } from './galleries-storage-dialog.tsx';
import { useUsedColumns } from './used-columns.tsx';

/** The clubs by the room that the photos of their events take, largest first. */
export function ClubsStorage() {
  const { t } = useTranslation();
  const { bytes, percent } = useFormat();
  const { clubs, used, total, error, isPending, isFetchingNextPage, refetch, loadMore } = useStorageOfClubs();
  const [opened, setOpened] = useState<ClubStorage>();
  const [limitedId, setLimitedId] = useState<string>();
  const limited = clubs.find(({ club_id }) => club_id !== null && club_id === limitedId);
  const usedColumns = useUsedColumns();
  const nameOf = (club: ClubStorage) => club.name ?? t('storage_usage.without_club');
  const quotaOf = (club: ClubStorage) => {
    if (club.quota_bytes === null) return '–';
    const quota = bytes(club.quota_bytes);
    return isNearlyFull(club.bytes, club.quota_bytes) ? (
      <StatusBadge tone="waiting">{quota}</StatusBadge>
    ) : (
      quota
    );
  };
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
            cell: (club) => percent(used.bytes ? club.bytes / used.bytes : 0),
          },
          {
            key: 'quota',
            header: t('storage_usage.quota'),
            end: true,
            nowrap: true,
            cell: quotaOf,
          },
        ]}
        rows={clubs}
        idOf={(club) => club.club_id ?? ''}
        nameOf={nameOf}
        wideActions
        rowActions={(club) => (
          <Group gap="xs" wrap="nowrap" display="inline-flex">
            {club.photos > 0 && (
              <Button
                variant="light"
                px="md"
                aria-label={t('storage_usage.galleries_of', { club: nameOf(club) })}
                onClick={() => setOpened(club)}
              >
                {t('storage_usage.galleries')}
              </Button>
            )}
            {club.club_id !== null && (
              <Button
                variant="subtle"
                px="sm"
                aria-label={t('storage_usage.quota_title', { club: nameOf(club) })}
                onClick={() => setLimitedId(club.club_id ?? undefined)}
              >
                {t('storage_usage.quota_set')}
              </Button>
            )}
          </Group>
        )}
      />
      <MoreButton shown={clubs.length} total={total} loading={isFetchingNextPage} onMore={loadMore} />
      {opened && (
        <GalleriesStorageDialog club={opened} name={nameOf(opened)} onClose={() => setOpened(undefined)} />
      )}
      {limited && (
        <ClubQuotaDialog
          club={{ ...limited, id: limited.club_id ?? '', name: nameOf(limited) }}
          onClose={() => setLimitedId(undefined)}
        />
      )}
    </>
  );
}
