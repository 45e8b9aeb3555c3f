import express, { type Router } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { buildRequestContext } from '#server/http/build-request-context.ts';
import { deletedPictureRoutes } from './downloads/deleted-photo-routes.ts';
import { pictureRoutes } from './downloads/picture-routes.ts';
import { guestPictureRoutes } from './downloads/waiting-guest-photo-routes.ts';
import { zipDownloadRoutes } from './downloads/zip-download-routes.ts';
import type { BuildContext, FileRouteDependencies } from './file-route-dependencies.ts';
import { myPhotosRoutes } from './my-photos-routes.ts';
import { guestUploadRoutes } from './uploads/guest-upload-routes.ts';
import { replaceRoutes } from './uploads/replace-routes.ts';
import { resumableUploadRoutes } from './uploads/resumable-upload-routes.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';

/** The routes that carry bytes. They ask the access functions of the features themselves, without tRPC's guards. */
export function mountFileRoutes(app: AppContext, dependencies: FileRouteDependencies): Router {
  const context: BuildContext = (req, res, keyScope) => buildRequestContext(app, req, res, keyScope);
  const router = express.Router();
  router.use(
    zipDownloadRoutes(context, dependencies),
    uploadRoutes(context, dependencies),
    replaceRoutes(context, dependencies),
    resumableUploadRoutes(context, dependencies),
    guestUploadRoutes(context, dependencies),
    pictureRoutes(context, dependencies),
    deletedPictureRoutes(context, dependencies),
    guestPictureRoutes(context, dependencies),
    myPhotosRoutes(context, dependencies),
  );
  return router;
}
