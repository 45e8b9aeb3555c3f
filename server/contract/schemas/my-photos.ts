import { z } from 'zod';
import { listSizes } from '../list-sizes.ts';
import { box, byId, id, nullableTimestamp, page, timestamp } from './common.ts';
import { guardianRequest, ownAnswer } from './family.ts';
import { photo } from './photos.ts';

/** A picture that a family gave: the face alone, as a small JPEG. */
const reference = z.object({
  id: z.string(),
  /** A data URL. */
  picture: z.string(),
  created_at: timestamp,
  expires_on: z.string(),
  /** False: another recogniser is in force now, so the picture finds nothing. */
  in_force: z.boolean(),
});
export type ReferencePicture = z.output<typeof reference>;
/** Pictures by which photos are kept inside the club. */
export const guardPictures = z.object({ references: z.array(reference) });

/** Somebody of the viewer's family: the viewer, or a child. */
const familyMember = z.object({
  /** Of the person of the club. */
  id: z.string(),
  name: z.string(),
  first_name: z.string(),
  club_id: z.string(),
  club_name: z.string(),
  is_self: z.boolean(),
  /** Whether the person may be found in photos: what the family said, the strictest answer. */
  find: z.enum(['yes', 'no', 'unknown']),
  /** Whether the club allows the family to share photos of the person by link. */
  may_share: z.boolean(),
  /** Whether photos of the person may be shown outside the club: with a no, links would show nothing. */
  outside: z.enum(['yes', 'no', 'unknown']),
  /** What the viewer said; the strictest answer of all counts, and only who said no can take it back. */
  own_outside: ownAnswer,
  /** Whether the club may look for the person before it shows photos outside; asked once that was refused. */
  guard: z.enum(['yes', 'no', 'unknown']),
  references: z.array(reference),
});
export type FamilyMember = z.output<typeof familyMember>;
export const family = z.object({ members: z.array(familyMember) });

/**
 * `known`: a club knows the viewer or a child of the viewer. `claimed`: the viewer said who it is, and the club has not answered.
 * `possible`: the viewer may say so. `none`: nor that.
 */
const familyStatus = z.enum(['known', 'claimed', 'possible', 'none']);
export type FamilyStatus = z.output<typeof familyStatus>;
export const hasFamily = z.object({ status: familyStatus, asked: z.array(guardianRequest) });

/** Said by a human, or presumed from the references. */
const certainty = z.enum(['confirmed', 'probable']);
const ofEditors = { uploaded_by: true, damage: true, face_error: true, face_status: true } as const;
const foundPhoto = photo.omit(ofEditors).extend({
  gallery_name: z.string(),
  event_id: z.string(),
  event_name: z.string(),
  event_date: z.string(),
  certainty,
  /** The person of the gallery that was taken for the one looked for, and its face in the photo. */
  person_id: z.string(),
  box,
  /** Whether the viewer may say that it is not them on this photo alone: the person is linked to them and to nobody else. */
  can_reject: z.boolean(),
});
export type FoundPhoto = z.output<typeof foundPhoto>;
/**
 * `own`: galleries that the viewer has a reason of their own to read, and those where somebody said that it is them. `public`: the
 * newest public galleries of other clubs; none where the installation does not search them.
 */
const searchScope = z.enum(['own', 'public']);
export type SearchScope = z.output<typeof searchScope>;
const scope = searchScope.default('own');
export const foundPhotosInput = byId.extend({ scope, ...page(listSizes.photos) });
export const foundPhotos = z.object({
  photos: z.array(foundPhoto),
  total: z.number(),
  /** When the newest of all of them was added; the viewer has seen them up to there with `markSeen`. */
  newest_at: nullableTimestamp,
  /** Up to where the viewer had seen them before; null on the first visit, when nothing is new. */
  seen_until: nullableTimestamp,
  /** How many were added after that. */
  new_photos: z.number(),
  galleries: z.number(),
  /** How many of them are presumed; links of the family show those alone that a human confirmed. */
  unconfirmed: z.number(),
  /** Persons that the family may be asked about. */
  questions: z.number(),
});

export type FoundPhotosPage = z.output<typeof foundPhotos>;

export const markSeenInput = byId.extend({ seen_until: z.iso.datetime({ offset: true }) });

/** "Is this Mia?", or "Mia or Lina?": a person of a gallery by one of its faces. */
const matchQuestion = z.object({
  person_id: z.string(),
  /** Another of the family, as near as the one asked about; null: nobody is. */
  relative_id: z.string().nullable(),
  /** An editor said that it is not them, so that the refusal to be shown outside does not hold for the photos. */
  is_declined: z.boolean(),
  gallery_id: z.string(),
  gallery_name: z.string(),
  event_name: z.string(),
  photo_count: z.number(),
  photo: z.object({
    id: z.string(),
    width: z.number(),
    height: z.number(),
    thumbnail_urls: photo.shape.thumbnail_urls,
  }),
  box,
});
export type MatchQuestion = z.output<typeof matchQuestion>;
export const matchQuestionsInput = byId.extend({ scope });
export const matchQuestions = z.object({ questions: z.array(matchQuestion) });

/** Persons of galleries about whom the family said no, so that a no said by mistake can be turned into a yes. */
export const answeredNo = z.object({ people: z.array(matchQuestion), total: z.number() });
export type AnsweredNo = z.output<typeof answeredNo>;

export const answerInput = byId.extend({ person_id: id, answer: z.enum(['yes', 'no']) });
/** What was said before an answer, by which it is taken back; null: nothing, `open`: answers of merged persons differed. */
const earlierAnswer = z.enum(['yes', 'no', 'open']).nullable();
export const answered = z.object({
  earlier: earlierAnswer,
  /** On how many photos that the viewer may see the person is. */
  photo_count: z.number(),
});
export const takeBackAnswerInput = byId.extend({ person_id: id, earlier: earlierAnswer });
export const rejectInput = byId.extend({ person_id: id, photo_id: id });
export const rejected = z.object({ decision_id: z.string() });
export const takeBackRejectionInput = byId.extend({ decision_id: id });
export const referenceInput = byId.extend({ reference_id: id });

/** What a picture finds at this moment; null: with a picture that keeps photos inside nothing is searched. */
const foundBy = { photos: z.number().nullable(), galleries: z.number().nullable() };
/** What became of a picture that was sent. */
const sentReference = z.discriminatedUnion('state', [
  /** Several faces: the picture has to be sent again with a point within the right one. */
  z.object({ state: z.literal('choose_face'), faces: z.array(box) }),
  /** Only tried; nothing is kept. */
  z.object({ state: z.literal('tried'), ...foundBy }),
  z.object({ state: z.literal('saved'), ...foundBy }),
]);
/** What one picture finds at this moment, without anything kept. */
export const photoSearchAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('choose_face'), faces: z.array(box) }),
  z.object({ state: z.literal('found'), photos: z.array(foundPhoto) }),
]);
export type PhotoSearchAnswer = z.output<typeof photoSearchAnswer>;
export type SentReferencePicture = z.output<typeof sentReference>;
