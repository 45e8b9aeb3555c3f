import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstFailures, firstSections, laterErrors } from '#client/i18n/first-sections.ts';
import { appRouter } from '#server/app-router.ts';
import { errorCodes } from '#server/contract/error-codes.ts';
import { errorsOf, type ProcedureMeta } from '#server/trpc/trpc.ts';
import { importsOf } from '#tests/architecture/imports-of.ts';

const sections = Object.keys(JSON.parse(readFileSync('client/i18n/en.json', 'utf8')) as object);
const otherParts = /\b(screen|withAllTexts)\(\s*\(\) => import\('[^']+'\)/g;
/** Names procedures and calls none. */
const staleTable = 'client/lib/stale-after.ts';
const textKey = /[`'"]([a-z_]+)\.[a-zA-Z_$]/g;

/** The client's files that are loaded, or can be, before another screen than a first one is opened. */
function filesOfFirstVisit(): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (file: string) => {
    if (
      found.has(file) ||
      file === staleTable ||
      !file.startsWith('client/') ||
      !/\.tsx?$/.test(file) ||
      !existsSync(file)
    )
      return;
    const text = readFileSync(file, 'utf8').replace(otherParts, 'screen(() => null');
    found.set(file, text);
    for (const { target, typeOnly } of importsOf(file, text)) if (!typeOnly) visit(target);
  };
  visit('client/main.tsx');
  return found;
}

test('the first visit has the texts of every section that its files name, and no others', () => {
  const files = filesOfFirstVisit();
  expect(files.has('client/app/routes/dashboard-page.tsx')).toBe(true);
  expect(files.has('client/app/routes/gallery-page.tsx')).toBe(false);
  const named = new Set<string>();
  for (const text of files.values())
    for (const [, section = ''] of text.matchAll(textKey)) if (sections.includes(section)) named.add(section);
  expect([...named].sort()).toEqual([...firstSections]);
});

test('the first visit has the texts of every failure that its files name, and no others', () => {
  const named = new Set<string>();
  for (const text of filesOfFirstVisit().values())
    for (const [, name = ''] of text.matchAll(/['"`]failed\.([a-z_]*)/g)) named.add(name);
  expect([...firstFailures].sort()).toEqual([...named].sort());
});

test('the first visit has the texts of every error that its calls can answer', () => {
  const source = [...filesOfFirstVisit().values()].join('\n');
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { meta?: ProcedureMeta } }
  >;
  const codes = { first: new Set<string>(), later: new Set<string>() };
  for (const [name, { _def }] of Object.entries(procedures)) {
    const isCalled = new RegExp(`\\b${name.replace('.', '[./]')}\\b`).test(source);
    for (const code of errorsOf(_def.meta)) codes[isCalled ? 'first' : 'later'].add(code);
  }
  // Pictures of faces are sent from other screens, logout tokens by providers, keys by programs, other versions of photos by the gallery; what they are answered is not
  // declared by procedures.
  for (const file of [
    'features/faces/my-photos/read-face',
    'features/faces/my-photos/send-reference-picture',
    'features/people/oidc/end-sessions-by-provider',
    'features/accounts/api-keys/require-key',
    'http/build-request-context',
    'features/galleries/photos/replace-photo',
    'rest/uploads/replace-routes',
  ])
    for (const [, code] of readFileSync(`server/${file}.ts`, 'utf8').matchAll(/AppError\('(\w+)'/g))
      codes.later.add(code!);
  // What uploads answer is not declared by procedures.
  const isSaidToUploads = (code: string) => code.startsWith('upload_');
  // What the client itself says stands in its files.
  const isSaidHere = (code: string) => source.includes(`'${code}'`) || source.includes(`errors.${code}`);
  // Said by the second screen of signing in, and by settings, which bring all texts.
  const isSaidLater = (code: string) => code.includes('second_factor_');
  const later = errorCodes.filter(
    (code) =>
      isSaidLater(code) ||
      ((codes.later.has(code) || isSaidToUploads(code)) && !codes.first.has(code) && !isSaidHere(code)),
  );
  expect([...laterErrors].sort()).toEqual(later.sort());
});
