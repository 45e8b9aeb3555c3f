import { z } from 'zod';
import { inputLimits } from '../input-limits.ts';
import { listSizes } from '../list-sizes.ts';
import { knownFace } from './club-people.ts';
import { box, byId, id, idList, nullableTimestamp, page, text, timestamp, wholeNumber } from './common.ts';

/** Any name of a person in a gallery. Procedures answer what contract/name-visibility.ts made for the viewer, and no other text. */
export const shownName = z.string().brand<'ShownName', 'in'>();

export const person = z.object({
  id: z.string(),
  /** The name given in the gallery, to those who may edit people; to others the same as `shown_name`. */
  name: shownName,
  /** The name the viewer reads, or an empty string: the interface then says "Person" and a number in its language. */
  shown_name: shownName,
  display_name: shownName,
  /** To those who may edit people: the name is theirs alone until somebody says that it is nobody of the club. */
  name_is_held: z.boolean(),
  /** Which people of clubs this person is, one of each club at most; only those whose names the viewer may read. */
  club_people: z.array(z.object({ id: z.string(), club_id: z.string(), name: shownName })),
  /** Counts the people of a gallery from 1; the interface says "Person 7" in its language. */
  number: z.number(),
  photo_count: z.number(),
  is_hidden: z.boolean(),
  representative_face_id: z.string().nullable(),
  representative_photo_id: z.string().nullable(),
  representative_photo_url: z.string().nullable(),
  representative_photo_width: z.number().nullable(),
  representative_photo_height: z.number().nullable(),
  representative_bounding_box: box.nullable(),
});
export type Person = z.output<typeof person>;
/** Before it leaves the server. */
export type PersonForViewer = z.input<typeof person>;
/** On the wire people of a gallery are called `faces`, and the id of one `face_id`, as the API is specified. */
export const people = z.object({ faces: z.array(person) });
export const peopleInput = byId.extend({
  include_hidden: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
    .default(false),
});

/** One found face, for the people panel and the viewer. Its embedding never leaves the server. */
const face = z.object({
  id: z.string(),
  photo_id: z.string(),
  photo_url: z.string(),
  photo_width: z.number(),
  photo_height: z.number(),
  bounding_box: box,
  grade: z.enum(['core', 'weak', 'ignore']),
  person_id: z.string().nullable(),
  person_name: shownName,
  is_manual: z.boolean(),
  /** For editors, of the faces in one photo: whom its file names there. */
  name_in_file: shownName.nullable(),
});
export const faces = z.object({ faces: z.array(face), total: z.number() });
export const facesOfPersonInput = byId.extend(page(listSizes.max));

export const facesLikeInput = byId.extend({ limit: wholeNumber(1, 50).default(listSizes.similarFaces) });
export const peopleLikeInput = z.object({
  gallery_id: id,
  /** Few enough for an address; more would say nothing new. */
  face_ids: idList.min(1).max(50),
  limit: wholeNumber(1, 50).default(listSizes.similarPeople),
});
export const peopleLike = z.object({
  people: z.array(z.object({ person_id: z.string(), distance: z.number() })),
});

const personName = text({ max: inputLimits.nameMax });
export const renamePersonInput = z.object({
  id,
  name: personName,
  /** The name that was on the screen. With it, another name given meanwhile is not replaced: 409. */
  seen_name: personName.optional(),
});
/** Given as the answer to a question: 409 where somebody else has said the contrary meanwhile. */
const as_answer = z.boolean().default(false);
/** The other one whom the question named, where it named two. */
const or_else = id.nullish();
/** Refused with 409 where two of these are on one photo, and so hardly the same person. */
const unless_together = z.boolean().default(false);
export const mergePeopleInput = z.object({
  id,
  person_ids: idList.min(1),
  as_answer,
  or_else,
  unless_together,
});
/** `person_id` null or missing: the faces become a new person. */
export const moveFacesInput = z.object({ gallery_id: id, face_ids: idList.min(1), person_id: id.nullish() });
export const rejectFacesInput = z.object({ id, face_ids: idList.min(1) });
export const hidePersonInput = z.object({ id, hidden: z.boolean() });
export const representativeInput = z.object({ id, face_id: id });
const decisionKind = z.enum([
  'renamed',
  'merged',
  'moved',
  'split',
  'rejected',
  'hidden',
  'shown',
  'representative',
  'kept_apart',
  'linked',
  'unlinked',
  'name_of_nobody',
  'nobody_known',
  'unanswered',
]);
export const decision = z.object({
  id: z.string(),
  kind: decisionKind,
  person_id: z.string().nullable(),
  person_name: shownName,
  /** Null when the person is no more. */
  person_number: z.number().nullable(),
  face_count: z.number(),
  made_by_name: z.string(),
  created_at: timestamp,
  undone_at: nullableTimestamp,
  can_undo: z.boolean(),
  params: z.record(z.string(), z.unknown()),
});
export const decisions = z.object({ decisions: z.array(decision), total: z.number() });
export const galleryHistoryInput = byId.extend(page(50));
const suggestion = z.object({
  first: person,
  second: person,
  /** Linked to a sibling of `second`, and as likely to be `first`. */
  or_else: person.nullable(),
  distance: z.number(),
});
/** Not all questions are asked at once: with `more`, others come when these are answered. */
const more = z.boolean();
/** `total`: those that wait included. */
export const suggestions = z.object({ suggestions: z.array(suggestion), total: z.number(), more });
export const keepApartInput = z.object({ first_id: id, second_id: id });
/** "Is this Mia Berg?", for editors: a person of the gallery who may be somebody of one of its clubs. */
const matchQuestionRow = z.object({
  person_id: z.string(),
  club_person_id: z.string(),
  name: z.string(),
  club_name: z.string(),
  /** The family said that it is them. */
  said_by_family: z.boolean(),
  /** An editor gave the person this name. Where neither holds, only the likeness of the faces says so. */
  has_name: z.boolean(),
  /** The last gallery that the viewer may read in which somebody was linked to them. */
  known_from: z.object({ gallery_name: z.string(), event_date: z.string() }).nullable(),
  /** A sibling who looks as much like the person. */
  or_else: z.object({ club_person_id: z.string(), name: z.string(), picture: knownFace }).nullable(),
  picture: knownFace,
});
export type MatchQuestionRow = z.output<typeof matchQuestionRow>;
export const matchQuestionsOfGallery = z.object({
  questions: z.array(matchQuestionRow.extend({ person })),
  more,
});
export type MatchQuestionOfGallery = z.output<typeof matchQuestionsOfGallery>['questions'][number];
export const linkPersonInput = z.object({ id, club_person_id: id, as_answer, or_else, unless_together });
export const takeBackDeclinedLinkInput = z.object({ id, club_person_id: id });
export const unlinkPersonInput = z.object({ id, club_id: id });
/** Before photos are shown outside the club: nobody of the club, or may be shown without an answer. */
export const markCheckedInput = z.object({
  gallery_id: id,
  person_ids: idList.min(1),
  checked_as: z.enum(['nobody_known', 'unanswered']),
});
/** People with the names that were on the screen. */
const seenNames = z
  .array(z.object({ id: z.string(), name: personName }))
  .min(1)
  .max(listSizes.max);
/** 409 where a name was changed meanwhile. */
export const nameIsNobodyInput = z.object({ gallery_id: id, people: seenNames });
/** Names typed in galleries of a club that its readers do not read yet, or no longer: those that fit somebody on the list first. */
export const typedNamesInput = byId.extend(page(listSizes.max));
export const typedNames = z.object({
  names: z.array(
    z.object({
      person_id: z.string(),
      number: z.number(),
      name: shownName,
      gallery_id: z.string(),
      gallery_name: z.string(),
      event_date: z.string(),
      /** Whom of the club's list the name fits. */
      fits: z.array(
        z.object({ club_person_id: z.string(), name: z.string(), born_in: z.number().nullable() }),
      ),
    }),
  ),
  total: z.number(),
  /** How many of them fit somebody. */
  fitting: z.number(),
  /** Names from before the upgrade that fit nobody are read until then, or until an administrator has seen these. */
  readable_until: nullableTimestamp,
});
/** Names that fit somebody of the list, or were changed meanwhile, are left as they are. */
export const namesAreNobodyInput = byId.extend({ people: seenNames });
export const namesAreNobody = z.object({ person_ids: z.array(z.string()) });
export const changedPerson = z.object({ person_id: z.string().nullable(), decision_id: z.string() });
