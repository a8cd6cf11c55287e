// Tests of key precedence: page before application.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useKeys, type KeyMap } from './keys.ts';

function Page({ own, everywhere }: { own: KeyMap; everywhere: KeyMap }) {
  useKeys(everywhere, undefined, window);
  useKeys(own);
  return <input aria-label="Name" />;
}

afterEach(cleanup);

test('a key that the page uses is not the application’s', () => {
  const [own, everywhere] = [vi.fn(), vi.fn()];
  render(<Page own={{ c: own }} everywhere={{ c: everywhere, g: everywhere }} />);
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(own).toHaveBeenCalledOnce();
  expect(everywhere).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'g' });
  expect(everywhere).toHaveBeenCalledOnce();
});

test('a key that the page has no use for is left to the application', () => {
  const everywhere = vi.fn();
  render(<Page own={{ c: () => false }} everywhere={{ c: everywhere }} />);
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(everywhere).toHaveBeenCalledOnce();
});

test('what is typed into a field is no shortcut', () => {
  const everywhere = vi.fn();
  render(<Page own={{}} everywhere={{ c: everywhere }} />);
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'c' });
  expect(everywhere).not.toHaveBeenCalled();
});
