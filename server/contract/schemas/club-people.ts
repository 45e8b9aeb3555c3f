import { z } from 'zod';
import { inputLimits } from '../input-limits.ts';
import { listSizes } from '../list-sizes.ts';
import { box, byId, calendarDate, flag, id, page, search, seen, text } from './common.ts';
import { departure } from './former-people.ts';

const currentConsent = z.enum(['yes', 'no', 'unknown']);

/** Somebody a club knows, child or adult, with or without an account. */
export const clubPerson = z.object({
  id: z.string(),
  club_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  /** The same, and where the club lists two of this name what tells them apart. */
  name_told_apart: z.string(),
  /** What the club gave for that, such as a letter; else it is the year of birth, or a number. */
  told_apart_by: z.string(),
  has_namesake: z.boolean(),
  born_on: z.string().nullable(),
  /** The account that is this person. */
  user_id: z.string().nullable(),
  username: z.string().nullable(),
  gallery_count: z.number(),
  /** Names of those who answer for the person, or were asked to. */
  guardians: z.array(z.object({ name: z.string(), state: z.enum(['asked', 'confirmed']) })),
  /** That the person left; null also where the club keeps the data of people who left. */
  left: departure.nullable(),
  /** What holds for each purpose, never why. */
  consents: z.object({
    find: currentConsent,
    name: currentConsent,
    outside: currentConsent,
    guard: currentConsent,
  }),
});
export type ClubPerson = z.output<typeof clubPerson>;
export const clubPeople = z.object({ people: z.array(clubPerson), total: z.number() });
export const clubPeopleListInput = byId.extend({
  ...page(listSizes.max),
  search,
  /** Only people with this state for at least one purpose that everybody is asked about. */
  consent: currentConsent.optional(),
  /** Only people who left, where the club deletes the data of such people. */
  left: flag.optional(),
});

const names = {
  first_name: text({ max: inputLimits.nameMax }),
  last_name: text({ max: inputLimits.nameMax }),
};
const details = { born_on: calendarDate.nullable(), user_id: id.nullable() };
const nameMissing = { message: 'A first or last name is required', path: ['first_name'] };

export const createClubPersonInput = z
  .object({
    id,
    first_name: names.first_name.default(''),
    last_name: names.last_name.default(''),
    born_on: details.born_on.optional(),
    user_id: details.user_id.optional(),
  })
  .refine(({ first_name, last_name }) => first_name !== '' || last_name !== '', nameMissing);
/** Fields that are missing stay as they are. */
export const updateClubPersonInput = z.object({
  id,
  club_person_id: id,
  first_name: names.first_name.optional(),
  last_name: names.last_name.optional(),
  born_on: details.born_on.optional(),
  user_id: details.user_id.optional(),
  told_apart_by: text({ max: inputLimits.toldApartByMax }).optional(),
  seen,
});

/** A face of a person of a club, from a gallery whose people the viewer edits. */
export const knownFace = z
  .object({
    photo_url: z.string(),
    photo_width: z.number(),
    photo_height: z.number(),
    bounding_box: box,
  })
  .nullable();

/** The people of a gallery's clubs, by part of their names. */
export const clubPeopleOfGalleryInput = byId.extend({ search });
export const clubPeopleOfGallery = z.object({
  /** Whether the clubs know anybody at all. */
  any: z.boolean(),
  /** To whose lists the viewer may add somebody. */
  adds_to: z.array(z.object({ id: z.string(), name: z.string() })),
  people: z.array(
    z.object({
      id: z.string(),
      club_id: z.string(),
      club_name: z.string(),
      name: z.string(),
      /** What was typed may mean them: their name, or a part of it. They come first. */
      fits: z.boolean(),
      picture: knownFace,
    }),
  ),
});
