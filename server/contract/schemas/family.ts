import { z } from 'zod';
import { askedPurposes, purposes, refusedOutside } from '../consent.ts';
import { inputLimits } from '../input-limits.ts';
import { fallbackLanguage, languageCodes } from '../languages.ts';
import { listSizes } from '../list-sizes.ts';
import { byId, calendarDate, id, name, nullableTimestamp, text, timestamp } from './common.ts';

/** What the viewer says about photos of themselves and of the children they are guardians of. */
const purpose = z.enum(purposes);
const current = z.enum(['yes', 'no', 'unknown']);
/** What the viewer said, whatever holds. */
export const ownAnswer = z.enum(['yes', 'no', 'withdrawn']).nullable();
const language = z.enum(languageCodes);

const consentText = z.object({ version: z.string(), body: z.string() });

const familyConsent = z.object({
  purpose,
  /** What holds: the strictest answer of all who may answer. */
  current,
  /** The viewer's own answer. */
  own: ownAnswer,
  text: consentText,
});
const familyPerson = z.object({
  id: z.string(),
  club_id: z.string(),
  club_name: z.string(),
  /** What a no to `outside` means in this club. */
  refused_outside: z.enum(refusedOutside),
  name: z.string(),
  relation: z.enum(['self', 'child']),
  /** Null for oneself. */
  guardianship_id: z.string().nullable(),
  /** Of a child: no other guardian answers, so what the viewer said ends with the viewer's guardianship. */
  is_only_guardian: z.boolean(),
  /** What is asked; `guard` only where `outside` is refused. */
  consents: z.array(familyConsent),
  /** Since when the club is asked to erase this person; null: it is not asked. */
  erasure_asked_at: nullableTimestamp,
});
export type FamilyPerson = z.output<typeof familyPerson>;
export const relations = ['child', 'self'] as const;
export type Relation = (typeof relations)[number];
/** A club asks whether the viewer is a guardian. */
export const guardianRequest = z.object({
  id: z.string(),
  club_name: z.string(),
  club_person_id: z.string(),
  name: z.string(),
});
export type GuardianRequest = z.output<typeof guardianRequest>;
export const family = z.object({
  people: z.array(familyPerson),
  asked: z.array(guardianRequest),
  /** Claims of the viewer that the club has not answered. */
  claims: z.array(
    z.object({
      id: z.string(),
      club_id: z.string(),
      club_name: z.string(),
      relation: z.enum(relations),
      name: z.string(),
      claimed_at: timestamp,
      /** Answered already; what was said takes effect when the club confirms the claim. */
      questions: z.array(
        z.object({
          purpose: z.enum(askedPurposes),
          answer: z.enum(['yes', 'no']).nullable(),
          text: consentText,
        }),
      ),
    }),
  ),
  /** Clubs that can be told "I am a parent of …": those of the viewer that take claims. */
  clubs: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Family = z.output<typeof family>;
export const familyInput = z.object({ language: language.default(fallbackLanguage) });

export const answerConsentInput = byId.extend({
  purpose,
  answer: z.enum(['yes', 'no']),
  language,
  /** The version that was read: another one in force is refused. */
  text_version: z.string().max(50),
});
/** Of a claim that waits: what is asked of everybody. */
export const answerClaimInput = answerConsentInput.extend({ purpose: z.enum(askedPurposes) });
export const claimInput = byId.extend({
  relation: z.enum(relations),
  name: name('Name'),
  /** Of a child. */
  born_on: calendarDate.nullable().default(null),
});
export const claimed = z.object({
  /** Of the claim; null: there is nothing to confirm, as the club knows already. */
  id: z.string().nullable(),
  /** Whom the viewer is, or is a guardian of, already. */
  known: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type Claimed = z.output<typeof claimed>;

/** Guardians and consents at the club. */
export const guardian = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  username: z.string(),
  state: z.enum(['asked', 'confirmed']),
  /** Until when the club can say that it is not them, after an invitation confirmed them; null: not, or not any more. */
  not_them_until: nullableTimestamp,
});
/** With how many open invitations for a guardian of this person. */
export const guardians = z.object({ guardians: z.array(guardian), open_invitations: z.number() });
export const guardiansInput = z.object({ id, club_person_id: id });
export const addGuardianInput = guardiansInput.extend({ user_id: id });
export const guardianInput = guardiansInput.extend({ guardianship_id: id });

/** Members who may be removed together. */
export const endingInput = z.object({ id, user_ids: z.array(id).min(1).max(listSizes.users) });
/** Whose guardianship ends with their memberships: first those for whom nobody else answers then. */
export const ending = z.object({
  children: z.array(z.object({ id: z.string(), name: z.string(), is_last: z.boolean() })),
  total: z.number(),
});
export type Ending = z.output<typeof ending>;

const guardianClaim = z.object({
  id: z.string(),
  relation: z.enum(relations),
  /** The name of the child as the member typed it; for oneself, of the member. */
  name: z.string(),
  claimed_at: timestamp,
  user_id: z.string(),
  user_name: z.string(),
  username: z.string(),
  born_on: z.string().nullable(),
  /** People of the club whom it may mean, the nearest first. */
  near: z.array(z.object({ id: z.string(), name: z.string(), born_on: z.string().nullable() })),
});
export type GuardianClaim = z.output<typeof guardianClaim>;
export const guardianClaims = z.object({ claims: z.array(guardianClaim), total: z.number() });
export const claimOfClubInput = z.object({ id, claim_id: id });
/** Without a person, one is added to the list with the name and birthday of the claim. */
export const approveClaimInput = claimOfClubInput.extend({ club_person_id: id.optional() });
/** Who was meant; the guardianship can be ended again. Null: the account is the person's own. */
export const approvedClaim = z.object({
  club_person_id: z.string(),
  guardianship_id: z.string().nullable(),
});

const paperAnswer = z.object({ purpose, answer: z.enum(['yes', 'no']) });
/** One paper: what it does not answer stays as it is. */
export const paperConsentInput = guardiansInput.extend({
  answers: z
    .array(paperAnswer)
    .min(1)
    .max(purposes.length)
    .refine((answers) => new Set(answers.map((each) => each.purpose)).size === answers.length, {
      message: 'No purpose twice',
    }),
  language,
  note: text({ max: inputLimits.noteMax }).default(''),
  valid_until: calendarDate.nullable().default(null),
});
const paperConsent = z.object({
  id: z.string(),
  purpose,
  answer: z.enum(['yes', 'no', 'withdrawn']),
  note: z.string(),
  said_at: timestamp,
  /** Who wrote it down; null: the account is gone. */
  recorded_by: z.string().nullable(),
  valid_until: z.string().nullable(),
  /** What would hold without it. */
  without: current,
});
export type PaperConsent = z.output<typeof paperConsent>;
export const paperConsentOfClubInput = guardiansInput.extend({ consent_id: id });
export const paperConsents = z.object({ papers: z.array(paperConsent) });
export const reminded = z.object({ reminded: z.number() });
