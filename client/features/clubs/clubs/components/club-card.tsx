import { Checkbox, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#client/components/ui/data/card.tsx';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import type { Club } from '#server/contract/schemas/clubs.ts';
import classes from './club-card.module.css';
import { ClubCardSummary } from './club-card-summary.tsx';
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
  // Those of the club have a page; others read what it is.
  const isAtHome = club.user_membership_status === 'approved' || club.admin_since !== null;
  return (
    <Card
      mark={<ClubAvatar name={club.name} size={56} />}
      name={
        isAtHome ? (
          <Link className={classes.open} to="/clubs/$clubId" params={{ clubId: club.id }}>
            {club.name}
          </Link>
        ) : (
          <UnstyledButton className={classes.open} onClick={onOpen} aria-haspopup="dialog">
            {club.name}
          </UnstyledButton>
        )
      }
      facts={<ClubCardSummary club={club} />}
      chosen={chosen}
      tools={
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
      }
    >
      <p className={classes.description}>{club.description || t('clubs.no_description')}</p>
      <div className={classes.foot}>
        <MembershipBadge status={club.user_membership_status} />
        <div className={classes.actions}>{action}</div>
      </div>
    </Card>
  );
}
