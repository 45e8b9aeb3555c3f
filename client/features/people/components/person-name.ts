import type { TFunction } from 'i18next';
import type { Person } from '#server/contract/schemas/faces.ts';

/** A given name, or "Person" and a number, in the reader's language. */
export function nameOfPerson(t: TFunction, person: Pick<Person, 'name' | 'number'>): string {
  return person.name || t('people.numbered', { number: person.number });
}
