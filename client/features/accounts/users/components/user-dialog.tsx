import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useUser } from '#client/lib/session.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { useUserDetails } from '../api/manage-users.ts';
import { EditUserForm } from './edit-user-form.tsx';
import { EndSessions } from './end-sessions.tsx';
import { ResetLink } from './reset-link.tsx';
import type { ClubOption } from './role-field.tsx';
import { UserDetails } from './user-details.tsx';

interface UserDialogProps {
  user: User;
  clubs: ClubOption[];
  onClose: () => void;
  onDelete: (user: User) => void;
}

/** An account: facts and the form to edit it. Loaded again each time it opens. */
export function UserDialog({ user, clubs, onClose, onDelete }: UserDialogProps) {
  const { t } = useTranslation();
  const { data, error, isFetchedAfterMount, refetch } = useUserDetails(user.id);
  const viewer = useUser();
  // Only superusers may do either for a superuser; users find both for themselves in profile and settings.
  const mayHelp =
    data?.is_active &&
    data.id !== viewer.id &&
    (!data.roles.includes('superuser') || viewer.roles.includes('superuser'));
  return (
    <Dialog opened onClose={onClose} title={user.full_name || user.username} size="xl">
      {error && !data && (
        <ErrorState title={t('accounts.details_failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !isFetchedAfterMount && <Skeleton h={420} />}
      {data && isFetchedAfterMount && (
        <Stack gap="lg">
          <UserDetails user={data} />
          {mayHelp && <ResetLink user={data} />}
          {mayHelp && <EndSessions user={data} />}
          <EditUserForm user={data} clubs={clubs} onClose={onClose} onDelete={() => onDelete(data)} />
        </Stack>
      )}
    </Dialog>
  );
}
