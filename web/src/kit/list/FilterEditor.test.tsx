// Tests of number filters: typed in the reader's notation, plain in the address.
import { afterEach, expect, it, vi } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readerOf } from '../../../test/reader.ts';
import { PanelEditor } from './FilterEditor.tsx';

afterEach(() => readerOf('en'));

const open = (value: string) => {
  const onChange = vi.fn<(value: string) => void>();
  const onClose = vi.fn<() => void>();
  render(
    <PanelEditor
      filter={{ kind: 'number', id: 'amount', label: 'Amount', field: 'amount' }}
      value={value}
      onChange={onChange}
      onClose={onClose}
    />,
  );
  const field = (name: string) => screen.getByRole('textbox', { name });
  return { onChange, onClose, minimum: field('Minimum'), maximum: field('Maximum') };
};

it.each([
  ['en', '1,000', '1,234.50', '1000..1234.5'],
  ['de', '1.000', '1.234,50', '1000..1234.5'],
  ['es', '12,5', '12,5', '12.5'],
  ['ar', '١٢٫٥', '1,000', '12.5..1000'],
])('a reader of %s filters from %s to %s', async (language, from, to, value) => {
  readerOf(language);
  const { onChange, minimum, maximum } = open('');
  await userEvent.type(minimum, from);
  await userEvent.type(maximum, `${to}{Enter}`);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(value);
});

it('shows the filter of the address as the reader writes it', async () => {
  readerOf('de');
  const { onChange, minimum, maximum } = open('1.234..9');
  expect([minimum, maximum].map((field) => (field as HTMLInputElement).value)).toEqual([
    '1,234',
    '9',
  ]);
  await userEvent.type(maximum, '{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('1.234..9');
});

it('refuses what is no number', async () => {
  const { onChange, onClose, minimum } = open('');
  await userEvent.type(minimum, '12,50{Enter}');
  expect(minimum).toHaveAccessibleDescription('Enter a number');
  expect(onChange).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
