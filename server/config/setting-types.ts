import { z } from 'zod';

export const text = z.string().trim().min(1);
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const yesOrNo = (unset: boolean) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default(unset ? 'true' : 'false')
    .transform((value) => value === 'true');

/** What docs/operate/settings.md and .env.example say of a setting, in Markdown with links as in that page. */
export interface SettingMeta {
  meaning: string;
  /** What holds when it is unset, where that is no fixed value. */
  unset?: string;
}

/** Adds to the schema of a setting what is said of it; comes last, because other methods of zod lose it. */
export const explained = <S extends z.ZodType>(schema: S, meaning: string, unset?: string): S =>
  schema.meta({ meaning, ...(unset !== undefined && { unset }) } satisfies SettingMeta);
