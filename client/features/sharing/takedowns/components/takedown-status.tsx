import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { ClubTakedown, Takedown } from '#server/contract/schemas/takedowns.ts';

/** What became of a request; while it waits, until when it should be decided. */
export function TakedownStatus({ takedown }: { takedown: Takedown | ClubTakedown }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { decided, is_overdue, due_at } = takedown;
  if (decided === 'granted') return <StatusBadge tone="quiet">{t('takedowns.state.granted')}</StatusBadge>;
  if (decided === 'declined') return <StatusBadge tone="good">{t('takedowns.state.declined')}</StatusBadge>;
  return (
    <StatusBadge tone={is_overdue ? 'bad' : 'waiting'}>
      {t(is_overdue ? 'takedowns.state.overdue' : 'takedowns.state.open', { date: dateTime(due_at) })}
    </StatusBadge>
  );
}
