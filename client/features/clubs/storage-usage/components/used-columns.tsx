import { useTranslation } from 'react-i18next';
import type { Column } from '#client/components/ui/data/data-table.tsx';
import { useFormat } from '#client/hooks/use-format.ts';

/** The columns of photos and of the bytes of their originals. */
export function useUsedColumns(): Column<{ photos: number; bytes: number }>[] {
  const { t } = useTranslation();
  const { bytes, number } = useFormat();
  return [
    {
      key: 'photos',
      header: t('storage_usage.photos'),
      end: true,
      nowrap: true,
      cell: (row) => number(row.photos),
    },
    {
      key: 'bytes',
      header: t('storage_usage.originals'),
      end: true,
      nowrap: true,
      cell: (row) => bytes(row.bytes),
    },
  ];
}
