import { z } from 'zod';
import { countLimits } from '../count-limits.ts';
import { inputLimits } from '../input-limits.ts';
import { listSizes } from '../list-sizes.ts';
import { box, byId, flag, id, nullableTimestamp, page, text, timestamp } from './common.ts';

const part = z.number().min(0).max(1);
/** Where the asker pointed, as parts of the photo's width and height. */
const mark = z.object({ x: part, y: part });
const takedownDecision = z.enum(['granted', 'declined']);

const request = {
  mark: mark.nullish(),
  reason: text({ max: inputLimits.takedownReasonMax, lines: true }).default(''),
  /** How the asker can be reached; those with an account need not say it. */
  contact: text({ max: inputLimits.nameMax }).default(''),
};
export const askTakedownInput = byId.extend(request);
export type TakedownRequest = Pick<z.input<typeof askTakedownInput>, keyof typeof request>;

/** Several photos at once: nobody is pointed at. */
const several = {
  photo_ids: z.array(id).min(1).max(countLimits.takedownPhotosMax),
  reason: request.reason,
  contact: request.contact,
};
export const askTakedownsInput = byId.extend(several);

const link = {
  token: z.string().max(200),
  password: z.string().max(1_024).optional(),
  unlock: z.string().max(2_000).optional(),
};
export const askSharedTakedownInput = z.object({ ...link, id, ...request });
export const askSharedTakedownsInput = z.object({ ...link, ...several });

/** What the asker learns. With the receipt, a visitor by link reads the decision, or takes the request back before. */
export const askedTakedown = z.object({
  id: z.string(),
  due_at: timestamp,
  receipt: z.string().nullable(),
  /** False: it was asked, and stays shown until it is decided, because the same asker was refused before. */
  hides: z.boolean(),
});
/** `id` is that of one of the requests; one receipt stands for all. */
export const askedTakedowns = askedTakedown.extend({ photo_count: z.number() });

const receipt = z.string().max(200);
export const withdrawTakedownInput = z.object({ ...link, receipt });
export const takedownStatesInput = z.object({
  ...link,
  receipts: z.array(receipt).max(countLimits.takedownReceiptsMax),
});
/** The requests whose receipts were sent, oldest first, as far as they are decided alike; those that are not known any more are left out. */
export const takedownStates = z.object({
  takedowns: z.array(
    z.object({
      receipt: z.string(),
      photo_count: z.number(),
      hides: z.boolean(),
      asked_at: timestamp,
      due_at: timestamp,
      decided: takedownDecision.nullable(),
      decided_at: nullableTimestamp,
      answer: z.string(),
    }),
  ),
});
const ownTakedown = z.object({
  /** Of the request, or of the batch that is decided together. */
  id: z.string(),
  gallery_id: z.string(),
  gallery_name: z.string(),
  photo_count: z.number(),
  hides: z.boolean(),
  asked_at: timestamp,
  due_at: timestamp,
  /** Of the viewer's family whoever is known to be on these photos. */
  family_ids: z.array(z.string()),
});
export type OwnTakedown = z.output<typeof ownTakedown>;
export const ownTakedownsInput = z.object({ gallery_id: id.optional() });
export const ownTakedowns = z.object({ takedowns: z.array(ownTakedown) });

export type TakedownState = z.output<typeof takedownStates>['takedowns'][number];

const state = {
  id: z.string(),
  asked_at: timestamp,
  due_at: timestamp,
  is_overdue: z.boolean(),
  decided: takedownDecision.nullable(),
  decided_at: nullableTimestamp,
};

/**
 * What hid a photo that nobody asked about: the deletion of a person at the family's wish or not, or of a club; or the same picture
 * was hidden or declined before.
 */
const takedownCause = z.enum(['family', 'person', 'club', 'again']);
export type TakedownCause = z.output<typeof takedownCause>;

/** A request as those read it who decide. */
const takedown = z.object({
  ...state,
  photo: z.object({
    id: z.string(),
    filename: z.string(),
    width: z.number(),
    height: z.number(),
    thumbhash: z.string().nullable(),
    thumbnail_url: z.string(),
  }),
  mark: mark.nullable(),
  /** The face that was pointed at. */
  face: box.nullable(),
  /** Name of the account that asked; null for visitors. */
  asked_by: z.string().nullable(),
  /** Name of the share link by which it was asked, empty for links without one; null for members. */
  share_link: z.string().nullable(),
  /** Null where somebody asked, and for photos that were hidden before it was stored. */
  cause: takedownCause.nullable(),
  reason: z.string(),
  contact: z.string(),
  decided_by: z.string().nullable(),
  answer: z.string(),
  /** Whether it hides the photo already while it is not decided. */
  hides: z.boolean(),
  /** How many photos of the gallery were hidden by the same deletion or asked about in one request, as far as they are decided alike: they follow each other in the list. */
  together: z.number(),
  /** While it is hidden: photos of the same file in other galleries in which the viewer decides. */
  same_file: z.array(z.object({ photo_id: z.string(), gallery_id: z.string(), gallery_name: z.string() })),
});
export type Takedown = z.output<typeof takedown>;
export const takedowns = z.object({ takedowns: z.array(takedown), total: z.number() });
export const takedownsOfGalleryInput = byId.extend(page(listSizes.max));

/** Why a photo is hidden, without who asked: a deletion, an account, a visitor; unknown: it was not stored, or who asked is gone. */
const takedownOrigin = z.enum([...takedownCause.options, 'account', 'visitor', 'unknown']);

/** A request as the club's administrators see it, without reason and asker; photos of one gallery that one deletion hid, or one request named, are one. */
const clubTakedown = z.object({
  /** With several photos, the id of one of the requests. */
  ...state,
  gallery_id: z.string(),
  gallery_name: z.string(),
  photo_count: z.number(),
  /** Whether the viewer may decide. */
  can_decide: z.boolean(),
  origin: takedownOrigin,
  /** Some of the photos, for those who may decide. */
  photos: z.array(z.object({ id: z.string(), thumbnail_url: z.string() })),
});
export type ClubTakedown = z.output<typeof clubTakedown>;
export const clubTakedowns = z.object({ takedowns: z.array(clubTakedown), total: z.number() });
export const takedownsOfClubInput = byId.extend(page(listSizes.users));

export const decideTakedownInput = byId.extend({
  takedown_id: id,
  decision: takedownDecision,
  /** Also about all other photos of the gallery of the same deletion or request that are decided alike. */
  together: flag.default(false),
  /** Needed to show a photo again, where somebody asked. */
  answer: text({ max: inputLimits.takedownAnswerMax }).default(''),
});
