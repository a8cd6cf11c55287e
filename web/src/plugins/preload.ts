// Preloads plugin parts in route loaders, on hover and focus.
import type { SlotName } from '@waybill/plugin';

const WAIT = 250;

/** Waits shortly, fails never. */
const shortly = (work: Promise<unknown>): Promise<void> =>
  Promise.race([
    work.then(
      () => undefined,
      () => undefined,
    ),
    new Promise<void>((resolve) => setTimeout(resolve, WAIT)),
  ]);

export const preloadSlots = (names: SlotName[]): Promise<void> =>
  shortly(import('./registry.ts').then(({ fetchSlots }) => fetchSlots(names)));

export const preloadPage = (plugin: string, path: string): Promise<void> =>
  shortly(import('./pages.ts').then(({ fetchPage }) => fetchPage(plugin, path)));
