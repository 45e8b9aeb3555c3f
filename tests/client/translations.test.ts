import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditActions } from '#server/contract/audit-actions.ts';
import { errorCodes } from '#server/contract/error-codes.ts';

type Tree = { [key: string]: string | Tree };

const root = join(import.meta.dirname, '../../client');
const read = (language: string) =>
  JSON.parse(readFileSync(join(root, `i18n/${language}.json`), 'utf8')) as Tree;
const flatten = (tree: Tree, path = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value]] : [...flatten(value, `${path}${key}.`)],
    ),
  );
const en = flatten(read('en'));
const de = flatten(read('de'));

const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const literals = new Set([...source.matchAll(/['"]([a-z_]+(?:\.[^'"]+)+)['"]/g)].map(([, key]) => key));
// t(`bulk.${kind}.title`) uses every key that matches the template.
const shapes = [...source.matchAll(/t\(\s*`([^`]+)`/g)].map(
  ([, template = '']) =>
    new RegExp(
      `^${template
        .replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '@@')
        .replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')
        .replaceAll('@@', '[^.]+')}$`,
    ),
);

/** Keys of the buttons that confirm dialogs of useConfirm() have beside Cancel. */
const confirmKeys = [...source.matchAll(/\bconfirm: t\(([^)]*)\)/g)].flatMap(([, argument = '']) => {
  const keys = [...argument.matchAll(/['"]([a-z_]+\.[^'"]+)['"]/g)].map(([, key = '']) => key);
  const template = /`([^`]+)`/.exec(argument)?.[1]?.replace(/\$\{[^}]*\}/g, '[^.]+');
  const matching = template
    ? [...en.keys()].filter((key) => new RegExp(`^${template}$`).test(base(key)))
    : [];
  return [...keys, ...matching].filter((key) => !key.startsWith('validation.'));
});

describe('translations', () => {
  it.each([
    ['en', en],
    ['de', de],
  ] as const)('no button of a dialog reads like Cancel beside it (%s)', (_, texts) => {
    expect(confirmKeys.length).toBeGreaterThan(25);
    const cancel = (texts.get('common.cancel') ?? '').toLowerCase();
    const alike = [...texts].filter(
      ([key, text]) =>
        (confirmKeys.includes(key) || confirmKeys.includes(base(key))) && text.toLowerCase().includes(cancel),
    );
    expect(alike).toEqual([]);
  });

  it('exist in every language', () => {
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
  });

  it('name every action of the audit log, and no other', () => {
    const named = [...en.keys()].filter((key) => key.startsWith('audit.action.'));
    const actions = auditActions.map((action) => `audit.action.${action.replace('.', '_')}`);
    expect(named.sort()).toEqual(actions.sort());
  });

  it('end no sentence with a name that may end in a full stop, as “TSV Waldau e. V.”', () => {
    const mail = (language: string) =>
      flatten(
        JSON.parse(
          readFileSync(
            join(root, `../server/features/administration/mail/rendering/texts/${language}.json`),
            'utf8',
          ),
        ) as Tree,
      );
    // What these stand for is, or may contain, the name of a club.
    const atTheEnd = /\{\{(club|clubs|event|galleries|gallery|installation|of|source)\}\}\.(?!\S)/;
    const doubled = [en, de, mail('en'), mail('de')].flatMap((texts) =>
      [...texts].filter(([, text]) => atTheEnd.test(text)),
    );
    expect(doubled).toEqual([]);
  });

  it('are never empty', () => {
    for (const [key, text] of [...en, ...de]) expect(text.trim(), key).not.toBe('');
  });

  it('use the same facts in every language', () => {
    const facts = (text = '') => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
    for (const [key, text] of en) expect(facts(de.get(key)), key).toEqual(facts(text));
  });

  it('are not left in English', () => {
    // Words that are the same in both languages, and names of formats and models.
    const same = new Set(
      [...en]
        .filter(([key, text]) => de.get(key) === text && /\p{L}{4,}/u.test(text.replace(/\{\{\w+\}\}/g, '')))
        .map(([, text]) => text),
    );
    const allowed = [
      'Name',
      'Link',
      'Administration',
      'Original',
      'Passkeys',
      'Person',
      '{{n}} Person',
      'Person {{number}}',
      '{{count}}',
      'Status',
      'Superuser',
      'UltraFace',
      'EdgeFace-XS',
      'MobileFaceNet (foamliu)',
      'Windows (1252)',
      'Mac OS Roman',
      'SFace (OpenCV)',
    ];
    expect([...same].filter((text) => !allowed.includes(text))).toEqual([]);
  });

  it('speak of every error code', () => {
    for (const code of errorCodes) expect(en.has(`errors.${code}`), code).toBe(true);
  });

  it('are all used', () => {
    const unused = [...en.keys()].filter((key) => {
      if (key.startsWith('errors.') || key.startsWith('validation.')) return false;
      return !literals.has(base(key)) && !literals.has(key) && !shapes.some((shape) => shape.test(base(key)));
    });
    expect(unused).toEqual([]);
  });

  it('address Germans politely', () => {
    for (const [key, text] of de) expect(/\b(du|dein|deine|deinen|dir|dich)\b/i.test(text), key).toBe(false);
  });
});

describe('validation sentences of the contract', () => {
  const folder = join(import.meta.dirname, '../../server/contract/schemas');
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const sentences = new Set(
    files
      .join('\n')
      .split('\n')
      .filter((line) => !line.trim().startsWith('*') && !line.trim().startsWith('//'))
      .flatMap((line) =>
        [...line.matchAll(/(['`])([A-Z](?:(?!\1).)*? (?:(?!\1).)*)\1/g)].map(([, , text = '']) => text),
      ),
  );

  const keyOf = (text: string) =>
    text
      .replace(/: .*/, '')
      .replace(/\$\{[^}]+\}/g, '#')
      .replace(/\d+/g, '#')
      .replace(/\.$/, '');
  const untranslated = (texts: Iterable<string>) =>
    [...texts].map(keyOf).filter((key) => !en.has(`validation.${key}`));

  it('are translated', () => {
    const missing = untranslated(sentences).filter((key) => !key.startsWith('#'));
    expect(
      missing.filter((key) => /required|must|least|most|valid|only|number|allowed|change/i.test(key)),
    ).toEqual([]);
  });

  it('are translated where a rule outside the contract says them', () => {
    const rules = join(import.meta.dirname, '../../server/features');
    const code = readdirSync(rules, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(rules, file), 'utf8'))
      .join('\n');
    const said = [...code.matchAll(/(?:fieldError\('[a-z_]+', |msg: )(['`])(.+?)\1/g)].map(
      ([, , text = '']) => text,
    );
    expect(said.length).toBeGreaterThan(5);
    expect(untranslated(said)).toEqual([]);
  });
});
