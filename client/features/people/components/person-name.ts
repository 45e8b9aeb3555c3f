import type { TFunction } from 'i18next';
import type { Person } from '#server/contract/schemas/faces.ts';

/** The name of a person, or "Person" and a number. */
export function nameOfPerson(t: TFunction, person: Pick<Person, 'name' | 'number'>): string {
  return person.name || t('people.numbered', { number: person.number });
}
