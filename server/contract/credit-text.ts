import { inputLimits } from './input-limits.ts';

const EMAIL = /\S+@\S+/gu;
const WEB = /\b(?:https?:\/\/|www\.)\S+/giu;
const TELEPHONE =
  /(?:\b(?:tel(?:efon|ephone)?|phone|fon|fax|mobile?|handy|cell)\b[.:]*\s*)?(?:\+|\(0|\b0)[\d\s()/.-]{6,}\d|\b(?:tel(?:efon|ephone)?|phone|fon|fax|mobile?|handy|cell)\b[.:]*\s*\d[\d\s()/.-]{4,}\d|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/giu;
const STREET =
  /[\p{L}.-]+(?:\s?str(?:aße|asse|\.)|weg|allee|platz|gasse|\s(?:Street|Road|Avenue|Lane|Drive))\s*\d+\s?\p{Ll}?(?=[\s,;]|$)|\b\d+\s[\p{L}.-]+\s(?:Street|St\.|Road|Rd\.|Avenue|Ave\.|Lane|Drive)(?=[\s,;]|$)/giu;
const TOWN = /\b(?:[DAC]H?-)?\d{4,5}\s\p{Lu}[\p{L}-]+(?:\s(?:am|an der|im|a\.|b\.)\s[\p{L}.-]+)?/gu;
/** Years look like numbers of towns: "2024 Anna Meier". */
const YEAR = /^(?:19|20)\d\d\s/;

/** One line without addresses and telephone numbers, at most 200 characters; '' where nothing is left. */
export function creditText(text: string): string {
  const cleaned = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(EMAIL, ' ')
    .replace(WEB, ' ')
    .replace(TELEPHONE, ' ')
    .replace(STREET, ' ')
    .replace(TOWN, (town) => (YEAR.test(town) ? town : ' '))
    .replace(/\s+/g, ' ')
    .replace(/\s([,;])/g, '$1')
    .replace(/(?:[,;|/·–-]\s?)+(?=[,;|/·–-])/g, '')
    .replace(/^[\s,;|/·–-]+|[\s,;|/·–-]+$/g, '');
  return [...cleaned].slice(0, inputLimits.creditLineMax).join('').trim();
}
