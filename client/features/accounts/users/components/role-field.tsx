import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUser } from '#client/lib/session.ts';
import { type Role, roleNames } from '#server/contract/roles.ts';
import type { RoleChoice } from '../api/manage-users.ts';

export interface ClubOption {
  value: string;
  label: string;
}

interface RoleFieldProps {
  value: RoleChoice;
  onChange: (value: RoleChoice) => void;
  clubs: ClubOption[];
  disabled?: boolean;
  hint?: string | undefined;
}

const perClub: Role[] = ['photographer', 'club_admin'];

/** Selects a role, and for two of them the club. */
export function RoleField({ value, onChange, clubs, disabled = false, hint }: RoleFieldProps) {
  const { t } = useTranslation();
  const viewer = useUser();
  const mayAppoint = (role: Role) =>
    role !== 'superuser' || viewer.roles.includes('superuser') || value.role === 'superuser';
  const limited = perClub.includes(value.role);
  return (
    <SimpleGrid cols={{ base: 1, sm: limited ? 2 : 1 }} spacing="md">
      <Select
        label={t('accounts.role')}
        description={hint ?? t(`roles.${value.role}.text`)}
        data={roleNames.filter(mayAppoint).map((role) => ({ value: role, label: t(`roles.${role}.name`) }))}
        value={value.role}
        onChange={(role) => role && onChange({ role: role as Role, club_id: null })}
        allowDeselect={false}
        disabled={disabled}
      />
      {limited && (
        <Select
          label={t('accounts.role_in')}
          description={value.role === 'club_admin' && !value.club_id ? t('accounts.no_club_hint') : undefined}
          placeholder={value.role === 'club_admin' ? t('accounts.choose_club') : t('roles.everywhere')}
          data={clubs}
          value={value.club_id}
          onChange={(club_id) => onChange({ role: value.role, club_id })}
          searchable
          clearable
          disabled={disabled}
        />
      )}
    </SimpleGrid>
  );
}
