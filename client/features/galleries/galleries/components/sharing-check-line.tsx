import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import classes from './share-link-row.module.css';

/** How many photos a link leaves out and how many people are to be checked; opens the check. Nothing where there are none. */
export function SharingCheckLine({ link, onOpen }: { link: ShareLink; onOpen: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { kept_inside, person_count, to_check } = link;
  const parts = [
    kept_inside > 0 && t('sharing_check.line_left_out', { count: kept_inside, n: number(kept_inside) }),
    to_check > 0 &&
      t('sharing_check.line_to_check', {
        count: person_count,
        people: number(person_count),
        n: number(to_check),
      }),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <UnstyledButton className={classes.check} onClick={onOpen}>
      {parts.join(' · ')}
    </UnstyledButton>
  );
}
