import type { TFunction } from 'i18next';

interface Named {
  name: string;
  display_name: string;
}

/** A given name, or "Person" and the number the server counts them by, in the reader's language. */
export function nameOfPerson(t: TFunction, person: Named): string {
  if (person.name) return person.name;
  const number = /\d+\s*$/.exec(person.display_name)?.[0];
  return number
    ? t('people.numbered', { number: number.trim() })
    : person.display_name || t('people.unnamed');
}
