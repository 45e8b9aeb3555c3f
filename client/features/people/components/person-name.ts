import type { TFunction } from 'i18next';
import type { Person } from '#server/contract/schemas/faces.ts';

/** A decision of the past has only the name that was given in the gallery. */
type Named = Pick<Person, 'name' | 'number'> & Partial<Pick<Person, 'shown_name'>>;

/** The name of a person as the viewer may read it, or "Person" and a number. */
export function nameOfPerson(t: TFunction, person: Named): string {
  return (person.shown_name ?? person.name) || t('people.numbered', { number: person.number });
}
