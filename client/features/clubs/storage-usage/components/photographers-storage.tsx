import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#client/components/ui/data/data-table.tsx';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import type { PhotographerStorage } from '#server/contract/schemas/storage-usage.ts';
import { useStorageOfPhotographers } from '../api/storage-usage.ts';
import { useUsedColumns } from './used-columns.tsx';

/** The accounts by the room that the photos they uploaded take, largest first. */
export function PhotographersStorage() {
  const { t } = useTranslation();
  const { photographers, total, error, isPending, isFetchingNextPage, refetch, loadMore } =
    useStorageOfPhotographers();
  const usedColumns = useUsedColumns();
  const nameOf = ({ name }: PhotographerStorage) => name ?? t('storage_usage.deleted_accounts');
  if (error && photographers.length === 0) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton h={240} />;
  if (total === 0) return <p>{t('storage_usage.no_photos')}</p>;
  return (
    <>
      <DataTable
        caption={t('storage_usage.by_photographer')}
        columns={[
          { key: 'name', header: t('storage_usage.photographer'), main: true, cell: nameOf },
          ...usedColumns,
        ]}
        rows={photographers}
        idOf={(photographer) => photographer.user_id ?? ''}
        nameOf={nameOf}
      />
      <MoreButton shown={photographers.length} total={total} loading={isFetchingNextPage} onMore={loadMore} />
    </>
  );
}
