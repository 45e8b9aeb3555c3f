import express, { type Router } from 'express';

/** The largest JSON body is a list of a thousand ids. Uploads are not parsed here. */
const BODY_LIMIT = '256kb';
/** Lists of members come as base64 in JSON: 2 MB of file and a third more. */
const IMPORT_BODY_LIMIT = '3mb';

/** Parses JSON and form bodies up to their limits; larger ones are answered 413. */
export function parseBodies(): Router {
  const router = express.Router();
  router.use(
    importBodies(),
    express.json({ limit: BODY_LIMIT }),
    express.urlencoded({ extended: false, limit: BODY_LIMIT, parameterLimit: 100 }),
  );
  return router;
}

/** The routes whose bodies may hold a list of members; the parsers after this one skip what is parsed already. */
function importBodies(): Router {
  const router = express.Router();
  router.post(
    [
      '/trpc/memberImports.preview',
      '/trpc/memberImports.create',
      '/api/clubs/:id/member-imports',
      '/api/clubs/:id/member-imports/preview',
    ],
    express.json({ limit: IMPORT_BODY_LIMIT }),
  );
  return router;
}
