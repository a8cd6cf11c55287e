// Service worker of the driver pages: keeps the page, its parts and the texts, so that the pages
// start without a network. A driver's data is in the device's database, never here.

interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PageFetchEvent extends Event {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
/** Worker's scope; TypeScript's own types of it exclude those of pages. */
interface Worker {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(name: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: PageFetchEvent) => void): void;
}
const worker = globalThis as unknown as Worker;

/** Addresses of the page's parts and a hash of them, filled in by the build. */
export interface Shell {
  version: string;
  files: string[];
}
declare const SHELL: Shell;

const PAGE = '/driver/';
/** Belongs to the shell's page: an invited driver has no account yet. */
const JOIN = '/driver/join';
const ASSETS = '/driver/assets/';
const TEXTS = '/api/core/language/texts';
const PREFIX = 'waybill-driver-';
const CURRENT = `${PREFIX}${SHELL.version}`;
const TEXT_CACHE = `${PREFIX}texts`;
/** Caches of older versions that open pages may still read from. */
const KEPT_VERSIONS = 1;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CURRENT);
      // The page is fetched anew: the browser's copy may be older than its parts.
      await cache.add(new Request(new URL(PAGE, location.href), { cache: 'reload' }));
      await cache.addAll(SHELL.files);
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = (await caches.keys()).filter(
        (name) => name.startsWith(PREFIX) && name !== TEXT_CACHE && name !== CURRENT,
      );
      // Caches are listed in the order of their creation.
      const outdated = names.slice(0, Math.max(0, names.length - KEPT_VERSIONS));
      await Promise.all(outdated.map((name) => caches.delete(name)));
      await worker.clients.claim();
    })(),
  );
});

async function pageOf(request: Request): Promise<Response> {
  const cache = await caches.open(CURRENT);
  return (await cache.match(PAGE)) ?? fetch(request);
}

/** Parts have a hash in their name and never change. */
async function assetOf(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CURRENT)).put(request, response.clone());
  return response;
}

async function textsOf(request: Request): Promise<Response> {
  const cache = await caches.open(TEXT_CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const isJoin = pathname === JOIN || pathname.startsWith(`${JOIN}/`);
    if (pathname.startsWith(PAGE) && !isJoin) event.respondWith(pageOf(request));
  } else if (pathname.startsWith(ASSETS)) event.respondWith(assetOf(request));
  else if (pathname === TEXTS) event.respondWith(textsOf(request));
});
