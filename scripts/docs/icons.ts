/** client/icons: one file for each icon that the client imports, made of the package of all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type Nodes = Record<string, [tag: string, attributes: Record<string, string>][]>;

const packageFolder = dirname(
  dirname(createRequire(import.meta.url).resolve('@tabler/icons/outline/photo.svg')),
);
const readNodes = (look: 'outline' | 'filled'): Nodes =>
  JSON.parse(readFileSync(join(packageFolder, '..', `tabler-nodes-${look}.json`), 'utf8'));
/** Megabytes each, so they are read once. */
const nodes = { outline: readNodes('outline'), filled: readNodes('filled') };

const LINE_WIDTH = 110; // of biome.json
const header = '// Made by `npm run docs` from Tabler Icons (MIT, see LICENSE).';

/** The names of the icons that files of the client import, such as `arrow-left`. */
export function importedIcons(): string[] {
  const sources = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const imported = sources.flatMap((file) =>
    [...readFileSync(join('client', file), 'utf8').matchAll(/from '#client\/icons\/([\w-]+)\.ts'/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(imported)].sort();
}

function fileOf(name: string): string {
  const plain = name.replace(/-filled$/, '');
  const isFilled = plain !== name;
  const parts = nodes[isFilled ? 'filled' : 'outline'][plain];
  if (!parts) throw new Error(`Tabler Icons has no "${name}"`);
  const paths = parts.map(([tag, { d = '' }]) => {
    if (tag !== 'path') throw new Error(`"${name}" is more than paths`);
    return d.replace(/^m/, 'M'); // the first point of a path is absolute
  });
  const component = `Icon${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  const values = [name, paths.join(''), ...(isFilled ? ['filled'] : [])].map((value) => `'${value}'`);
  const short = `export const ${component} = icon(${values.join(', ')});`;
  const long = [`export const ${component} = icon(`, ...values.map((value) => `  ${value},`), ');'].join(
    '\n',
  );
  return [
    header,
    "import { icon } from './icon.tsx';",
    '',
    short.length <= LINE_WIDTH ? short : long,
    '',
  ].join('\n');
}

export const iconFiles: Record<string, () => string> = Object.fromEntries(
  importedIcons().map((name) => [`client/icons/${name}.ts`, () => fileOf(name)]),
);
