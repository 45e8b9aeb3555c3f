import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageLinks } from '#client/components/ui/page-links.tsx';
import { PagerFrame } from '#client/components/ui/pager.tsx';
import { pageSizes } from '../api/manage-users.ts';
import { pageWindow } from './page-window.ts';
import classes from './users-pager.module.css';

interface UsersPagerProps {
  page: number;
  perPage: number;
  total: number;
  onPerPage: (perPage: number) => void;
}

/** The range shown, the page size, and at most five page numbers. */
export function UsersPager({ page, perPage, total, onPerPage }: UsersPagerProps) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (total === 0) return null;
  return (
    <PagerFrame page={page} perPage={perPage} total={total}>
      {pages > 1 && <PageLinks page={page} pages={pages} shown={pageWindow(page, pages)} />}
      <Select
        className={classes.size}
        label={t('accounts.per_page')}
        data={pageSizes.map(String)}
        value={String(perPage)}
        onChange={(size) => size && onPerPage(Number(size))}
        allowDeselect={false}
      />
    </PagerFrame>
  );
}
