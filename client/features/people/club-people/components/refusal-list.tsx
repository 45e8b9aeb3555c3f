import { useTranslation } from 'react-i18next';
import { PrintSheet } from '#client/components/ui/layout/print-sheet.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { askedPurposes } from '#server/contract/consent.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import classes from './refusal-list.module.css';

interface RefusalListProps {
  club: string;
  people: readonly ClubPerson[];
  onDone: () => void;
}

/** A page for the photographer: who refused what. */
export function RefusalList({ club, people, onDone }: RefusalListProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <PrintSheet paper="A4" onDone={onDone}>
      <h1 className={classes.title}>{t('guardians.print_title', { club })}</h1>
      <p>{t('guardians.print_lead', { date: date(new Date().toISOString()) })}</p>
      <table className={classes.table}>
        <tbody>
          {people.map(({ id, name_told_apart: name, consents }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>
                {askedPurposes
                  .filter((purpose) => consents[purpose] === 'no')
                  .map((purpose) => t(`guardians.print_${purpose}`))
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
