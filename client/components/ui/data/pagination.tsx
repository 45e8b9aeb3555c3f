import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import { pagesAround } from './pages-around.ts';
import classes from './pagination.module.css';
import { PaginationLinks } from './pagination-links.tsx';

interface PaginationProps {
  page: number;
  perPage: number;
  total: number;
}

/** Page numbers: the current one, two on either side, first and last. Empty if there is only one page. */
export function Pagination({ page, perPage, total }: PaginationProps) {
  const pages = Math.ceil(total / perPage);
  if (pages <= 1) return null;
  return (
    <PaginationFrame page={page} perPage={perPage} total={total}>
      <PaginationLinks page={page} pages={pages} shown={pagesAround(page, pages)} />
    </PaginationFrame>
  );
}

/** The range shown, the total and the page links. */
export function PaginationFrame({
  page,
  perPage,
  total,
  children,
}: PaginationProps & { children: ReactNode }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <p className={classes.showing}>
        {t('pager.showing', {
          from: number((page - 1) * perPage + 1),
          to: number(Math.min(page * perPage, total)),
          total: number(total),
        })}
      </p>
      {children}
    </nav>
  );
}
