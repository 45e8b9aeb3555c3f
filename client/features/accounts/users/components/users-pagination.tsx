import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PaginationFrame } from '#client/components/ui/data/pagination.tsx';
import { PaginationLinks } from '#client/components/ui/data/pagination-links.tsx';
import { userPageSizes } from '#server/contract/list-sizes.ts';
import classes from './users-pagination.module.css';
import { visiblePageNumbers } from './visible-page-numbers.ts';

interface UsersPaginationProps {
  page: number;
  perPage: number;
  total: number;
  onPerPage: (perPage: number) => void;
}

/** The range shown, the page size, and at most five page numbers. */
export function UsersPagination({ page, perPage, total, onPerPage }: UsersPaginationProps) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (total === 0) return null;
  return (
    <PaginationFrame page={page} perPage={perPage} total={total}>
      {pages > 1 && <PaginationLinks page={page} pages={pages} shown={visiblePageNumbers(page, pages)} />}
      <Select
        className={classes.size}
        label={t('accounts.per_page')}
        data={userPageSizes.map(String)}
        value={String(perPage)}
        onChange={(size) => size && onPerPage(Number(size))}
        allowDeselect={false}
      />
    </PaginationFrame>
  );
}
