import { Checkbox, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Crest } from '#client/components/ui/crest.tsx';
import { useFormat } from '#client/lib/use-format.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import classes from './club-card.module.css';
import { MembershipBadge } from './membership-badge.tsx';

interface ClubCardProps {
  club: Club;
  onOpen: () => void;
  action: ReactNode;
  menu?: ReactNode;
  chosen?: boolean;
  onChoose?: (() => void) | undefined;
}

export function ClubCard({ club, onOpen, action, menu, chosen = false, onChoose }: ClubCardProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <li className={classes.card} data-chosen={chosen || undefined}>
      <div className={classes.head}>
        <Crest name={club.name} size={64} />
        <div className={classes.words}>
          <h2 className={classes.name}>
            <UnstyledButton className={classes.open} onClick={onOpen} aria-haspopup="dialog">
              {club.name}
            </UnstyledButton>
          </h2>
          <p className={classes.facts}>
            {club.sport_type} ·{' '}
            {t('clubs.members', { count: club.member_count, n: number(club.member_count) })}
          </p>
        </div>
        <div className={classes.tools}>
          {onChoose && (
            <Checkbox
              className={classes.choose}
              checked={chosen}
              onChange={onChoose}
              aria-label={t('table.select_row', { name: club.name })}
            />
          )}
          {menu}
        </div>
      </div>
      <p className={classes.description}>{club.description || t('clubs.no_description')}</p>
      <div className={classes.foot}>
        <MembershipBadge status={club.user_membership_status} />
        <div className={classes.actions}>{action}</div>
      </div>
    </li>
  );
}
