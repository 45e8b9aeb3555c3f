import type { Credit, OutgoingMetadata, RenditionResult } from '#server/app-context.ts';
import { zoneOfServer } from '#server/clock.ts';
import { creditText } from '#server/contract/credit-text.ts';

/** Rises when files are read otherwise, so that photos of before are read again: reread-metadata.ts. */
export const METADATA_REVISION = 3;

export type TakenColumns = {
  taken_at: string | null;
  /** What a clock showed at the place, without a zone; of a day without a time the day alone. */
  taken_at_local: string | null;
  /** Minutes ahead of UTC; null: the file does not say, and the zone of the server was taken. */
  taken_at_offset: number | null;
  taken_at_zone: string | null;
};

export const takenColumns = (taken: RenditionResult['taken']): TakenColumns => ({
  taken_at: taken?.utc ?? null,
  taken_at_local: taken?.local ?? null,
  taken_at_offset: taken?.offset ?? null,
  taken_at_zone: taken && taken.offset === null ? zoneOfServer() : null,
});

/** What a file says of its author, as the row keeps it: texts without addresses and telephone numbers; null where none is left. */
export function storedCredit(credit: Credit | null): string | null {
  const { data_mining, ...texts }: Credit = credit ?? {};
  const kept = Object.entries(texts).flatMap(([field, text]) => {
    const cleaned = creditText(text ?? '');
    return cleaned === '' ? [] : [[field, cleaned]];
  });
  if (kept.length === 0 && !data_mining) return null;
  return JSON.stringify({ ...Object.fromEntries(kept), ...(data_mining && { data_mining }) });
}

/** What rows say of author and time. */
export type MetadataColumns = Omit<TakenColumns, 'taken_at' | 'taken_at_zone'> & {
  credit: Credit | null;
  credit_line: string | null;
};
export const metadataColumns = ['credit', 'credit_line', 'taken_at_local', 'taken_at_offset'] as const;

const creditLineFor = ({ credit, credit_line }: Pick<MetadataColumns, 'credit' | 'credit_line'>) =>
  credit?.credit ?? credit_line ?? undefined;

/** Whom a page credits, as the credit line of a newspaper: "creator / agency"; where neither is known, who has the rights. */
export function shownCredit(photo: Pick<MetadataColumns, 'credit' | 'credit_line'>): string | null {
  const names = [photo.credit?.creator, creditLineFor(photo)].filter((name) => name !== undefined);
  return [...new Set(names)].join(' / ') || photo.credit?.copyright || null;
}

/**
 * All that a picture says that leaves the server: of its author, and when it was taken on the clock of the place. Nothing of anybody
 * else. The account's line stands where the file names nobody to be credited.
 */
export function outgoingMetadata(photo: MetadataColumns): OutgoingMetadata {
  const credit = creditLineFor(photo);
  const whole = photo.credit || credit ? { ...photo.credit, credit } : undefined;
  const { taken_at_local: local, taken_at_offset: offset } = photo;
  return { credit: whole, taken: local === null ? undefined : { local, offset } };
}
