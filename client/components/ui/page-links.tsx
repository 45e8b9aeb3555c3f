import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/lib/use-format.ts';
import type { Filters } from '#client/lib/use-url-filters.ts';
import { ActionIconLink } from './links.tsx';
import classes from './page-links.module.css';

interface PageLinksProps {
  page: number;
  pages: number;
  /** The numbers in their order; null for those left out between two. */
  shown: (number | null)[];
}

/** The first page is the list itself, without a number in its address. */
const turnedTo = (page: number) =>
  ({
    to: '.',
    search: ((before: Filters) => ({ ...before, page: page > 1 ? String(page) : undefined })) as never,
    activeOptions: { exact: true },
  }) as const;

/** The pages of a list as links: asked for when somebody comes near, and one step back for the back button. */
export function PageLinks({ page, pages, shown }: PageLinksProps) {
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

/** There and barred where there is nothing further, so that nothing moves under the finger. */
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
