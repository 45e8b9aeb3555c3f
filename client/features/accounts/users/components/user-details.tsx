import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ClubList } from '#client/components/ui/data/club-list.tsx';
import { DescriptionList } from '#client/components/ui/data/description-list.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { RoleList } from './role-list.tsx';

export function UserStatus({ user }: { user: Pick<User, 'is_active'> }) {
  const { t } = useTranslation();
  return (
    <StatusBadge tone={user.is_active ? 'good' : 'quiet'}>
      {t(user.is_active ? 'accounts.active' : 'accounts.inactive')}
    </StatusBadge>
  );
}

/** Status and details of an account, shown above the form. */
export function UserDetails({ user }: { user: User }) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  return (
    <Stack gap="md">
      <DescriptionList
        items={[
          [t('accounts.status'), <UserStatus key="status" user={user} />],
          [t('accounts.member_since'), date(user.created_at)],
          [t('accounts.last_login'), user.last_login ? dateTime(user.last_login) : t('accounts.never')],
        ]}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {t('accounts.roles')}
          </Text>
          <RoleList assignments={user.role_assignments} />
        </div>
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {t('accounts.clubs')}
          </Text>
          {user.clubs.length > 0 ? <ClubList clubs={user.clubs} /> : <Text>{t('accounts.no_clubs')}</Text>}
        </div>
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {t('accounts.bio')}
          </Text>
          <Text style={{ whiteSpace: 'pre-line' }}>{user.bio || t('accounts.no_bio')}</Text>
        </div>
      </SimpleGrid>
    </Stack>
  );
}
