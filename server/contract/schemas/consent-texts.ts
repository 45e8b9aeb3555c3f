import { z } from 'zod';
import { purposes } from '../consent.ts';
import { inputLimits } from '../input-limits.ts';
import { languageCodes } from '../languages.ts';
import { byId, seen, text } from './common.ts';

/** What families agree to, word for word, in the club's own words or in those of the release. */
const consentText = z.object({
  purpose: z.enum(purposes),
  language: z.enum(languageCodes),
  version: z.string(),
  body: z.string(),
  /** The text that comes with the release. */
  release_body: z.string(),
});
export type ConsentTextInForce = z.output<typeof consentText>;
export const consentTexts = z.object({ texts: z.array(consentText) });

const body = text({ required: 'A text is required', max: inputLimits.consentTextMax, lines: true });
/** A new version in every language; answers keep the version that was read. */
export const saveConsentTextInput = byId.extend({
  purpose: z.enum(purposes),
  bodies: z.object({ en: body, de: body }),
  seen,
});
