// Uploads a file with progress, which fetch lacks.
import { ApiError, unwrap } from '../api/client.ts';
import { t } from './i18n.ts';
import { refreshSession, sessionState } from '../api/session.ts';
import type { PathOf, ResultOf } from '../api/types.ts';

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
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
    // An oversized file may be rejected by closing the connection.
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
    // The token may have expired: retry once.
    const fresh = (await refreshSession()).data?.accessToken;
    if (fresh && fresh !== token) response = await attempt(path, body, fresh, options);
  }
  return unwrap<ResultOf<'post', P>>(response);
}

/** Uploads a file for a record to name; without a record it is deleted after a day. */
export function uploadAsset(file: File, options: UploadOptions = {}) {
  const form = new FormData();
  form.append('file', file);
  return uploadWithProgress('/api/core/file/uploadasset', form, options);
}
