import type { TFunction } from 'i18next';
import type { Person } from '#server/contract/schemas/gallery-people.ts';

/** A decision of the past has only the name that was given in the gallery. */
type Named = Pick<Person, 'name' | 'number'> & Partial<Pick<Person, 'shown_name'>>;

/** What the strip shows of a person; visitors by link get no more. */
export type ShownPerson = Pick<
  Person,
  | 'id'
  | 'name'
  | 'number'
  | 'shown_name'
  | 'photo_count'
  | 'representative_photo_url'
  | 'representative_photo_width'
  | 'representative_photo_height'
  | 'representative_bounding_box'
>;

/** The name of a person as the viewer may read it, or "Person" and a number. */
export function nameOfPerson(t: TFunction, person: Named): string {
  return (person.shown_name ?? person.name) || t('gallery_people.numbered', { number: person.number });
}
