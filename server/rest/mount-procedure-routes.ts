import type { Request, Router } from 'express';
import express from 'express';
import { createCaller } from '#server/app-router.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import type { BuildContext } from './file-route-dependencies.ts';
import { expressPath, type RouteRow, routes } from './procedure-route-table.ts';

/**
 * The REST surface: each row of the table becomes a route that merges path, query and body into one input and
 * calls the procedure through tRPC's own caller, with the same context. Errors go to the one error handler.
 */
export function mountProcedureRoutes(buildContext: BuildContext): Router {
  const router = express.Router();
  for (const row of routes) {
    router[row.method](expressPath(row.path), async (req, res) => {
      const ctx = await buildContext(req, res, row.keyScope);
      const data = await call(row, ctx, inputOf(req, row));
      if (row.procedure.startsWith('openedShareLink.')) res.set('Referrer-Policy', 'no-referrer');
      res.status(row.status).set('Cache-Control', 'no-store').json({ success: true, data });
    });
  }
  return router;
}

/** The path wins over the body, so that a request acts on the thing its address names. */
function inputOf(req: Request, row: RouteRow): Record<string, unknown> {
  const sent: unknown = row.method === 'get' || row.method === 'delete' ? {} : req.body;
  const body = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {};
  const query = row.method === 'get' || row.method === 'delete' ? withoutEmpty(req.query) : {};
  return { ...query, ...body, ...req.params };
}

/** An empty query parameter (`?event_id=`) counts as absent. */
function withoutEmpty(query: Request['query']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

function call(row: RouteRow, ctx: RequestContext, input: unknown): Promise<unknown> {
  const caller = createCaller(ctx) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const [noun = '', verb = ''] = row.procedure.split('.');
  const procedure = caller[noun]?.[verb];
  if (!procedure) throw new Error(`No procedure ${row.procedure}`);
  return procedure(input);
}
