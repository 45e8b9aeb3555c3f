import { expect, test } from 'vitest';
import type { z } from 'zod';
import { appRouter } from '#server/app-router.ts';
import { type Person, type person, shownName } from '#server/contract/schemas/gallery-people.ts';
import type { ProcedureMeta } from '#server/trpc/trpc.ts';

/**
 * Every answer that readers of galleries get: a field that can hold a person's name takes only what was made for the viewer
 * (contract/name-visibility.ts). A new field fails here until it does, or is said to name something else.
 */
const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { meta?: ProcedureMeta; output?: z.ZodType } }
>;

/** Things, and accounts that act in a gallery or in the viewer's own club. */
const namesSomethingElse = new Set([
  ...['event_name', 'gallery_name', 'club_name', 'club_names', 'filename', 'file_name'],
  ...['photographer_first_name', 'photographer_last_name', 'photographer_username'],
  ...['made_by_name', 'inviter_name', 'created_by_username', 'guest_name'],
]);
/** By procedure and field, whose name stands there. */
const others: Record<string, string> = {
  'galleries name': 'gallery',
  'galleries clubs[].name': 'club',
  'galleries photographers[].name': 'account that photographs',
  'galleries users[].name': 'account with access, for those who manage it',
  'galleries users[].username': 'account with access, for those who manage it',
  'shareLinks name': 'link',
  'apiKeys keys[].name': 'key',
  'shareLinks links[].name': 'link',
  'shareLinks galleries[].name': 'gallery that the viewer sees',
  'openedShareLink galleries[].name': 'gallery',
  'guestPhotos open_links[].name': 'link',
  'shareLinks added_after_removal.people[].name': 'of a club whose names the viewer reads: readsNamesIn',
  'shareLinks likely_refusers[].name': 'of a club whose names the viewer reads: readsNamesIn',
  'shareLinks refusers_to_place[].name': 'of a club whose names the viewer reads: readsNamesIn',
  'shareLinks named_as_listed[].name': 'of a club whose names the viewer reads: readsNamesIn',
  'openedShareLink name': 'gallery, link or installation',
  'clubPeople people[].name': 'of a club whose names the viewer reads: readsNamesIn',
  'galleryPeople adds_to[].name': 'club',
  'galleryPeople people[].name': 'of a club whose names the viewer reads: readsNamesIn',
  'galleryPeople questions[].name': 'of a club whose names the viewer reads: readsNamesIn',
  'galleryPeople questions[].or_else.name': 'of a club whose names the viewer reads: readsNamesIn',
  'galleries quotas[].name': 'club or photographer',
  'clubs clubs[].name': 'club',
  'events events[].name': 'event',
  'events clubs[].name': 'club',
  'stats clubs[].name': 'club',
  'stats name': 'gallery',
  'installationSettings name': 'installation',
  'myPhotos asked[].name': 'whom a club asks the viewer about',
  'myPhotos members[].name': 'of the own family',
  'myPhotos members[].first_name': 'of the own family',
};
/** Answers about accounts, invitations and families; who gets them stands in the rule of each procedure. */
const withoutGalleries =
  /^(auth|oidc|passkeys|secondFactor|users|invitations|family|notifications|calendar|clubPeople\.list)/;

/** Text in an answer, with its path. */
function* texts(schema: z.core.$ZodType, path: string): Generator<[string, z.core.$ZodType]> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'string') yield [path, schema];
  else if (def.type === 'object')
    for (const [key, value] of Object.entries(def.shape)) yield* texts(value, path ? `${path}.${key}` : key);
  else if (def.type === 'array') yield* texts(def.element, `${path}[]`);
  else if (def.type === 'record') yield* texts(def.valueType, `${path}{}`);
  else if (def.type === 'union') for (const option of def.options) yield* texts(option, path);
  else if (def.type === 'pipe') yield* texts(def.out, path);
  else if ('innerType' in def) yield* texts(def.innerType, path);
}

const readsGalleries = ([path, { _def }]: (typeof entries)[number]) =>
  /^(gallery\.|public|signed-in)/.test(
    _def.meta?.access === 'guarded' ? (_def.meta.rule ?? '') : (_def.meta?.access ?? ''),
  ) && !withoutGalleries.test(path);
const entries = Object.entries(procedures);

test('names of people in galleries come from one place', () => {
  const unknown: string[] = [];
  let shown = 0;
  for (const [path, { _def }] of entries.filter(readsGalleries)) {
    if (!_def.output) continue;
    for (const [field, schema] of texts(_def.output, '')) {
      const key = field.split('.').at(-1)!.replace('[]', '');
      if (!/name/i.test(key)) continue;
      if (schema === shownName) shown += 1;
      else if (!namesSomethingElse.has(key)) {
        const short = field.replace(/^(galleries\[\]\.|.*_(?=clubs\[\]))/, '');
        if (!others[`${path.split('.')[0]} ${short}`]) unknown.push(`${path} ${field}`);
      }
    }
  }
  expect(unknown).toEqual([]);
  expect(shown).toBeGreaterThan(15);
});

test('and the compiler takes no other text for them', () => {
  // @ts-expect-error: only contract/name-visibility.ts makes names that are shown
  const notMade: z.input<typeof person>['name'] = 'Mia Berg';
  const asRead: Person['name'] = notMade;
  expect(asRead).toBe('Mia Berg');
});
