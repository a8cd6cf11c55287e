// Browser environment for unmodified clients: an origin, a cookie jar with browser rules, and a
// `window` with a writable address.
import { CookieJar, JSDOM } from 'jsdom';

export const ORIGIN = process.env.WAYBILL_E2E_URL;
if (!ORIGIN) throw new Error('WAYBILL_E2E_URL names no running host');

const jar = new CookieJar();
const network = globalThis.fetch;

export const forget = () => jar.removeAllCookies();
export const cookie = async (name) =>
  (await jar.getCookies(ORIGIN)).find((known) => known.key === name);
export const asked = [];

async function fetchAsABrowser(input, options = {}) {
  const url = new URL(input, ORIGIN);
  asked.push(url.pathname);
  const headers = new Headers(options.headers);
  const line = await jar.getCookieString(url.href);
  if (line) headers.set('cookie', line);
  const response = await network(url, { redirect: 'manual', ...options, headers });
  for (const set of response.headers.getSetCookie()) await jar.setCookie(set, url.href);
  return response;
}

const { window } = new JSDOM('<div id="root"></div>', {
  url: `${ORIGIN}/auth/login`,
  pretendToBeVisual: true,
});
export const visited = [];
const location = {
  get href() {
    return visited.at(-1) ?? `${ORIGIN}/auth/login`;
  },
  set href(url) {
    visited.push(new URL(url, ORIGIN).href);
  },
  reload() {},
};
const shown = new Proxy(window, {
  get: (target, name) => {
    if (name === 'location') return location;
    const value = Reflect.get(target, name);
    return typeof value === 'function' && !/^[A-Z]/.test(String(name)) ? value.bind(target) : value;
  },
});
// Newer Node versions define navigator, older ones don't.
Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
Object.assign(globalThis, {
  window: shown,
  document: window.document,
  localStorage: window.localStorage,
  fetch: fetchAsABrowser,
});
