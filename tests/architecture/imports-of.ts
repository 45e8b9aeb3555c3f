import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';

export interface FoundImport {
  /** Path from the root of the repository. */
  target: string;
  typeOnly: boolean;
}

/** Every file of ours that a source imports: static, dynamic, re-exported, or named by `new URL(…, import.meta.url)`. */
export function importsOf(file: string, text: string): FoundImport[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: { specifier: string; typeOnly: boolean }[] = [];
  for (const { moduleRequest, entries, start } of module.staticImports)
    found.push({
      specifier: moduleRequest.value,
      typeOnly:
        /^import\s+type\b/.test(text.slice(start)) ||
        (entries.length > 0 && entries.every((entry) => entry.isType)),
    });
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ specifier: moduleRequest.value, typeOnly: isType });
  for (const { moduleRequest } of module.dynamicImports) {
    const [, specifier] = /^['"`](.*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    if (specifier) found.push({ specifier, typeOnly: false });
  }
  for (const [, specifier = ''] of text.matchAll(/new URL\(\s*'([^']+)',\s*import\.meta\.url/g))
    found.push({ specifier, typeOnly: false });
  return found.flatMap(({ specifier, typeOnly }) => {
    const target = resolve(file, specifier);
    return target === undefined ? [] : [{ target, typeOnly }];
  });
}

/** Undefined for packages. `#server/x.ts` means `server/x.ts` ("imports" in package.json). */
function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(dirname(file), specifier) : undefined;
}
