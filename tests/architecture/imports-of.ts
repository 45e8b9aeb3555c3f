import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';

const REQUIRE = /\b(?:createRequire\(import\.meta\.url\)|require)\('([^']+)'\)/g;
/** A path that ends in a slash names a folder, which is no import. */
const URL_OF_FILE = /new URL\(\s*'([^']+[^/'])',\s*import\.meta\.url/g;

export interface FoundImport {
  /** Path from the root of the repository. */
  target: string;
  typeOnly: boolean;
}

export interface FoundSpecifier {
  /** As it is written: a path, `#server/…`, or a package. */
  specifier: string;
  typeOnly: boolean;
}

/** Every file of ours that a source imports. */
export function importsOf(file: string, text: string): FoundImport[] {
  return specifiersOf(file, text).flatMap(({ specifier, typeOnly }) => {
    const target = resolve(file, specifier);
    return target === undefined ? [] : [{ target, typeOnly }];
  });
}

/**
 * Everything that a source imports: static, dynamic, re-exported, by `require`, or named by
 * `new URL(…, import.meta.url)` as a worker is.
 */
export function specifiersOf(file: string, text: string): FoundSpecifier[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: FoundSpecifier[] = [];
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    found.push({
      specifier: moduleRequest.value,
      typeOnly: typeOnly || /^import\s+type\b/.test(text.slice(start)),
    });
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ specifier: moduleRequest.value, typeOnly: isType });
  for (const { moduleRequest } of module.dynamicImports) {
    const [, specifier] = /^['"`](.*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    if (specifier) found.push({ specifier, typeOnly: false });
  }
  for (const [, specifier = ''] of text.matchAll(REQUIRE)) found.push({ specifier, typeOnly: false });
  for (const [, address = ''] of text.matchAll(URL_OF_FILE))
    found.push({ specifier: address.startsWith('.') ? address : `./${address}`, typeOnly: false });
  return found;
}

/** Undefined for packages. `#server/x.ts` means `server/x.ts` ("imports" in package.json). */
function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(dirname(file), specifier) : undefined;
}
