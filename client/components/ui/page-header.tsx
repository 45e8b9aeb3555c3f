import { IconArrowLeft } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#client/lib/use-page-title.ts';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** One line of facts under the title; its space is reserved while they load. */
  facts?: ReactNode;
  actions?: ReactNode;
  /** Where "back" leads if the history is empty. */
  back?: string;
  /** A crest or a date tile before the title. */
  mark?: ReactNode;
}

export function PageHeader(props: PageHeaderProps) {
  const { title, facts, actions, back, mark } = props;
  const { t } = useTranslation();
  const router = useRouter();
  usePageTitle(title);
  return (
    <header className={classes.header}>
      {back && (
        <button type="button" className={classes.back} onClick={() => void router.navigate({ href: back })}>
          <IconArrowLeft size={18} stroke={1.8} aria-hidden="true" className={classes.arrow} />
          {t('common.back')}
        </button>
      )}
      <div className={classes.row}>
        {mark}
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {'facts' in props && <div className={classes.facts}>{facts}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}
