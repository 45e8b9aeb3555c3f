import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BreakableText } from '#client/components/ui/elements/breakable-text.tsx';
import { StatusBadge, type Tone } from '#client/components/ui/feedback/status-badge.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { LineState, PlannedLine } from '#server/contract/schemas/member-imports.ts';
import { lineReason, nameOfLine } from './line-reason.ts';

const tones: Record<LineState, Tone> = {
  new: 'good',
  present: 'quiet',
  possible_duplicate: 'waiting',
  faulty: 'bad',
};

/** Name, address and date of birth of a line. */
export function LineName({ line }: { line: PlannedLine }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <>
      <BreakableText text={nameOfLine(line) || '–'} />
      {line.email && (
        <Text size="sm" c="dimmed">
          <BreakableText text={line.email} />
        </Text>
      )}
      {line.email_left_out && (
        <Text size="sm" c="dimmed">
          <BreakableText text={t('member_import.email_left_out', { text: line.email_left_out })} />
        </Text>
      )}
      {(line.born_on || line.birth_unread) && (
        <Text size="sm" c="dimmed">
          {line.born_on
            ? t('club_people.born', { date: date(line.born_on) })
            : t('member_import.birth_unread')}
        </Text>
      )}
    </>
  );
}

/** The state of a line, and why. */
export function LineStateAndReason({ line }: { line: PlannedLine }) {
  const { t } = useTranslation();
  return (
    <>
      <StatusBadge tone={tones[line.state]}>{t(`member_import.states.${line.state}`)}</StatusBadge>
      {line.reason && <Text size="sm">{lineReason(t, line)}</Text>}
    </>
  );
}
