import type { ReactNode } from 'react';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';
import { useFamily, useReadFamily } from '../api/family.ts';
import { EndOfGuardianships } from './end-of-guardianships.tsx';

const endOf = (people: readonly FamilyPerson[]): ReactNode => {
  const children = people.filter(({ relation }) => relation === 'child');
  return children.length > 0 ? <EndOfGuardianships people={children} /> : null;
};

/** Reads what leaving a club ends for the viewer's children. It rejects where that cannot be read. */
export function useReadEndInClub(): (clubId: string) => Promise<ReactNode> {
  const readFamily = useReadFamily();
  return async (clubId) => endOf((await readFamily()).people.filter(({ club_id }) => club_id === clubId));
}

/** What the end of the account ends for the viewer's children; `isKnown` also where nothing can be read. */
export function useEndInAllClubs(): { isKnown: boolean; ends: ReactNode } {
  const { data, isFetched, fetchStatus } = useFamily();
  return { isKnown: isFetched || fetchStatus === 'paused', ends: data && endOf(data.people) };
}
