import type { DetailedError, HttpResponse, Upload } from 'tus-js-client';
import type { Damage } from '#server/contract/schemas/photos.ts';
import { BadAnswer, type ClientError, clientError, type ErrorBody } from '../error-message.ts';
import { isOwnError } from '../own-answer.ts';
import { freshToken } from '../session.ts';
import { retryDelaysMs } from './retry-delays.ts';

/**
 * Who sends by a link that collects photos. `name` is called for each file, `unlock` for each request: both may change while
 * files wait.
 */
export interface GuestSender {
  token: string;
  key: string;
  name: () => string;
  /** The proof that the link was opened. */
  unlock: () => string;
}

export interface SendOptions {
  userId: string;
  galleryId: string;
  guest: GuestSender | undefined;
  file: File;
  path: string;
  onProgress: (sentBytes: number) => void;
  /** Aborted for the reason 'stopped', the part that arrived is kept: the photo goes on later. */
  signal: AbortSignal;
}

const lost: ClientError = {
  code: 'network',
  status: undefined,
  params: {},
  fields: [],
  requestId: undefined,
  message: 'Upload failed',
};

/** Small enough for proxies that refuse bodies above one megabyte. */
const smallPartBytes = 512 * 1024;
/** A file is sent in one request; once a proxy has refused one as too large, all later files go in small parts. */
let partBytes = Number.POSITIVE_INFINITY;

/** What became of a photo that was sent. */
interface Sent {
  duplicate: boolean;
  /** It waits for those who decide about the gallery. */
  held: boolean;
  damage: Damage | null;
  photoId: string | undefined;
}

/**
 * Uploads one file by the tus protocol: bytes that arrived are not sent again, not even after the page was loaded anew,
 * within `lifetimes.resumableUploadMs`.
 */
export async function sendPhoto(options: SendOptions): Promise<Sent> {
  try {
    return await sendParts(options);
  } catch (error) {
    if (partBytes === smallPartBytes || !isRefusedByProxy(error)) throw error;
    partBytes = smallPartBytes;
    return sendParts(options);
  }
}

/** Our own server says with a code why a file is too large. */
const isRefusedByProxy = (error: unknown): boolean =>
  (error as ClientError).status === 413 && !/^(upload|image)_too_large$/.test((error as ClientError).code);

async function sendParts(options: SendOptions): Promise<Sent> {
  const { userId, galleryId, guest, file, path, onProgress, signal } = options;
  // Loaded with the first upload: most visitors never upload anything.
  const tus = await import('tus-js-client').catch(() => {
    throw lost;
  });
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const upload: Upload = new tus.Upload(file, {
      endpoint: guest ? `/api/galleries/shared/${guest.token}/uploads` : '/api/photos/uploads',
      metadata: guest
        ? { filename: file.name, guest_name: guest.name() }
        : { gallery_id: galleryId, filename: file.name, relative_path: path },
      chunkSize: partBytes,
      retryDelays: retryDelaysMs,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => ['tus', userId, galleryId, path, file.size, file.lastModified].join('|'),
      async onBeforeRequest(request) {
        if (guest) {
          request.setHeader('X-Guest-Key', guest.key);
          request.setHeader('X-Share-Unlock', guest.unlock());
          return;
        }
        const token = await freshToken();
        if (token) request.setHeader('Authorization', `Bearer ${token}`);
      },
      onProgress,
      onSuccess: ({ lastResponse }) => {
        const { data } = bodyOf(lastResponse);
        resolve({
          duplicate: !!data?.duplicate,
          held: !!data?.held,
          damage: data?.damage ?? null,
          photoId: data?.id,
        });
      },
      onError: (error) => reject(errorOf(error)),
    });
    signal.addEventListener('abort', () => {
      // Where removing the part on the server fails, it goes by itself after `lifetimes.resumableUploadMs`.
      upload.abort(signal.reason !== 'stopped').catch(() => undefined);
      reject(signal.reason);
    });
    upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (signal.aborted) return;
        if (previous) upload.resumeFromPreviousUpload(previous);
        upload.start();
      })
      .catch(reject);
  });
}

function errorOf(error: Error | DetailedError): unknown {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return 'originalRequest' in error ? lost : error;
  const body = bodyOf(response);
  return isOwnError(body) ? clientError(body, response.getStatus()) : new BadAnswer(response.getStatus());
}

function bodyOf(response: HttpResponse): ErrorBody & { data?: Partial<Sent> & { id?: string } } {
  try {
    return JSON.parse(response.getBody());
  } catch {
    return {};
  }
}
