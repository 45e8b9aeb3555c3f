import { useTranslation } from 'react-i18next';
import type { User } from '#server/contract/schemas/users.ts';
import classes from './role-list.module.css';

type Assignment = Pick<User['role_assignments'][number], 'role_name' | 'club_id' | 'club_name'>;

interface RoleListProps {
  assignments: Assignment[];
  /** Shows what each role allows. */
  explained?: boolean;
}

const onlyMember: Assignment[] = [{ role_name: 'member', club_id: null, club_name: null }];

/** Every role with its club; a user without roles is a member. */
export function RoleList({ assignments, explained = false }: RoleListProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list} data-explained={explained || undefined}>
      {(assignments.length ? assignments : onlyMember).map(({ role_name, club_id, club_name }) => (
        <li key={`${role_name} ${club_id}`} className={classes.role}>
          <span className={classes.name}>
            {t(`roles.${role_name}.name`)}
            {club_id && (
              <span className={classes.where}> {t('roles.in_club', { club: club_name ?? '' })}</span>
            )}
          </span>
          {explained && <span className={classes.text}>{t(`roles.${role_name}.text`)}</span>}
        </li>
      ))}
    </ul>
  );
}
