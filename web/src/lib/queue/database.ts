// A device's database: opening, transactions, and the store of last known values.

/** Stores of every database with a queue. */
export type StoreName = 'queue' | 'values';

/** Result of a request. */
export const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

/** Opens a database with a queue and values; `more` are stores of the same form as the queue. */
export function openDatabase(
  name: string,
  version: number,
  more: readonly string[] = [],
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.addEventListener('upgradeneeded', () => {
    for (const store of ['queue', ...more])
      request.result.createObjectStore(store, { keyPath: 'place', autoIncrement: true });
    request.result.createObjectStore('values');
  });
  return settled(request).then((database) => {
    // Another tab deletes the database on sign-out.
    database.addEventListener('versionchange', () => database.close());
    return database;
  });
}

export const deleteDatabase = async (name: string): Promise<void> => {
  await settled(indexedDB.deleteDatabase(name));
};

/** Runs work in one transaction; resolves once it is durable. */
export async function transact<T, Name extends string = StoreName>(
  database: IDBDatabase,
  stores: readonly Name[],
  mode: 'readonly' | 'readwrite',
  work: (store: (name: Name) => IDBObjectStore) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction([...stores], mode, { durability: 'strict' });
  const finished = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
  try {
    const result = await work((name) => transaction.objectStore(name));
    await finished;
    return result;
  } catch (error) {
    finished.catch(() => undefined);
    try {
      transaction.abort();
    } catch {
      // It has ended already.
    }
    throw error;
  }
}

export const writeValue = (database: IDBDatabase, key: string, value: unknown): Promise<void> =>
  transact(database, ['values'], 'readwrite', async (store) => {
    await settled(store('values').put(value, key));
  });
