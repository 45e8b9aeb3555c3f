import { z } from 'zod';
import { countLimits } from '../count-limits.ts';
import { inputLimits } from '../input-limits.ts';
import { listSizes } from '../list-sizes.ts';
import { box, flag, id, idList, nullableTimestamp, page, seen, text, timestamp } from './common.ts';
import { person, shownName } from './gallery-people.ts';
import { prepareSharedDownload } from './photos.ts';

/**
 * What a link shows: a whole gallery, the photos of some people in it, some photos, or one person of a club in all
 * galleries. A link of scope `collect` shows nothing: guests send photos by it. Fixed when it is created.
 */
const shareScope = z.enum(['gallery', 'people', 'photos', 'club_person', 'collect']);
export type ShareScope = z.output<typeof shareScope>;

export const shareLink = z.object({
  id: z.string(),
  gallery_id: z.string(),
  /** Empty, like the address, for those who may only end the link; they are told no numbers either. */
  token: z.string(),
  url: z.string(),
  name: z.string(),
  has_password: z.boolean(),
  /** It was made to show several galleries of the event. */
  is_common: z.boolean(),
  expires_at: nullableTimestamp,
  is_active: z.boolean(),
  allow_download: z.boolean(),
  /** Whether visitors may filter the photos by person, without names. */
  show_people: z.boolean(),
  status: z.enum(['active', 'inactive', 'expired']),
  view_count: z.number(),
  download_count: z.number(),
  created_at: timestamp,
  scope: shareScope.exclude(['club_person']),
  /** Of a link to people: who of them is still there, as the reader of the list reads their names. */
  people: z.array(z.object({ id: z.string(), name: shownName, number: z.number() })),
  /** How many photos a visitor is shown now. */
  photo_count: z.number(),
  /** How many photos are left out, because they show somebody who may not be shown outside the club, or by hand. */
  kept_inside: z.number(),
  /** How many people are in the photos that a visitor is shown now. */
  person_count: z.number(),
  /**
   * How many people in its photos nobody has checked: unknown to the club, or without an answer to be shown outside; and photos
   * whose file is hidden elsewhere.
   */
  to_check: z.number(),
});
export type ShareLink = z.output<typeof shareLink>;
/** Before it leaves the server. */
export type ShareLinkForViewer = z.input<typeof shareLink>;
export const shareLinks = z.object({
  links: z.array(shareLink),
  /** Links of other galleries of the event whose makers ask to show this one, too. */
  asked: z.array(z.object({ link_id: z.string(), asked_by: z.string().nullable() })),
});
/** The galleries of an event beside the one of a link. */
export const galleriesBeside = z.object({
  galleries: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      is_shown: z.boolean(),
      is_asked: z.boolean(),
      /** Whether the viewer may add it, or has to ask. */
      may_share: z.boolean(),
    }),
  ),
});
export const askGalleryInput = z.object({ id, gallery_id: id });
/** `joins` false takes the gallery out of the link, or declines. */
export const joinLinkInput = z.object({ id, link_id: id, joins: flag.default(true) });
/** A link in force to a gallery of a club, for its administrators, who end it. */
const clubLink = shareLink
  .pick({ id: true, gallery_id: true, name: true, scope: true, created_at: true, expires_at: true })
  .extend({ gallery_name: z.string() });
export const clubLinks = z.object({ links: z.array(clubLink) });

/** An empty or missing password means none; null takes an existing one away. Blanks alone are refused: visitors could not enter them. */
export const linkPassword = z
  .string()
  .max(inputLimits.passwordMax, `Password must be at most ${inputLimits.passwordMax} characters`)
  .refine(
    (password) => password === '' || password.trim().length >= inputLimits.linkPasswordMin,
    'Password is required',
  )
  .nullish();
const linkFields = {
  name: text({ max: inputLimits.nameMax }),
  password: linkPassword,
  /** A calendar date ends at the close of that day in the server's time zone; a timestamp is taken as it is. */
  expires_at: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'Please enter a valid date' })
    .nullish(),
};
export const showPeopleOfWholeGallery = 'People are shown by links to a whole gallery only';
// Unknown fields are refused: a link whose end or password is misspelt would be open without either.
export const createLinkInput = z
  .strictObject({
    id,
    ...linkFields,
    name: linkFields.name.default(''),
    is_active: flag.default(true),
    allow_download: flag.default(true),
    show_people: flag.default(false),
    /** Shows nothing: guests send photos by it, which wait for an editor. */
    collects: flag.default(false),
    /** Shows the photos of these people only, as they are grouped at the time of each visit. */
    person_ids: z.array(z.string()).min(1).max(countLimits.sharedPeopleMax).optional(),
    /** Shows these photos only. */
    photo_ids: z.array(z.string()).min(1).max(countLimits.sharedPhotosMax).optional(),
  })
  .refine(({ person_ids, photo_ids }) => !(person_ids && photo_ids), {
    path: ['photo_ids'],
    error: 'A link shows people or photos, not both',
  })
  .refine(({ show_people, person_ids, photo_ids }) => !(show_people && (person_ids || photo_ids)), {
    path: ['show_people'],
    error: showPeopleOfWholeGallery,
  })
  .refine(
    ({ collects, show_people, ...shown }) =>
      !(collects && (show_people || shown.person_ids || shown.photo_ids)),
    {
      path: ['collects'],
      error: 'A link that collects photos shows none',
    },
  );
export const updateLinkInput = z.strictObject({
  // A link that was read can be sent back whole; what cannot be changed is ignored.
  ...shareLink.partial().shape,
  id,
  ...linkFields,
  name: linkFields.name.optional(),
  is_active: flag.optional(),
  allow_download: flag.optional(),
  show_people: flag.optional(),
  seen,
});

/** The newest photos, and how many there are. */
const photoTiles = z.object({
  photos: z.array(
    z.object({
      id: z.string(),
      filename: z.string(),
      width: z.number(),
      height: z.number(),
      thumbnail_url: z.string(),
    }),
  ),
  total: z.number(),
});
const shownPerson = z.object({
  person,
  /** Photos of what is shared. */
  photo_count: z.number(),
});
/** Who is shown outside the club by a share link, or by a gallery if it becomes public. Names as in the gallery's people. */
export const sharingCheck = z.object({
  /** Questions that are asked before the photos leave the club: about people who refused, and what others ask the viewer. */
  to_ask: z.number(),
  /** These, and everybody without an answer or a name on the list. */
  to_check: z.number(),
  /** Linked to somebody who refused. */
  refused: z.array(z.object({ person, left_out: z.number(), blurred: z.number() })),
  /** Photos left out because of people who refused, also of clubs whose names the viewer does not read. */
  left_out: z.number(),
  /**
   * Who may be somebody who refused, by pictures that the family gave for that, by the questions of the gallery, or by the same
   * file in another gallery: one question for each, nearest first. Its people are not among the others.
   */
  likely_refusers: z.array(
    z.object({
      club_person_id: z.string(),
      name: z.string(),
      people: z.array(shownPerson),
      /** Photos that were added since, and are not shown until somebody answers. Until then they count as left out. */
      waiting: z.object({ photo_count: z.number(), until: z.string() }).nullable(),
    }),
  ),
  /**
   * People of the gallery's clubs who refused and may be among the unlinked, by name: nobody is linked to them, and nobody said that
   * they are not here. Ten at most.
   */
  refusers_to_place: z.array(z.object({ club_person_id: z.string(), name: z.string() })),
  /** The same of clubs whose names the viewer does not read. */
  refusers_of_others: z.array(z.object({ club_name: z.string(), count: z.number() })),
  /** Such photos because of people whose names the viewer does not read. */
  waiting_elsewhere: z.number(),
  /** Linked to somebody without an answer, and not checked yet. The most photos first. */
  unanswered: z.array(shownPerson),
  /** Linked to nobody, and not checked yet. The most photos first. */
  unlinked: z.array(shownPerson),
  /** Those of them whom the viewer may link, named as one person alone of the lists that the viewer reads. */
  named_as_listed: z.array(z.object({ person_id: z.string(), club_person_id: z.string(), name: z.string() })),
  /**
   * About whom the club is asked: their photos are not shown outside. Counted in `to_check` for those alone who are asked: who reads
   * the names of a club of the gallery and did not ask. `is_answered`: the club has, and the viewer does not read what; the answer of
   * the family counts.
   */
  asked: z.array(
    shownPerson.extend({
      asks_viewer: z.boolean(),
      is_answered: z.boolean(),
      asked_by: z.string().nullable(),
    }),
  ),
  /** Whether the viewer reads the names of a club of the gallery. */
  reads_list: z.boolean(),
  /** Somebody else may answer who the unlinked are. */
  can_ask_club: z.boolean(),
  /**
   * Shown, though the same file was taken down in another gallery that the viewer may read, or shows somebody there who refused;
   * nobody has said that they stay.
   */
  hidden_elsewhere: photoTiles,
  /**
   * Added after photos were deleted that showed people who refused, or were left out: not shown until somebody has said whether
   * they show them, too. `people`: as far as the viewer reads their names. `photo_ids`: those that can be answered about at once.
   */
  added_after_removal: photoTiles
    .extend({
      people: z.array(z.object({ club_person_id: z.string(), name: z.string() })),
      photo_ids: z.array(z.string()),
    })
    .optional(),
  /** Left out by hand. */
  kept_inside: photoTiles,
  /** Photos in which nobody was looked for yet. */
  pending_photos: z.number(),
});
export type SharingCheck = z.output<typeof sharingCheck>;
export const sharingCheckInput = z.object({
  id,
  /** Of what this link shows; without it of the whole gallery. */
  link_id: id.optional(),
});
/** All photos of a person, or chosen ones. `kept` false shows them, null takes either back. */
export const keepInsideInput = z
  .object({ id, person_id: id.optional(), photo_ids: idList.min(1).optional(), kept: z.boolean().nullable() })
  .refine(({ person_id, photo_ids }) => (person_id === undefined) !== (photo_ids === undefined), {
    path: ['photo_ids'],
    error: 'Choose a person or photos',
  });
/** Whether photos that were added may be shown: they show nobody who was on the deleted ones, or they are left out. */
export const answerAddedInput = z.object({ id, photo_ids: idList.min(1), shown: z.boolean() });
/** Who refused, and is on none of the photos; `absent` false takes it back. */
export const sayAbsentInput = z.object({ id, club_person_ids: idList.min(1), absent: z.boolean() });
/** Whose faces nobody knows who shares the gallery; `asked` false takes it back. */
export const askClubInput = z.object({ id, person_ids: idList.min(1), asked: z.boolean() });
/** Those that were not so before. */
export const keptInside = z.object({ photo_ids: z.array(z.string()) });

const token = z.string().max(200);
const passed = { password: z.string().max(1_024).optional(), unlock: z.string().max(2_000).optional() };
export const openLinkInput = z.object({ token, ...passed });
export const sharedPhotosInput = z.object({
  token,
  ...passed,
  ...page(listSizes.photos),
  /** One of the people that the link shows. */
  person_id: z.string().max(100).optional(),
});
export const visitorPeopleInput = z.object({ token, ...passed });

export const sharedDownloadInput = z.object({
  token,
  ...passed,
  ...prepareSharedDownload,
  /** One of the people that the link shows. */
  person_id: z.string().max(100).optional(),
});

export const sharedGallery = z.object({
  /** Of the gallery; of a link to one person, the first name. */
  name: z.string(),
  photo_count: z.number(),
  photographer_first_name: z.string(),
  photographer_last_name: z.string(),
  event_name: z.string(),
  /** Names of the clubs of the event; none for a link to one person. */
  clubs: z.array(z.string()),
  /** Null for a link to one person: its photos are of many events. */
  event_date: z.string().nullable(),
  created_at: timestamp,
  allow_download: z.boolean(),
  expires_at: nullableTimestamp,
  scope: shareScope.exclude(['collect']),
  show_people: z.boolean(),
  /**
   * The galleries of the event that the link shows, in the order in which they were added; none where it is this one alone. Each is
   * opened by its own token. Without a name: it asks for another password.
   */
  galleries: z.array(
    z.object({
      token: z.string(),
      name: z.string().nullable(),
      unlock_token: z.string().nullable(),
      is_open: z.boolean(),
    }),
  ),
  /** Short-lived proof that this link was opened; bound to the link and its password. */
  unlock_token: z.string(),
});
/** What a visitor by link learns of a photo: nothing about who uploaded it, where or how it is stored. */
export const sharedPhoto = z.object({
  id: z.string(),
  filename: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string().nullable(),
  thumbnail_url: z.string(),
  thumbnail_urls: z.object({ small: z.string(), medium: z.string(), large: z.string() }),
  download_url: z.string().nullable(),
  credit: z.string().nullable(),
  /** Where the photo is from, by a link to one person; null by links to one gallery. */
  source: z.object({ gallery_name: z.string(), event_name: z.string(), event_date: z.string() }).nullable(),
});
/** A person as visitors by link see them: a number and a picture, no name. */
const visitorPerson = z.object({
  id: z.string(),
  number: z.number(),
  photo_count: z.number(),
  representative_photo_url: z.string(),
  representative_photo_width: z.number().nullable(),
  representative_photo_height: z.number().nullable(),
  representative_bounding_box: box.nullable(),
});
export type VisitorPerson = z.output<typeof visitorPerson>;
export const visitorPeople = z.object({ people: z.array(visitorPerson) });
export const sharedPhotoPage = z.object({ photos: z.array(sharedPhoto), total: z.number() });
