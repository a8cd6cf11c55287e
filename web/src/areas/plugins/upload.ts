// Sends a package as it is, telling how far it is: the fetch interface cannot.
import { ApiError, unwrap } from '../../api/client.ts';
import { refreshSession, sessionState } from '../../api/session.ts';
import type { UploadOptions } from '../../lib/upload.ts';
import { uploadPath } from './queries.ts';

export interface UploadedPackage {
  id: number;
  plugin: string;
  version: string;
}

function attempt(file: Blob, token: string | undefined, { onProgress, signal }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', uploadPath);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/zip');
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress?.(event.loaded / event.total));
    // A file that is too large may be refused while it is still on the way: the connection just ends.
    request.addEventListener('error', () => reject(new ApiError(0, 'The server could not be reached, or ended the transfer. Check the connection and the size of the file.')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    request.addEventListener('load', () => resolve(new Response(request.status === 204 ? null : request.responseText, { status: request.status })));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) return abort();
    request.send(file);
  });
}

export async function uploadPackage(file: Blob, options: UploadOptions = {}): Promise<UploadedPackage> {
  const token = sessionState().data?.accessToken;
  let response = await attempt(file, token, options);
  if (response.status === 401) {
    // The token may have run out while the session goes on: once more with a new one.
    const fresh = (await refreshSession()).data?.accessToken;
    if (fresh && fresh !== token) response = await attempt(file, fresh, options);
  }
  return unwrap<UploadedPackage>(response);
}
