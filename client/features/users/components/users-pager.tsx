import { ActionIcon, Select, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/lib/use-format.ts';
import { pageSizes } from '../api/manage-users.ts';
import { pagesAround } from './pages-around.ts';
import classes from './users-pager.module.css';

interface UsersPagerProps {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

/** How much is shown, how much at a time, and at most five numbers to turn to. */
export function UsersPager({ page, perPage, total, onPage, onPerPage }: UsersPagerProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (total === 0) return null;
  return (
    <nav className={classes.pager} aria-label={t('accounts.pages')}>
      <p className={classes.showing}>
        {t('accounts.showing', {
          from: number((page - 1) * perPage + 1),
          to: number(Math.min(page * perPage, total)),
          total: number(total),
        })}
      </p>
      {pages > 1 && (
        <div className={classes.numbers}>
          <ActionIcon aria-label={t('pager.previous')} disabled={page === 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={20} aria-hidden="true" />
          </ActionIcon>
          {pagesAround(page, pages).map((target) => (
            <UnstyledButton
              key={target}
              className={classes.number}
              aria-label={t('pager.page', { page: target })}
              aria-current={target === page ? 'page' : undefined}
              onClick={() => onPage(target)}
            >
              {number(target)}
            </UnstyledButton>
          ))}
          <ActionIcon aria-label={t('pager.next')} disabled={page === pages} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={20} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
      <Select
        className={classes.size}
        label={t('accounts.per_page')}
        data={pageSizes.map(String)}
        value={String(perPage)}
        onChange={(size) => size && onPerPage(Number(size))}
        allowDeselect={false}
      />
    </nav>
  );
}
