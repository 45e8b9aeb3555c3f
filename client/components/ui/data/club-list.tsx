import { useTranslation } from 'react-i18next';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { type Role, roleNames } from '#server/contract/roles.ts';
import classes from './club-list.module.css';

interface ClubListProps {
  clubs: { id: string; name: string; role: string }[];
}

const asRole = (name: string): Role => roleNames.find((role) => role === name) ?? 'member';

/** The clubs of a user, with their role in each. */
export function ClubList({ clubs }: ClubListProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list}>
      {clubs.map((club) => (
        <li key={club.id} className={classes.club}>
          <ClubAvatar name={club.name} size={40} />
          <span className={classes.words}>
            <span className={classes.name}>{club.name}</span>
            <span className={classes.role}>{t(`roles.${asRole(club.role)}.name`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
