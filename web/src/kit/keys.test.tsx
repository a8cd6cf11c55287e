// Tests of keys: one map, precedence, and keys that are no shortcuts.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bind, keysAt, KEYS, shownKeys, useKeys, type Binding } from './keys.ts';

function Page({ own, everywhere }: { own: Binding[]; everywhere: Binding[] }) {
  useKeys(everywhere, { isEverywhere: true });
  useKeys(own);
  return <input aria-label="Name" />;
}

const everywhere = (key: string, run: Binding['run']): Binding => ({
  key,
  text: `${key} everywhere`,
  group: 'everywhere',
  run,
});

test('no key of the map has two meanings', () => {
  const letters = Object.values(KEYS).flatMap((one) => [
    one.key,
    ...('also' in one ? one.also : []),
  ]);
  expect(new Set(letters).size).toBe(letters.length);
});

test('a key that the page uses is not the application’s, whichever came first', () => {
  const [own, other] = [vi.fn(), vi.fn()];
  render(
    <Page own={[bind('new', own)]} everywhere={[everywhere('c', other), everywhere('g', other)]} />,
  );
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(own).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'g' });
  expect(other).toHaveBeenCalledOnce();
  expect(keysAt(document.body).map(({ text }) => text)).toEqual(['New', 'g everywhere']);
});

test('a key that the page has no use for is left to the application', () => {
  const other = vi.fn();
  render(<Page own={[bind('new', () => false)]} everywhere={[everywhere('c', other)]} />);
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(other).toHaveBeenCalledOnce();
});

test('typing, dialogs and modifiers are no shortcuts', () => {
  const other = vi.fn();
  render(<Page own={[]} everywhere={[everywhere('c', other)]} />);
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'c' });
  fireEvent.keyDown(document.body, { key: 'c', ctrlKey: true });
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  fireEvent.keyDown(document.body, { key: 'c' });
  dialog.remove();
  expect(other).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(other).toHaveBeenCalledOnce();
});

test('keyboards of other scripts have the letters in their places', () => {
  const [next, page] = [vi.fn(), vi.fn()];
  render(<Page own={[bind('next', next), bind('nextPage', page)]} everywhere={[]} />);
  fireEvent.keyDown(document.body, { key: 'ت', code: 'KeyJ' });
  fireEvent.keyDown(document.body, { key: 'ـ', code: 'KeyJ', shiftKey: true });
  expect([next.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
});

test('capital letters are shown with Shift', () => {
  expect(['X', 'x', '?', 'Escape'].map((key) => shownKeys(key).join(' '))).toEqual([
    'Shift x',
    'x',
    '?',
    'Esc',
  ]);
});
