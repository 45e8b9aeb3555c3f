import { type ClientError, clientError, type ErrorBody } from '../error-message.ts';
import { freshToken } from '../session.ts';

export interface SendOptions {
  galleryId: string;
  file: File;
  path: string;
  onProgress: (sentBytes: number) => void;
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

/** Uploads one file. XMLHttpRequest is used because fetch reports no upload progress. */
export async function sendPhoto(options: SendOptions): Promise<{ duplicate: boolean }> {
  const { galleryId, file, path, onProgress, signal } = options;
  const token = await freshToken();
  signal.throwIfAborted();
  const body = new FormData();
  // The server reads the fields before the bytes of the file, so the file is the last field.
  body.set('gallery_id', galleryId);
  body.set('relative_path', path);
  body.set('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/photos/upload?gallery_id=${encodeURIComponent(galleryId)}`);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.responseType = 'text';
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status < 300) resolve({ duplicate: answer.data?.duplicate === true });
      else reject(clientError(answer, request.status));
    };
    request.onerror = () => reject(lost);
    request.ontimeout = () => reject(lost);
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

function parse(text: string): ErrorBody & { data?: { duplicate?: boolean } } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
