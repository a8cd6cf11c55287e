// Forms of a stop as they are filled in: phones end the page while their camera is open.
import { useCallback, useEffect, useState } from 'react';
import { settled, transact, writeValue } from '../../lib/queue/database.ts';
import { useDevice } from './use-device.ts';

/** Days after which a form that was never finished is deleted. */
const DAYS = 7;
const PREFIX = 'draft.';

interface Stored {
  at: string;
  fields: unknown;
}

const readDraft = (database: IDBDatabase, name: string): Promise<Stored | undefined> =>
  transact(database, ['values'], 'readonly', (store) =>
    settled(store('values').get(PREFIX + name) as IDBRequest<Stored | undefined>),
  );

export const dropDraft = (database: IDBDatabase, name: string): Promise<void> =>
  transact(database, ['values'], 'readwrite', async (store) => {
    await settled(store('values').delete(PREFIX + name));
  });

/** Deletes forms of past weeks, which hold photos. */
export const dropOldDrafts = (database: IDBDatabase, now = new Date()): Promise<void> =>
  transact(database, ['values'], 'readwrite', async (store) => {
    const values = store('values');
    const oldest = new Date(now.getTime() - DAYS * 86_400_000).toISOString();
    for (const key of await settled(
      values.getAllKeys(IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`)),
    )) {
      const stored = await settled(values.get(key) as IDBRequest<Stored | undefined>);
      if (stored && stored.at < oldest) await settled(values.delete(key));
    }
  });

export type Change<T> = (part: Partial<T> | ((now: T) => Partial<T>)) => void;

/** Fields that survive the page; null until they are read. */
export function useDraft<T extends object>(name: string, empty: T): [T | null, Change<T>] {
  const { database } = useDevice();
  const [draft, setDraft] = useState<{ fields: T; isChanged: boolean } | null>(null);
  useEffect(() => {
    let isLeft = false;
    const begin = (fields: T) => {
      if (!isLeft) setDraft({ fields, isChanged: false });
    };
    readDraft(database, name).then(
      (found) => begin({ ...empty, ...(found?.fields as Partial<T> | undefined) }),
      () => begin(empty),
    );
    return () => {
      isLeft = true;
    };
    // The empty fields are those of the first moment.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [database, name]);
  useEffect(() => {
    if (!draft?.isChanged) return;
    const stored: Stored = { at: new Date().toISOString(), fields: draft.fields };
    // Without room the form still works, and finishing it shows the problem.
    writeValue(database, PREFIX + name, stored).catch(() => undefined);
  }, [database, name, draft]);
  const change = useCallback<Change<T>>(
    (part) =>
      setDraft((now) => {
        if (!now) return now;
        const { fields } = now;
        const next = typeof part === 'function' ? part(fields) : part;
        return { fields: { ...fields, ...next }, isChanged: true };
      }),
    [],
  );
  return [draft?.fields ?? null, change];
}
