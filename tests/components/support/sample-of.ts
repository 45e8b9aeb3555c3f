import type { z } from 'zod';

interface Def {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  items?: z.ZodType[];
  left?: z.ZodType;
  right?: z.ZodType;
  entries?: Record<string, string | number>;
  values?: unknown[];
  getter?: () => z.ZodType;
}

const time = '2026-05-17T10:30:00.000Z';

/**
 * A value that a schema of the contract accepts: lists with one entry, nothing absent, flags true. Texts carry the name of
 * their field, so that a test can find them on the screen.
 */
export function sampleOf(schema: z.ZodType, name = 'text'): unknown {
  const def = schema.def as unknown as Def;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).map(([key, field]) => [key, sampleOf(field, key)]),
      );
    case 'array':
      return [sampleOf(def.element as z.ZodType, name)];
    case 'tuple':
      return (def.items ?? []).map((item) => sampleOf(item, name));
    case 'record':
      return {};
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return sampleOf(def.innerType as z.ZodType, name);
    case 'pipe':
      return sampleOf(def.in as z.ZodType, name);
    case 'lazy':
      return sampleOf((def.getter as () => z.ZodType)(), name);
    case 'union':
      return sampleOf(def.options?.[0] as z.ZodType, name);
    case 'intersection':
      return {
        ...(sampleOf(def.left as z.ZodType, name) as object),
        ...(sampleOf(def.right as z.ZodType, name) as object),
      };
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'boolean':
      return true;
    case 'number':
    case 'int':
      return 1;
    case 'string':
      return textOf(schema, name);
    default:
      return null;
  }
}

/** A text that fits the name of its field; one with a format of its own fits that. */
function textOf(schema: z.ZodType, name: string): string {
  const fitting = [
    `${name} 1`,
    time,
    time.slice(0, 10),
    '8d6f0d6e-5b1c-4f0e-9a51-3f0c4b2f7a10',
    'a1',
    'a1@example.org',
  ];
  if (name === 'id' || name.endsWith('_id')) fitting.unshift(`${name}-1`);
  if (name.endsWith('_at')) fitting.unshift(time);
  if (name.endsWith('date')) fitting.unshift(time.slice(0, 10));
  if (name.endsWith('url')) fitting.unshift(name === 'url' ? 'https://photos.example/link' : '/picture.jpg');
  return fitting.find((text) => schema.safeParse(text).success) ?? '';
}
