import { Pagination } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/lib/use-format.ts';
import classes from './pager.module.css';

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  onChange: (page: number) => void;
}

/** The current page, two on either side, and the ends. Nothing at all when everything fits on one page. */
export function Pager({ page, perPage, total, onChange }: PagerProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const pages = Math.ceil(total / perPage);
  if (pages <= 1) return null;
  const go = (next: number) => {
    onChange(next);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <Pagination
        total={pages}
        value={page}
        onChange={go}
        siblings={2}
        boundaries={1}
        size="lg"
        getItemProps={(item) => ({ 'aria-label': t('pager.page', { page: item }) })}
        getControlProps={(control) => ({
          'aria-label': control === 'next' ? t('pager.next') : t('pager.previous'),
        })}
      />
      <p className={classes.showing}>
        {t('pager.showing', {
          from: number((page - 1) * perPage + 1),
          to: number(Math.min(page * perPage, total)),
          total: number(total),
        })}
      </p>
    </nav>
  );
}
