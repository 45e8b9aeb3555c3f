import type { z } from 'zod';
import type { CurrentConsent } from './consent.ts';

/**
 * A name as one viewer may read it. Only this file makes any, and answers about people in galleries take nothing else
 * (schemas/gallery-people.ts).
 */
export type ShownName = string & z.core.$brand<'ShownName'>;
export const noName = '' as ShownName;

/** What decides which name of a person a viewer reads in one gallery. */
export interface NameFacts {
  /** The name that an editor typed in the gallery; empty: none. */
  typed: string;
  /** May edit the people of the gallery. */
  isEditor: boolean;
  /** Reads the gallery only because it is public. */
  isOutsider: boolean;
  /** A club of the gallery keeps a list, and nobody has said that the typed name is nobody of that club. */
  isHeld: boolean;
  /** The people of clubs this person is linked to, one of each club at most. */
  links: readonly {
    name: string;
    /** Reads the names of that club's people in this gallery at all. */
    isReader: boolean;
    /** Is that person, or a guardian. */
    isFamily: boolean;
    /** Whether the name may be shown to others. */
    consent: CurrentConsent;
  }[];
}

/**
 * The name the viewer reads, or an empty string: then a number stands there. Editors and the family always read the name
 * of a linked person; others read it with consent only, and without it no typed name either. A typed name that is held back is
 * for editors alone. Outsiders read no names.
 */
export function shownName({ typed, isEditor, isOutsider, isHeld, links }: NameFacts): ShownName {
  const isRefused = links.some(({ consent }) => consent === 'no');
  const names = links
    .filter(
      ({ isFamily, isReader, consent }) =>
        isFamily || (isReader && (isEditor || (consent === 'yes' && !isRefused))),
    )
    .map(({ name }) => name);
  if (names.length > 0) return [...new Set(names)].join(' / ') as ShownName;
  return isEditor || (links.length === 0 && !isOutsider && !isHeld) ? (typed as ShownName) : noName;
}

/** The name given in the gallery, to those who may edit it; to others the same as `shownName`. */
export const editableName = (facts: NameFacts): ShownName =>
  facts.isEditor ? (facts.typed as ShownName) : shownName(facts);

export const nameOrNumber = (shown: ShownName, number: number): ShownName =>
  shown || (`Person ${number}` as ShownName);

/** A name that is held back, for those who decide about it. */
export const heldName = (typed: string): ShownName => typed as ShownName;

/** A name that a file says, for editors. */
export const nameInFile = (read: string): ShownName => read as ShownName;

/** The name in a club's list of somebody whom a person is linked to: for editors and the family. */
export const linkedName = ({ name }: NameFacts['links'][number]): ShownName => name as ShownName;
