import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ActionIconLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Filters } from '#client/hooks/use-url-filters.ts';
import { IconChevronLeft } from '#client/icons/chevron-left.ts';
import { IconChevronRight } from '#client/icons/chevron-right.ts';
import classes from './pagination-links.module.css';

interface PaginationLinksProps {
  page: number;
  pages: number;
  /** Page numbers in order; null marks a gap. */
  shown: (number | null)[];
}

/** Search params of a page; the first page has no `page` param. */
const turnedTo = (page: number) =>
  ({
    to: '.',
    search: (before: Filters) => ({ ...before, page: page > 1 ? String(page) : undefined }),
    activeOptions: { exact: true },
  }) as const;

/** Pagination as links, so that pages are prefetched and the back button works. */
export function PaginationLinks({ page, pages, shown }: PaginationLinksProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <div className={classes.links}>
      <Step to={page - 1} pages={pages} label={t('pager.previous')} icon={IconChevronLeft} />
      {shown.map((target, index) =>
        target === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its place
          <span key={`gap${index}`} className={classes.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={target}
            {...turnedTo(target)}
            className={classes.number}
            aria-label={t('pager.page', { page: target })}
            aria-current={target === page ? 'page' : undefined}
          >
            {number(target)}
          </Link>
        ),
      )}
      <Step to={page + 1} pages={pages} label={t('pager.next')} icon={IconChevronRight} />
    </div>
  );
}

interface StepProps {
  to: number;
  pages: number;
  label: string;
  icon: typeof IconChevronLeft;
}

/** Disabled instead of hidden at either end, so that nothing moves. */
function Step({ to, pages, label, icon: Mark }: StepProps) {
  const sign = <Mark size={20} aria-hidden="true" />;
  if (to < 1 || to > pages)
    return (
      <ActionIcon disabled aria-label={label} className={classes.step}>
        {sign}
      </ActionIcon>
    );
  return (
    <ActionIconLink {...turnedTo(to)} aria-label={label} className={classes.step}>
      {sign}
    </ActionIconLink>
  );
}
