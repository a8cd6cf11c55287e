// Positions of the device while the driver is available for work: thinned, kept and sent in lists.
import { judge } from '../../lib/queue/judge.ts';
import { settled, transact } from '../../lib/queue/database.ts';
import { sendPositions, type Position } from './calls.ts';

/** The server stores at most this many in one call, and the device keeps no more. */
export const MAX_POSITIONS = 1000;
/** Milliseconds and metres; either is enough for another position. */
const MIN_INTERVAL = 60_000;
const MIN_DISTANCE = 250;
/** Milliseconds between two positions, however fast the vehicle is. */
const SHORTEST_INTERVAL = 5_000;
/** Metres; the server rejects less accurate positions. */
const MAX_ACCURACY = 500;
const EARTH_RADIUS = 6_371_000;

export interface Fix {
  latitude: number;
  longitude: number;
  accuracy: number;
  /** Milliseconds since 1970. */
  at: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two places. */
export function distance(
  a: Pick<Fix, 'latitude' | 'longitude'>,
  b: Pick<Fix, 'latitude' | 'longitude'>,
): number {
  const half =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(half));
}

/** True if a position is worth keeping after the last kept one. */
export function isWorthKeeping(last: Fix | null, next: Fix): boolean {
  if (next.accuracy > MAX_ACCURACY) return false;
  if (!last) return true;
  const elapsed = next.at - last.at;
  if (elapsed < SHORTEST_INTERVAL) return false;
  return elapsed >= MIN_INTERVAL || distance(last, next) >= MIN_DISTANCE;
}

const rounded = (value: number | null, digits: number): number | null =>
  value === null || Number.isNaN(value) ? null : Number(value.toFixed(digits));

const positionOf = ({ coords, timestamp }: GeolocationPosition): Position => ({
  latitude: rounded(coords.latitude, 6),
  longitude: rounded(coords.longitude, 6),
  accuracy: rounded(coords.accuracy, 1),
  altitude: rounded(coords.altitude, 1),
  altitudeAccuracy: rounded(coords.altitudeAccuracy, 1),
  heading: rounded(coords.heading, 1),
  speed: rounded(coords.speed, 1),
  provider: 'browser',
  creationTime: new Date(timestamp).toISOString(),
});

/** Stores a position; the oldest one goes if there are too many. */
export const keepPosition = (database: IDBDatabase, position: Position): Promise<void> =>
  transact(database, ['positions'], 'readwrite', async (store) => {
    const positions = store('positions');
    await settled(positions.add({ position }));
    const places = await settled(positions.getAllKeys());
    for (const place of places.slice(0, Math.max(0, places.length - MAX_POSITIONS)))
      await settled(positions.delete(place));
  });

interface KeptPosition {
  place: number;
  position: Position;
}

/** Sends the kept positions. Those that the server does not want are not sent again. */
export async function flushPositions(
  database: IDBDatabase,
  send: (positions: Position[]) => Promise<unknown> = sendPositions,
): Promise<void> {
  const kept = await transact(database, ['positions'], 'readonly', (store) =>
    settled(store('positions').getAll() as IDBRequest<KeptPosition[]>),
  );
  const last = kept.at(-1);
  if (!last) return;
  try {
    await send(kept.map(({ position }) => position));
  } catch (error) {
    if (judge(error).kind !== 'refused') return;
  }
  await transact(database, ['positions'], 'readwrite', (store) =>
    settled(store('positions').delete(IDBKeyRange.upperBound(last.place))),
  );
}

/** Newest position of the device, for scans. */
let newest: Fix | null = null;
/** Milliseconds after which a position says nothing about an action. */
const MAX_FIX_AGE = 120_000;

export const currentFix = (now = Date.now()): Fix | null =>
  newest && now - newest.at <= MAX_FIX_AGE ? newest : null;

/** Follows the device's position in one tab; returns a function that stops. */
export function followPosition(database: IDBDatabase, lock: string): () => void {
  const stopping = new AbortController();
  let last: Fix | null = null;
  const work = () =>
    new Promise<void>((resolve) => {
      const watch = navigator.geolocation.watchPosition(
        (found) => {
          const { latitude, longitude, accuracy } = found.coords;
          newest = { latitude, longitude, accuracy, at: found.timestamp };
          if (!isWorthKeeping(last, newest)) return;
          last = newest;
          void keepPosition(database, positionOf(found));
        },
        () => undefined,
        { enableHighAccuracy: true, maximumAge: 10_000, timeout: 60_000 },
      );
      const timer = setInterval(() => void flushPositions(database), MIN_INTERVAL);
      void flushPositions(database);
      stopping.signal.addEventListener('abort', () => {
        navigator.geolocation.clearWatch(watch);
        clearInterval(timer);
        resolve();
      });
    });
  navigator.locks
    .request(lock, { signal: stopping.signal }, work)
    // Stopped while another tab followed.
    .catch(() => undefined);
  return () => stopping.abort();
}
