import { z } from 'zod';
import { countLimits } from '../count-limits.ts';
import { inputLimits } from '../input-limits.ts';
import { retentionMonths } from '../lifetimes.ts';
import { listSizes } from '../list-sizes.ts';

// Control characters other than tab and line feed never reach the database (Postgres text cannot hold NUL).
const controlCharacters = /[\p{Cc}]/u;
const controlButLines = /[^\P{Cc}\n\t]/u;
const loneSurrogate = /\p{Cs}/u;

/** Characters that draw nothing by themselves, as Unicode lists them. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** U+2800, a Braille cell without dots, draws nothing either and is in no such list. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/u;
/** Dashes of every script, the minus sign, the hyphen bullet and the modifier minus. */
const dashes = /[\p{Dash_Punctuation}\u2212\u2043\u02D7]/gu;

/**
 * Embeddings, overrides and isolates of writing direction (UAX #9): one without its end turns the rest of the sentence in
 * which a name stands. Scripts from right to left need none of them.
 */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Text that shows nothing is no text. */
const trimmed = (value: string) => (visible.test(value) ? value.normalize('NFC').trim() : '');
const clean = (value: string) => trimmed(value.replace(directionControls, ''));
const cleanLines = (value: string) => clean(value.replace(/\r\n?/g, '\n'));

/** Different usernames must look different: no invisible characters (they are refused, not removed), one kind of hyphen. */
const cleanUnmistakable = (value: string) => trimmed(value).replace(dashes, '-');

type TextRule = {
  required?: string;
  min?: [number, string];
  max: number;
  lines?: boolean;
  unmistakable?: boolean;
};

/** Text as people type it: trimmed, NFC, no control characters, measured after trimming. Marks of direction are removed. */
export function text({ required, min, max, lines = false, unmistakable = false }: TextRule) {
  const forbidden = [lines ? controlButLines : controlCharacters, loneSurrogate];
  if (unmistakable) forbidden.push(invisible);
  let rule = z.string().check((context) => {
    if (forbidden.some((characters) => characters.test(context.value)))
      context.issues.push({
        code: 'custom',
        input: context.value,
        message: 'Contains characters that are not allowed',
      });
  });
  if (required) rule = rule.min(1, required);
  if (min) rule = rule.min(...min);
  rule = rule.max(max, `Must be at most ${max} characters`);
  return z
    .string(required ? { error: required } : undefined)
    .max(max * 4 + 1_000, `Must be at most ${max} characters`)
    .transform(unmistakable ? cleanUnmistakable : lines ? cleanLines : clean)
    .pipe(rule);
}

export const name = (label: string) => text({ required: `${label} is required`, max: inputLimits.nameMax });
export const description = text({ max: inputLimits.descriptionMax, lines: true });

/** After how many months something ends. */
export const months = z
  .number()
  .int('Must be a whole number')
  .min(1, 'Must be at least 1')
  .max(retentionMonths.max, `Must be at most ${retentionMonths.max}`);

/** Ids are opaque to callers. One that is no UUID names nothing, so loaders answer 404, never 500. */
export const id = z.string().max(200);
export const byId = z.object({ id });
export const idList = z.array(id).max(countLimits.bulkMax);

/**
 * Parts between dots, none of them empty. Of zod's own patterns those that refuse empty parts refuse domains with umlauts
 * too, and the others take both.
 */
export const email = text({ required: 'Email is required', max: inputLimits.emailMax }).pipe(
  z
    .string()
    .regex(
      /^[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)*@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/,
      'Please enter a valid email address',
    ),
);

export const username = text({
  required: 'Username is required',
  min: [inputLimits.usernameMin, `Username must be at least ${inputLimits.usernameMin} characters`],
  max: inputLimits.usernameMax,
  unmistakable: true,
});

/** Passwords are taken as they are: no trimming, no truncation. */
export const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(
    inputLimits.accountPasswordMin,
    `Password must be at least ${inputLimits.accountPasswordMin} characters`,
  )
  .max(inputLimits.passwordMax, `Password must be at most ${inputLimits.passwordMax} characters`);

export const slug = text({
  required: 'Slug is required',
  min: [inputLimits.slugMin, `Slug must be at least ${inputLimits.slugMin} characters`],
  max: inputLimits.slugMax,
}).pipe(z.string().regex(/^[a-z0-9-]+$/, 'Slug may only contain lowercase letters, digits and hyphens'));

/** There is no year 0 in the calendar, and none in the database. */
export const calendarDate = z.iso
  .date('Please enter a valid date')
  .refine((date) => date >= '0001-01-01', 'Please enter a valid date');

export const search = z
  .string()
  .max(inputLimits.searchMax, `Must be at most ${inputLimits.searchMax} characters`)
  .transform((value) => clean(value.replaceAll('\u0000', '')))
  .optional();

/** Numbers and switches also arrive as text, from query strings and forms; nothing else is coerced. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,12}$/, 'Must be a whole number')
        .transform(Number),
    ])
    .pipe(
      z
        .number()
        .int('Must be a whole number')
        .min(minimum, `Must be at least ${minimum}`)
        .max(maximum, `Must be at most ${maximum}`),
    );
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

export const page = (defaultLimit: number) => ({
  limit: wholeNumber(1, listSizes.max).default(defaultLimit),
  offset: wholeNumber(0, 10_000_000).default(0),
});

/** ISO 8601 in UTC on the wire; the database hands out Date. */
export const timestamp = z
  .union([z.date().transform((date) => date.toISOString()), z.string()])
  .pipe(z.string());
export const nullableTimestamp = timestamp.nullable();
/**
 * What a form was opened with: values of fields as they were read, by field. Where one of them is neither that nor what is sent any
 * more, nothing is changed: `edit_conflict`. Missing: what is there is replaced.
 */
export const seen = z.record(z.string(), z.unknown()).optional();
export const done = z.object({ ok: z.literal(true) });
export const box = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });
