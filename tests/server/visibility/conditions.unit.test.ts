import { readdirSync } from 'node:fs';
import { type OperationNode, PostgresQueryCompiler, type RawBuilder, type RawNode, sql } from 'kysely';
import { expect, test } from 'vitest';
import { byKey, type Viewer } from '#server/contract/permissions.ts';
import type { PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import type { SharedScope } from '#server/visibility/share-scope.sql.ts';

type Condition = { name: string; node: RawNode };

const keyOf = ({ sqlFragments }: RawNode): string => sqlFragments.join('$');
const isRaw = (node: OperationNode): node is RawNode => node.kind === 'RawNode';
/** What is shorter is not told from others. */
const NAMED_FROM_LENGTH = 40;

/** Writes parameters in their places, and by its name a listed condition that stands in another, with what is otherwise there. */
class ReadableCompiler extends PostgresQueryCompiler {
  readonly #listed: ReadonlyMap<string, Condition[]>;
  #texts = [''];

  constructor(conditions: readonly Condition[]) {
    super();
    this.#listed = Map.groupBy(conditions, ({ node }) => keyOf(node));
  }

  textOf(node: OperationNode): string {
    this.#texts.unshift('');
    this.visitNode(node);
    return this.#texts.shift()!.trim().replace(/\n\s*/g, '\n  ');
  }

  protected override append(text: string): void {
    this.#texts[0] += text;
  }

  protected override appendValue(value: unknown): void {
    this.append(`<${String(value)}>`);
  }

  protected override visitRaw(node: RawNode): void {
    const key = keyOf(node);
    const same = this.parentNode && key.length >= NAMED_FROM_LENGTH ? (this.#listed.get(key) ?? []) : [];
    const calls = same.map((listed) => {
      const otherwise = new Set(this.#differences(listed.node, node));
      return listed.name + (otherwise.size > 0 ? ` [${[...otherwise].join(', ')}]` : '');
    });
    const [shortest] = calls.sort((a, b) => a.length - b.length);
    if (shortest) this.append(shortest);
    else super.visitRaw(node);
  }

  #differences(listed: OperationNode, node: OperationNode): string[] {
    if (isRaw(listed) && isRaw(node) && keyOf(listed) === keyOf(node))
      return listed.parameters.flatMap((one, i) => this.#differences(one, node.parameters[i]!));
    const [before, after] = [this.textOf(listed), this.textOf(node)];
    return before === after ? [] : [`${before}: ${after}`];
  }
}

const member: Viewer = { id: 'viewer', grants: [] };
const place = { galleryId: 'gallery', today: 'today' };
const ofAll = { ...place, galleryId: null };
const ofFamily = { club_person_id: 'club person', sharer: member };
const links: Record<string, SharedScope> = {
  gallery: { id: 'link', scope: 'gallery' },
  people: { id: 'link', scope: 'people' },
  photos: { id: 'link', scope: 'photos' },
  family: { id: 'link', scope: 'club_person', ...ofFamily },
};
const audiences: Record<string, PhotoAudience> = {
  editors: 'editors',
  readers: 'readers',
  public: place,
  'link to a gallery': { ...place, link: links.gallery! },
  'link of a family': { ...ofAll, link: links.family! },
};
/** What parameters of these names are given: one value, or several where the condition differs. All others: their name. */
const given: Record<string, Record<string, unknown>> = {
  viewer: {
    member,
    'club administrator': { ...member, grants: [{ role_name: 'club_admin', club_id: 'club' }] },
    'global administrator': { ...member, grants: [{ role_name: 'admin', club_id: null }] },
    'key to upload': byKey(member, { id: 'key', scope: 'upload', galleryId: null }),
    'key to manage': byKey(member, { id: 'key', scope: 'manage', galleryId: null }),
    'key for one gallery': byKey(member, { id: 'key', scope: 'upload', galleryId: 'key gallery' }),
  },
  audience: audiences,
  link: links,
  of: { '': ofFamily },
  place: { 'of a gallery': place, 'of all': ofAll },
  purpose: { outside: 'outside', find: 'find' },
  column: { '': (name: string) => sql.ref(`club_person.${name}`) },
  isShown: { '': (photoId: RawBuilder<unknown>) => sql`shown(${photoId})` },
};
/** Aliases of tables in the query around the condition. */
const aliases = ['alias', 'answer', 'club', 'listed', 'one', 'other', 'refuser', 'table', 'typed'];
/** No conditions. */
const others = [
  'audienceOf',
  'audienceOfPrints',
  'columnsOf',
  'visitorsBy',
  'withHiddenTables',
  'withoutOffice',
];

/** The names of a function's parameters, without those that have a default. */
function parametersOf(builder: (...values: never[]) => unknown): string[] {
  const source = String(builder).replace(/^function \w+/, '');
  if (source.startsWith('({')) return ['place'];
  const [, list = ''] = /^\(([^)]*)/.exec(source) ?? [];
  return list.split(',').flatMap((name) => (name.includes('=') || !name.trim() ? [] : [name.trim()]));
}

const valuesOf = (name: string): Record<string, unknown> =>
  given[name] ?? { '': aliases.includes(name) ? name : sql.raw(`<${name}>`) };

/** Some are several by their names. */
const partsOf = (built: object): object => ('toOperationNode' in built ? { '': built } : built);

/** An exported condition under each choice of what it is given. */
function conditionsOf(name: string, builder: unknown): Condition[] {
  const node = (built: unknown) => (built as RawBuilder<unknown>).toOperationNode();
  if (typeof builder !== 'function')
    return Object.entries(partsOf(builder as object)).map(([part, condition]) => ({
      name: [name, part].filter(Boolean).join(' '),
      node: node(condition),
    }));
  let calls: { labels: string[]; values: unknown[] }[] = [{ labels: [name], values: [] }];
  for (const parameter of parametersOf(builder as () => unknown))
    calls = calls.flatMap(({ labels, values }) =>
      Object.entries(valuesOf(parameter)).map(([label, value]) => ({
        labels: label ? [...labels, label] : labels,
        values: [...values, value],
      })),
    );
  return calls.flatMap(({ labels, values }) => {
    const built = (builder as (...values: unknown[]) => object)(...values);
    return Object.entries(partsOf(built)).map(([part, condition]) => ({
      name: [...labels, part].filter(Boolean).join(' '),
      node: node(condition),
    }));
  });
}

/** A change of who may see what stands in the diff of this file. After one that is meant, run with `-u`. */
test('the conditions in SQL of who may see what', async () => {
  const conditions: Condition[] = [];
  for (const file of readdirSync('server/visibility').sort()) {
    const exported = (await import(`../../../server/visibility/${file.replace('.ts', '')}.ts`)) as object;
    for (const [name, builder] of Object.entries(exported))
      if (!others.includes(name)) conditions.push(...conditionsOf(name, builder));
  }
  const compiler = new ReadableCompiler(conditions);
  const texts = conditions.map(({ name, node }) => `${name}\n  ${compiler.textOf(node)}`);
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('conditions.sql.txt');
});
