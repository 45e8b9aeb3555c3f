import express, { type Router } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import {
  insertLock,
  listLocks,
  removeLocks,
  setLockEnd,
} from '#server/features/galleries/deliveries/dav-locks.repository.ts';
import { buildRequestContext } from '#server/http/build-request-context.ts';
import type { FileRouteDependencies } from '#server/rest/file-route-dependencies.ts';
import { type RequestContext, requireViewer } from '#server/trpc/request-context.ts';
import { answerDav, answerRefusal } from './dav-handler.ts';
import { DavRefusal } from './dav-store.ts';
import { galleryStore } from './gallery-store.ts';
import type { LockTable } from './locks.ts';

/** The door for programs that speak WebDAV. They sign in by a key alone: as password, with any user name. */
export function davRoutes(app: AppContext, dependencies: FileRouteDependencies): Router {
  const router = express.Router();
  router.use(async (req, res) => {
    res.set('Cache-Control', 'private, no-cache');
    try {
      const ctx = await buildRequestContext(app, req, res, 'upload');
      const viewer = requireViewer(ctx);
      if (!viewer.key) throw new AppError('not_signed_in');
      const keyed = { ...viewer, key: viewer.key };
      // The body is wanted now: see http/ask-before-bodies.ts.
      if (req.get('expect')?.toLowerCase() === '100-continue') res.writeContinue();
      await answerDav(req, res, {
        store: galleryStore(req, ctx, keyed, dependencies),
        locks: locksOfKey(ctx, viewer.key.id),
      });
    } catch (error) {
      if (res.headersSent || res.destroyed) throw error;
      if (error instanceof DavRefusal) return answerRefusal(res, error);
      if (error instanceof AppError) {
        if (error.status === 401) res.set('WWW-Authenticate', 'Basic realm="Clublens", charset="UTF-8"');
        // No room is no refusal of the file: programs tell it as what it is.
        if (error.code === 'club_storage_full') return answerRefusal(res, new DavRefusal(507));
      }
      throw error;
    }
  });
  return router;
}

function locksOfKey({ db, clock }: RequestContext, keyId: string): LockTable {
  return {
    list: () => listLocks(db, keyId, clock.now()),
    insert: async (lock) => void (await insertLock(db, keyId, { ...lock, path: [...lock.path] })),
    setEnd: async (token, endsAt) => void (await setLockEnd(db, keyId, token, endsAt)),
    remove: (tokens) => removeLocks(db, keyId, tokens),
  };
}
