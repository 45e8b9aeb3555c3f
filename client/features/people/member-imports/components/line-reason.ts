import type { TFunction } from 'i18next';
import type { PlannedLine } from '#server/contract/schemas/member-imports.ts';

export const nameOfLine = ({ first_name, last_name }: PlannedLine): string =>
  `${first_name} ${last_name}`.trim();

/** What a line is called for those who do not see the table. */
export const labelOfLine = (t: TFunction, line: PlannedLine): string =>
  nameOfLine(line) || line.email || t('member_import.line_number', { line: line.line });

/** Why a line has its state, in a sentence that names the person or line it is compared with. */
export function lineReason(t: TFunction, { reason, match }: PlannedLine): string {
  if (!reason) return '';
  const who = match && (match.email ? `${match.name} (${match.email})` : match.name);
  const where = match?.line
    ? t('member_import.match_line', { line: match.line, name: who ?? '' })
    : t(`member_import.match_${match?.kind === 'invitation' ? 'invitation' : 'member'}`, { name: who ?? '' });
  return t(`member_import.reasons.${reason}`, { who: where });
}
