// Test setup: DOM matchers, jsdom polyfills, preloaded overlays.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { loadOverlays } from '@waybill/plugin';
import { setTenantId } from '../src/api/client.ts';
import { endSession } from '../src/api/session.ts';

Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.releasePointerCapture ??= () => undefined;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.matchMedia ??= (media: string) => ({
  matches: false,
  media,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});

// Whole pages with real calls can exceed the default second per step.
configure({ asyncUtilTimeout: 10_000 });
const { waitFor } = vi;
vi.waitFor = (callback, options = 10_000) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 10_000, ...options });

beforeAll(async () => {
  setTenantId(1);
  await loadOverlays();
});
afterEach(cleanup);
// Files share a window and its modules.
afterAll(() => {
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});

// jsdom's files are read by its reader only.
const read = (blob: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Unreadable')));
    reader.readAsArrayBuffer(blob);
  });
if (typeof Blob.prototype.arrayBuffer !== 'function') {
  Blob.prototype.arrayBuffer = function arrayBuffer(this: Blob) {
    return read(this);
  };
  Blob.prototype.text = async function text(this: Blob) {
    return new TextDecoder().decode(await read(this));
  };
}
