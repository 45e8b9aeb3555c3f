import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { IconArrowLeft } from '#client/icons/arrow-left.ts';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** One line of facts under the title; its space is reserved while they load. */
  facts?: ReactNode;
  actions?: ReactNode;
  /** Where "back" leads if the history is empty. */
  back?: string;
  /** The way back stands before the title instead of above it, so that what follows begins higher. */
  inline?: boolean;
  /** The only action is an icon on a phone, and stands beside the title there. */
  oneIcon?: boolean;
  /** A crest or a date tile before the title. */
  mark?: ReactNode;
}

export function PageHeader(props: PageHeaderProps) {
  const { title, facts, actions, back, inline = false, oneIcon = false, mark } = props;
  const { t } = useTranslation();
  const router = useRouter();
  usePageTitle(title);
  return (
    <header className={classes.header} data-inline={inline || undefined} data-one-icon={oneIcon || undefined}>
      {back && (
        <button type="button" className={classes.back} onClick={() => void router.navigate({ href: back })}>
          <IconArrowLeft size={18} stroke={1.8} className={classes.arrow} />
          <span className={classes.backWord}>{t('common.back')}</span>
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
