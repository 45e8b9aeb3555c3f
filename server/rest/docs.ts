import express, { type Router } from 'express';
import { escapeHtml } from '#server/escape-html.ts';
import { docsStyle } from './docs-style.ts';
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

const mark = `<svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true"><path d="M3 10V6a3 3 0 0 1 3-3h4M22 3h4a3 3 0 0 1 3 3v4M29 22v4a3 3 0 0 1-3 3h-4M10 29H6a3 3 0 0 1-3-3v-4" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="16" cy="16" r="6.5" fill="#c8f135" stroke="#0b1330" stroke-width="1.5"/></svg>`;

/** Plain HTML without script or external files, as the content security policy demands. */
function page(document: Record<string, unknown>): string {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const group = path.split('/')[2] ?? '';
      groups.set(group, [...(groups.get(group) ?? []), section(method, path, operation)]);
    }
  const body = [...groups]
    .map(
      ([name, sections]) =>
        `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2><div class="group">${sections.join('')}</div>`,
    )
    .join('');
  const menu = [...groups.keys()]
    .map((name) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Clublens API</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${docsStyle}</style></head><body>
<header><div class="brand">${mark}<h1>Clublens API</h1></div>
<p>Answers are <code>{"success": true, "data": …}</code> or <code>{"success": false, "code", "message", "detail", "request_id"}</code>.
Send <code>Authorization: Bearer …</code> from <code>POST /api/auth/login</code>, or a key for programs. The same as data: <a href="/api/openapi.json">openapi.json</a>.
A star marks what is required.</p></header>
<nav aria-label="Groups"><ul>${menu}</ul></nav><main>${body}</main></body></html>`;
}

function section(method: string, path: string, operation: Operation): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const required = new Set(body?.required ?? []);
  const fields = Object.keys(body?.properties ?? {}).map(
    (name) => `<code>${escapeHtml(name)}${required.has(name) ? '*' : ''}</code>`,
  );
  const parameters = (operation.parameters ?? []).map(
    (p) => `<code>${escapeHtml(p.name)}${p.required ? '*' : ''}</code> <small>${escapeHtml(p.in)}</small>`,
  );
  const facts: [string, string][] = [
    ['Access', escapeHtml(operation.description ?? '')],
    ['Parameters', parameters.join(', ')],
    ['Body', fields.join(', ')],
    ...Object.entries(operation.responses).map(([status, answer]): [string, string] => [
      status,
      escapeHtml(answer.description).replaceAll('\n', '<br>'),
    ]),
  ];
  const rows = facts.filter(([, text]) => text).map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`);
  return `<details id="${escapeHtml(operation.operationId)}"><summary><span class="method" data-method="${method}">${method.toUpperCase()}</span><code class="path">${escapeHtml(path)}</code><span class="summary">${escapeHtml(operation.summary ?? '')}</span></summary>
<dl class="facts">${rows.join('')}</dl></details>`;
}
