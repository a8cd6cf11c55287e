// Sequential uploads with progress, cancelling and retry.
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { documentsKey, uploadDocument, type Filing } from './documents.ts';

export interface Upload {
  id: number;
  file: File;
  filing: Filing;
  /** From 0 to 1. */
  share: number;
  state: 'waiting' | 'running' | 'failed';
  error: string | null;
}

export function useUploads(onDone: (fileName: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const count = useRef(0);
  const running = useRef<{ id: number; stop: AbortController } | null>(null);
  // Stable, so that the effect follows the uploads alone.
  const [{ change, remove }] = useState(() => ({
    change: (id: number, part: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one))),
    remove: (id: number) => setUploads((all) => all.filter((one) => one.id !== id)),
  }));

  useEffect(() => {
    const next = uploads.find((one) => one.state === 'waiting');
    if (!next || running.current) return;
    const stop = new AbortController();
    running.current = { id: next.id, stop };
    change(next.id, { state: 'running', share: 0, error: null });
    uploadDocument(next.file, next.filing, {
      signal: stop.signal,
      onProgress: (share) => change(next.id, { share }),
    })
      .then(
        () => {
          remove(next.id);
          onDone(next.file.name);
          return queryClient.invalidateQueries({
            queryKey: documentsKey(next.filing.entityType, next.filing.entityId),
          });
        },
        (error: unknown) =>
          stop.signal.aborted
            ? remove(next.id)
            : change(next.id, { state: 'failed', error: errorMessage(error) }),
      )
      .finally(() => {
        running.current = null;
        // Wakes the effect for the next one.
        setUploads((all) => [...all]);
      });
  }, [uploads, onDone, change, remove]);

  return {
    uploads,
    add: (files: readonly File[], filing: Filing) =>
      setUploads((all) => [
        ...all,
        ...files.map((file): Upload => {
          count.current += 1;
          return { id: count.current, file, filing, share: 0, state: 'waiting', error: null };
        }),
      ]),
    retry: (id: number) => change(id, { state: 'waiting', error: null }),
    drop: (id: number) => (running.current?.id === id ? running.current.stop.abort() : remove(id)),
  };
}
