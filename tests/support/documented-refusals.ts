import { fileOperations } from '#server/rest/file-routes.openapi.ts';
import { errorsOfRow } from '#server/rest/openapi.ts';
import { routes } from '#server/rest/procedure-route-table.ts';

const matches = (template: string, path: string) =>
  new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}/?$`, 'i').test(path);

/** What the API's description names as refusals of one call; nothing where no route has this address. */
function documentedFor(method: string, path: string): string[] | undefined {
  const isRow = (row: { method: string; path: string }) =>
    row.method === method.toLowerCase() && matches(row.path, path);
  const row = routes.find(isRow);
  if (row) return errorsOfRow(row);
  const file = fileOperations.find(isRow);
  return file && ['403', ...Object.keys(file.operation.responses as object)];
}

/** Every test that calls the API asks this of every refusal it meets, so that none stays undocumented. */
export function requireDocumented(method: string, path: string, status: number, code = ''): void {
  const [pathname = ''] = path.split('?');
  const documented = documentedFor(method, pathname);
  if (!documented || documented.includes(code) || documented.includes(String(status))) return;
  throw new Error(`${method} ${pathname} answered ${status} ${code}, which its description does not name`);
}
