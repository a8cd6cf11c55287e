// Fetches a tile with the session's token, and has it decoded off the page's thread.
import { send } from '../../../api/client.ts';
import type { DecodedTile, TileBytes, TileKind, TileResult } from './shapes.ts';
import type { WorkerAnswer, WorkerRequest } from './worker.ts';

/** Largest tile without its compression. */
const MAX_BYTES = 8 << 20;
const TOO_LARGE = { kind: 'damaged', reason: 'it is too large' } as const;
const MISSING = { kind: 'missing' } as const;
const UNREACHABLE = { kind: 'unreachable' } as const;

export interface TileRequest {
  address: string;
  kind: TileKind;
  languages: readonly string[];
}

/** Reads a body up to the limit: a small compressed one may be large. Null if it is larger. */
export async function bytesOf(
  response: Response,
  most = MAX_BYTES,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- parts arrive one after the other
    const part = await reader?.read();
    if (!part || part.done) break;
    length += part.value.length;
    if (length > most) {
      void reader?.cancel();
      return null;
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

type Decode = (tile: TileBytes) => Promise<DecodedTile>;

/** Decodes in the page, one tile at a time: input and drawing come between two. */
function decodeHere(): Decode {
  let turn: Promise<unknown> = Promise.resolve();
  return (tile) => {
    const decoded = turn.then(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      const { decodeTile } = await import('./decode-tile.ts');
      return await decodeTile(tile);
    });
    turn = decoded.catch(() => null);
    return decoded;
  };
}

/** Decodes in a worker, or in the page if it cannot start. */
function startDecoding(): Decode {
  const here = decodeHere();
  let worker: Worker | null;
  try {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return here;
  }
  const open = new Map<
    number,
    { resolve: (tile: DecodedTile) => void; reject: (error: Error) => void }
  >();
  let next = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    open.get(data.id)?.resolve(data.result);
    open.delete(data.id);
  });
  worker.addEventListener('error', () => {
    worker = null;
    for (const one of open.values()) one.reject(new Error('The worker of maps has failed.'));
    open.clear();
  });
  return (tile) => {
    if (!worker) return here(tile);
    const id = (next += 1);
    const request: WorkerRequest = { ...tile, id };
    worker.postMessage(request, [tile.bytes.buffer]);
    return new Promise((resolve, reject) => open.set(id, { resolve, reject }));
  };
}

let decoding: Decode | null = null;

export async function loadTile(request: TileRequest, signal: AbortSignal): Promise<TileResult> {
  const { address, kind, languages } = request;
  try {
    const response = await send('GET', address, undefined, { accept: '*/*' }, { signal });
    if (!response.ok) {
      // An unread body holds its connection.
      void response.body?.cancel();
      return response.status === 404 || response.status === 403 ? MISSING : UNREACHABLE;
    }
    const bytes = await bytesOf(response);
    if (!bytes) return TOO_LARGE;
    decoding ??= startDecoding();
    return await decoding({ kind, bytes, languages });
  } catch {
    return UNREACHABLE;
  }
}
