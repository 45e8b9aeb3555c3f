import express, { type Router } from 'express';
import { openApiDocument } from './openapi.ts';

/** /api/openapi.json and the readable pages made of it. */
export function docsRouter(): Router {
  const router = express.Router();
  let cached: ReturnType<typeof openApiDocument> | undefined;
  const document = () => {
    cached ??= openApiDocument();
    return cached;
  };
  router.get('/openapi.json', (_req, res) => {
    res.json(document());
  });
  router.get('/docs', (_req, res) => {
    res.type('html').send(page(document()));
  });
  return router;
}

type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, unknown>; required?: string[] } }>;
  };
  responses: Record<string, { description: string }>;
};

/** Plain HTML without script or outside help: it passes the content security policy as it is. */
function page(document: Record<string, unknown>): string {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const group = path.split('/')[2] ?? '';
      groups.set(group, [...(groups.get(group) ?? []), section(method, path, operation)]);
    }
  const body = [...groups]
    .map(([name, sections]) => `<h2 id="${html(name)}">${html(name)}</h2>${sections.join('')}`)
    .join('');
  const menu = [...groups.keys()].map((name) => `<a href="#${html(name)}">${html(name)}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Clublens API</title><style>${style}</style></head><body><main><h1>Clublens API</h1>
<p>Answers are <code>{"success": true, "data": …}</code> or <code>{"success": false, "code", "message", "detail", "request_id"}</code>.
Send <code>Authorization: Bearer …</code> from <code>POST /api/auth/login</code>. The same as data: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${menu}</nav>${body}</main></body></html>`;
}

function section(method: string, path: string, operation: Operation): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const required = new Set(body?.required ?? []);
  const fields = Object.keys(body?.properties ?? {}).map(
    (name) => `<code>${html(name)}${required.has(name) ? '*' : ''}</code>`,
  );
  const parameters = (operation.parameters ?? []).map(
    (p) => `<code>${html(p.name)}${p.required ? '*' : ''}</code> <small>${html(p.in)}</small>`,
  );
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) =>
      `<tr><th>${status}</th><td>${html(answer.description).replaceAll('\n', '<br>')}</td></tr>`,
  );
  return `<details id="${html(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${html(path)}</code> ${html(operation.summary ?? '')}</summary>
<p>${html(operation.description ?? '')}</p>${parameters.length > 0 ? `<p>Parameters: ${parameters.join(', ')}</p>` : ''}${
    fields.length > 0 ? `<p>Body: ${fields.join(', ')}</p>` : ''
  }<table>${answers.join('')}</table></details>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] as string);

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:2rem 1rem}
nav a{margin-inline-end:.75rem}details{border-block-start:1px solid #8884;padding:.5rem 0}summary{cursor:pointer}summary b{display:inline-block;min-width:4.5rem}
table{border-collapse:collapse}th{text-align:start;padding-inline-end:1rem;vertical-align:top}code{font-size:.9em}`;
