import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { importsOf } from './imports-of.ts';
import { INTERNAL, MODULES, type Module } from './module-boundaries.ts';

const FOLDERS = ['client', 'server', 'ml', 'migrations', 'scripts'];

/** Every import that crosses a boundary, one line each. */
export function findViolations(): string[] {
  return sources().flatMap((file) => violationsOf(file, readFileSync(file, 'utf8')));
}

export function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/** `text` is the content of `file`, which need not exist. */
export function violationsOf(file: string, text: string): string[] {
  const place = findModule(file);
  if (!place) return [`${file} belongs to no module: tests/architecture/module-boundaries.ts names them all`];
  const { module, own } = place;
  return importsOf(file, text).flatMap(({ target, typeOnly }) => {
    const may = [own, ...module.may, ...(typeOnly ? (module.mayForTypes ?? []) : [])];
    const internal = INTERNAL.find(({ files }) => files.test(target));
    if (internal && !isUnder(file, internal.for)) return [`${file} imports ${target}. ${internal.why}`];
    return isUnder(target, may) ? [] : [`${file} imports ${target}. ${module.why}`];
  });
}

/** The first module that names the file, and the path under which all files are its own. */
function findModule(file: string): { module: Module; own: string } | undefined {
  for (const module of MODULES)
    for (const pattern of module.files) {
      const start = new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '[^/]+')}`);
      const [own] = start.exec(file) ?? [];
      if (own) return { module, own };
    }
  return undefined;
}

function isUnder(file: string, places: string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place));
}
