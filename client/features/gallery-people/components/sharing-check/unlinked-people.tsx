import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MoreButton } from '#client/components/ui/data/more-button.tsx';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import classes from './sharing-check-dialog.module.css';

/** How many are shown at first, and with each press of "more". */
const step = 20;

type Unlinked = SharingCheck['unlinked'][number];

interface UnlinkedPeopleProps {
  people: Unlinked[];
  row: (shown: Unlinked) => ReactNode;
  /** What can be said about all of them. */
  all: { label: string; run: (personIds: string[]) => void };
}

/** People who are linked to nobody; who has seen all of them can say the same of all. */
export function UnlinkedPeople({ people, row, all }: UnlinkedPeopleProps) {
  const [limit, setLimit] = useState(step);
  const seesAll = limit >= people.length;
  return (
    <>
      <ul className={classes.plain}>{people.slice(0, limit).map(row)}</ul>
      <MoreButton
        shown={Math.min(limit, people.length)}
        total={people.length}
        loading={false}
        onMore={() => setLimit(limit + step)}
      />
      {people.length > 1 && seesAll && (
        <Button variant="subtle" mt="xs" onClick={() => all.run(people.map(({ person }) => person.id))}>
          {all.label}
        </Button>
      )}
    </>
  );
}
