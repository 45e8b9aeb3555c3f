import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import type { Club } from '#server/contract/schemas/clubs.ts';

export function MembershipBadge({ status }: { status: Club['user_membership_status'] }) {
  const { t } = useTranslation();
  if (status === 'none') return null;
  return (
    <StatusBadge tone={status === 'approved' ? 'good' : 'waiting'}>{t(`clubs.status.${status}`)}</StatusBadge>
  );
}
