import type { Locker } from '@tus/server';
import type { Request, Response } from 'express';
import type { FaceTools } from '#server/app-context.ts';
import type { KeyScope } from '#server/contract/key-scopes.ts';
import type { PhotoFileDependencies } from '#server/features/galleries/photos/store-photo-files.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';

export type FileRouteDependencies = Pick<PhotoFileDependencies, 'store' | 'imaging' | 'maxPixels'> & {
  maxBytes: number;
  faces: FaceTools;
  /** Undefined: this process is the only one that receives uploads. */
  uploadLocker?: Locker;
};
/** @param keyScope what a key for programs needs; without it none is accepted */
export type BuildContext = (req: Request, res: Response, keyScope?: KeyScope) => Promise<RequestContext>;
