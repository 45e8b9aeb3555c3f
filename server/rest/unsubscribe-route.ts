import express, { type Router } from 'express';

/** Mail programs that know no one-click POST open the same address in a browser: it leads to the page with a button. */
export function unsubscribeRoute(): Router {
  const router = express.Router();
  router.get('/mail/unsubscribe/:token', (req, res) => {
    res
      .set('Cache-Control', 'no-store')
      .redirect(303, `/unsubscribe#${encodeURIComponent(req.params.token)}`);
  });
  return router;
}
