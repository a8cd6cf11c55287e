// Forms of a stop as they are filled in: phones end the page while their camera is open.
import { use, useCallback, useEffect, useState } from 'react';
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

const readings = new WeakMap<IDBDatabase, Map<string, Promise<Stored | undefined>>>();

/** The same promise while a form is open, so that it is read once. */
function reading(database: IDBDatabase, name: string): Promise<Stored | undefined> {
  const byName = readings.get(database) ?? new Map<string, Promise<Stored | undefined>>();
  readings.set(database, byName);
  const found = byName.get(name) ?? readDraft(database, name).catch(() => undefined);
  byName.set(name, found);
  return found;
}

export type Change<T> = (part: Partial<T> | ((now: T) => Partial<T>)) => void;

/** Fields that survive the page. Suspends until they are read. */
export function useDraft<T extends object>(name: string, empty: T): [T, Change<T>] {
  const { database } = useDevice();
  const stored = use(reading(database, name));
  const [draft, setDraft] = useState(() => ({
    fields: { ...empty, ...(stored?.fields as Partial<T> | undefined) },
    isChanged: false,
  }));
  // The next form reads what this one has written.
  useEffect(() => () => void readings.get(database)?.delete(name), [database, name]);
  useEffect(() => {
    if (!draft.isChanged) return;
    const fields: Stored = { at: new Date().toISOString(), fields: draft.fields };
    // Without room the form still works, and finishing it shows the problem.
    writeValue(database, PREFIX + name, fields).catch(() => undefined);
  }, [database, name, draft]);
  const change = useCallback<Change<T>>(
    (part) =>
      setDraft(({ fields }) => {
        const next = typeof part === 'function' ? part(fields) : part;
        return { fields: { ...fields, ...next }, isChanged: true };
      }),
    [],
  );
  return [draft.fields, change];
}
