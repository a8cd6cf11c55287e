// Sends a file and tells how far it is, which the fetch interface cannot.
import { ApiError, unwrap } from '../api/client.ts';
import { t } from './i18n.ts';
import { refreshSession, sessionState } from '../api/session.ts';
import type { PathOf, ResultOf } from '../api/types.ts';

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** What the body is, when it is a file as such and no form. */
  contentType?: string;
}

function attempt(
  path: string,
  body: FormData | Blob,
  token: string | undefined,
  { onProgress, signal, contentType }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    if (contentType) request.setRequestHeader('content-type', contentType);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.addEventListener(
      'progress',
      (event) => event.lengthComputable && onProgress?.(event.loaded / event.total),
    );
    // A file that is too large may be refused while it is still on the way: the connection just ends.
    request.addEventListener('error', () =>
      reject(
        new ApiError(
          0,
          t(
            'The upload was interrupted. Check your connection and the size of the file, then try again.',
          ),
        ),
      ),
    );
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled.', 'AbortError')),
    );
    request.addEventListener('load', () =>
      resolve(
        new Response(request.status === 204 ? null : request.responseText, {
          status: request.status,
        }),
      ),
    );
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) return abort();
    request.send(body);
  });
}

export async function uploadWithProgress<P extends PathOf<'post'>>(
  path: P,
  body: FormData | Blob,
  options: UploadOptions = {},
): Promise<ResultOf<'post', P>> {
  const token = sessionState().data?.accessToken;
  let response = await attempt(path, body, token, options);
  if (response.status === 401) {
    // The token may have run out while the session goes on: once more with a new one.
    const fresh = (await refreshSession()).data?.accessToken;
    if (fresh && fresh !== token) response = await attempt(path, body, fresh, options);
  }
  return unwrap<ResultOf<'post', P>>(response);
}
