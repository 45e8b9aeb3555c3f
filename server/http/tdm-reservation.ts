import express, { type RequestHandler, type Router } from 'express';

const RESERVED = '1';

/**
 * Text and data mining is reserved for all that this server shows, as Article 4 of Directive (EU) 2019/790 asks: in a form that machines
 * read (TDM Reservation Protocol, W3C Community Group report of 2024), by header and by file.
 */
export const reserveDataMining: RequestHandler = (_req, res, next) => {
  res.set('TDM-Reservation', RESERVED);
  next();
};

export function tdmReservationFile(): Router {
  const router = express.Router();
  router.get('/.well-known/tdmrep.json', (_req, res) => {
    res.set('Cache-Control', 'no-cache').json([{ location: '/*', 'tdm-reservation': Number(RESERVED) }]);
  });
  return router;
}
