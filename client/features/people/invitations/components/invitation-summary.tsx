import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ClubAvatar } from '#client/components/ui/elements/club-avatar.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { OpenInvitation } from '#server/contract/schemas/invitations.ts';
import classes from './invitation-summary.module.css';

/** The club of an invitation, its sender, the role it gives and its last day. */
export function InvitationSummary({
  invitation,
  isMember,
}: {
  invitation: OpenInvitation;
  /** Then an invitation for a guardian makes no member. */
  isMember: boolean;
}) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { club, inviter_name, for_guardian } = invitation;
  const role = for_guardian ? 'guardian' : invitation.role;
  const text = inviter_name
    ? t(`invitation.from_${role}`, { inviter: inviter_name })
    : t(`invitation.invited_${role}`);
  return (
    <div className={classes.summary}>
      <ClubAvatar name={club.name} size={88} />
      <div>
        <Title order={1} className={classes.club}>
          {club.name}
        </Title>
        <Text c="dimmed">{club.sport_type}</Text>
      </div>
      <Text className={classes.text}>{for_guardian && isMember ? t('invitation.asks_member') : text}</Text>
      {for_guardian && (
        <Text className={classes.text}>
          {t(
            `invitation.${isMember ? 'is_guardian' : 'joins_as_guardian'}.${invitation.email ? 'mail' : 'slip'}`,
          )}
        </Text>
      )}
      <Text c="dimmed" size="sm">
        {t('invitation.until', { date: date(invitation.expires_at) })}
      </Text>
    </div>
  );
}
