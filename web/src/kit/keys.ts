// Keyboard shortcuts: the one map of keys, and their dispatch to the screen that is shown.
import { useEffect, useRef } from 'react';
import { msg } from '../lib/i18n.ts';

/** Groups of the overview, in its order. */
export const KEY_GROUPS = {
  rows: msg('Rows'),
  record: msg('The selected row'),
  page: msg('This page'),
  go: msg('Go to'),
  everywhere: msg('Everywhere'),
} as const;
export type KeyGroup = keyof typeof KEY_GROUPS;

interface KeyOf {
  /** As `KeyboardEvent.key` has it. */
  key: string;
  /** Other keys that do the same. */
  also?: readonly string[];
  /** English, marked with msg(). */
  text: string;
  group: KeyGroup;
}

/** The same keys on every list of records. Only workbenches and sheets have maps of their own. */
export const KEYS = {
  next: { key: 'j', also: ['ArrowDown'], text: msg('Next row'), group: 'rows' },
  previous: { key: 'k', also: ['ArrowUp'], text: msg('Previous row'), group: 'rows' },
  open: { key: 'Enter', text: msg('Open the row'), group: 'rows' },
  tick: { key: 'x', text: msg('Select or deselect the row'), group: 'rows' },
  tickRange: {
    key: 'X',
    text: msg('Select all rows from the last one selected to this one'),
    group: 'rows',
  },
  editCell: { key: 'F2', text: msg('Edit the first editable cell of the row'), group: 'rows' },
  leave: { key: 'Escape', text: msg('Clear the selection, then leave the row'), group: 'rows' },
  exception: { key: '!', text: msg('Next exception'), group: 'rows' },
  nextPage: { key: 'J', text: msg('Next page'), group: 'rows' },
  previousPage: { key: 'K', text: msg('Previous page'), group: 'rows' },
  edit: { key: 'e', text: msg('Edit'), group: 'record' },
  label: { key: 'l', text: msg('Print the label'), group: 'record' },
  manifest: { key: 'm', text: msg('Manifest'), group: 'record' },
  note: { key: 'n', text: msg('Write a note'), group: 'record' },
  hold: { key: 'h', text: msg('Hold or release'), group: 'record' },
  approve: { key: 'a', text: msg('Approve'), group: 'record' },
  close: { key: 'f', text: msg('Close'), group: 'record' },
  post: { key: 'p', text: msg('Post'), group: 'record' },
  send: { key: 's', text: msg('Send'), group: 'record' },
  retire: { key: 'd', text: msg('Retire or suspend'), group: 'record' },
  activate: { key: 'u', text: msg('Activate'), group: 'record' },
  remove: { key: 'Delete', also: ['Backspace'], text: msg('Delete…'), group: 'record' },
  charges: { key: '$', text: msg('Change the charges'), group: 'record' },
  more: { key: '.', text: msg('More actions'), group: 'record' },
  new: { key: 'c', text: msg('New'), group: 'page' },
  search: {
    key: '/',
    text: msg('Go to search; press Enter for the first result'),
    group: 'page',
  },
  refresh: { key: 'r', text: msg('Refresh'), group: 'page' },
  templates: { key: 't', text: msg('Templates'), group: 'page' },
  undo: { key: 'z', text: msg('Undo, while the notice is shown'), group: 'everywhere' },
  help: { key: '?', text: msg('Keyboard shortcuts'), group: 'everywhere' },
} as const satisfies Record<string, KeyOf>;
export type KeyName = keyof typeof KEYS;

export interface Binding extends KeyOf {
  /** Keys as shown, if they are not those of `key`. */
  shown?: readonly string[] | undefined;
  /** Returning false passes the key on. */
  run: (event: KeyboardEvent) => unknown;
}

/** A key of the map with what it does here; `text` names that more exactly. */
export const bind = (name: KeyName, run: Binding['run'], text?: string): Binding => ({
  ...KEYS[name],
  ...(text ? { text } : {}),
  run,
});

const NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Enter: '↵',
  Delete: 'Del',
  Backspace: '⌫',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The order of the map, for the overview. */
export const inOrder = (bindings: readonly Binding[]): Binding[] => {
  const order: string[] = Object.values(KEYS).map(({ key }) => key);
  const place = ({ key }: Binding) => order.indexOf(key);
  return bindings.toSorted((a, b) => place(a) - place(b));
};

/** Keys of a binding as a reader knows them: `X` is Shift and x. */
export const shownKeys = (key: string): readonly string[] =>
  /^[A-Z]$/.test(key) ? ['Shift', key.toLowerCase()] : [NAMES[key] ?? key];

const OPEN = 'dialog[open], [role$="dialog"][data-state="open"], [role="menu"][data-state="open"]';

/** True while a dialog or menu is open. */
export const isOverlaid = (): boolean => document.querySelector(OPEN) !== null;

/** True while typing or in an open dialog or menu. */
function isTaken(at: EventTarget | null): boolean {
  if (!(at instanceof HTMLElement)) return false;
  const types = at instanceof HTMLInputElement && at.type !== 'checkbox';
  return (
    types ||
    at.closest(
      'textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"]',
    ) !== null
  );
}

/** The key, on keyboards of other scripts by its place. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  const letter = key > '~' && key.length === 1 && /^Key([A-Z])$/.exec(code)?.[1];
  return letter ? (shiftKey ? letter : letter.toLowerCase()) : key;
}

interface Layer {
  bindings: readonly Binding[];
  owns: (at: EventTarget | null) => boolean;
  /** Keys of the application come after those of the page. */
  isEverywhere: boolean;
}

const layers = new Set<{ current: Layer }>();

const ordered = (at: EventTarget | null): Layer[] => {
  const all = [...layers].map(({ current }) => current).filter(({ owns }) => owns(at));
  return [
    ...all.filter(({ isEverywhere }) => !isEverywhere).toReversed(),
    ...all.filter(({ isEverywhere }) => isEverywhere),
  ];
};

const means = (binding: Binding, key: string) =>
  binding.key === key || (binding.also?.includes(key) ?? false);

function dispatch(event: KeyboardEvent): void {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    event.isComposing ||
    isTaken(event.target) ||
    isOverlaid()
  )
    return;
  const key = keyOf(event);
  for (const { bindings } of ordered(event.target))
    for (const binding of bindings)
      if (means(binding, key) && binding.run(event) !== false) return event.preventDefault();
}

const EVERYWHERE = () => true;

/** Handles keys while mounted; `owns` limits them to a part of the page. */
export function useKeys(
  bindings: readonly Binding[],
  {
    owns = EVERYWHERE,
    isEverywhere = false,
  }: { owns?: (at: EventTarget | null) => boolean; isEverywhere?: boolean } = {},
): void {
  const layer = useRef<Layer>({ bindings, owns, isEverywhere });
  useEffect(() => {
    layer.current = { bindings, owns, isEverywhere };
  });
  useEffect(() => {
    if (layers.size === 0) addEventListener('keydown', dispatch);
    layers.add(layer);
    return () => {
      layers.delete(layer);
      if (layers.size === 0) removeEventListener('keydown', dispatch);
    };
  }, []);
}

/** Keys that work at an element: the page's hide those of the application. */
export function keysAt(at: EventTarget | null): Binding[] {
  const known = new Set<string>();
  return ordered(at).flatMap(({ bindings }) => {
    const free = bindings.filter(({ key, shown }) => shown !== undefined || !known.has(key));
    for (const { key, shown } of bindings) if (shown === undefined) known.add(key);
    return free;
  });
}

/** Presses a key for the pointer or the palette. */
export const pressKey = (key: string, at: Element = document.activeElement ?? document.body) =>
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

/** Opens a menu by its button: as loaded, or its first time. */
export function openMenu(button: Element | null | undefined): boolean {
  if (!(button instanceof HTMLElement)) return false;
  button.focus();
  if (button.ariaHasPopup) pressKey('Enter', button);
  else button.click();
  return true;
}
