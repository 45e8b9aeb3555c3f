import type { Selectable } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { checkedAsOfAll } from '#server/features/faces/who-is-who/checked-as.repository.ts';

export type PersonRow = Selectable<DB['person']>;
/** The person that remains comes first. */
type People = readonly [PersonRow, ...PersonRow[]];

const named = (people: People) => people.find(({ name }) => name !== '') ?? people[0];
const withPicture = (people: People) =>
  people.find(({ representative_chosen }) => representative_chosen) ?? people[0];

/** Of each column of `person`, who wins where several become one. */
export const winners: { [Column in keyof PersonRow]: (people: People) => PersonRow[Column] } = {
  id: ([remains]) => remains.id,
  gallery_id: ([remains]) => remains.gallery_id,
  number: ([remains]) => remains.number,
  created_at: ([remains]) => remains.created_at,
  /** The first name in this order. */
  name: (people) => named(people).name,
  /** Whoever of them was shown is shown. */
  is_hidden: (people) => people.every(({ is_hidden }) => is_hidden),
  /** The first picture that somebody chose. */
  representative_face_id: (people) => withPicture(people).representative_face_id,
  representative_chosen: (people) => withPicture(people).representative_chosen,
  /** What was said of all of them. */
  checked_as: checkedAsOfAll,
};

/** What is written of the person that remains, and whose name it has. */
export function mergedPerson(people: People) {
  const { name, is_hidden, representative_face_id, representative_chosen, checked_as } = winners;
  return {
    values: {
      name: name(people),
      is_hidden: is_hidden(people),
      representative_face_id: representative_face_id(people),
      representative_chosen: representative_chosen(people),
      checked_as: checked_as(people),
    },
    namedAfter: named(people).id,
  };
}
