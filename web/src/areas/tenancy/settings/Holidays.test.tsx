// Tests of the holiday editor.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { FormProvider, useForm, useWatch } from '@waybill/plugin/forms';
import { some } from '../../../../test/some.ts';
import { Holidays } from './Holidays.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T03:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

function TestForm() {
  const days = useWatch({ name: 'bookings.holidays' }) as string[];
  return <p data-testid="kept">{days.join(' ')}</p>;
}

function Form({ holidays, onSubmit }: { holidays: string[]; onSubmit: () => void }) {
  const form = useForm({ defaultValues: { bookings: { holidays } } });
  return (
    <FormProvider {...form}>
      <form onSubmit={onSubmit}>
        <Holidays />
        <TestForm />
        <button type="button">Save</button>
      </form>
    </FormProvider>
  );
}

function show(holidays: string[]) {
  const submit = vi.fn();
  render(
    <HostProvider
      value={some<HostApi>({
        tenant: some<HostApi['tenant']>({ currency: 'AUD', timezone: 'Australia/Melbourne' }),
      })}
    >
      <Form holidays={holidays} onSubmit={submit} />
    </HostProvider>,
  );
  return {
    user: userEvent.setup(),
    submit,
    days: () => (screen.getByTestId('kept').textContent ?? '').split(' ').filter(Boolean),
  };
}

const status = () => screen.getByRole('status');
const button = (name: string) => screen.getByRole('button', { name });
const day = () => screen.getByLabelText('Day');

test('a day is added by Enter, which saves nothing yet, and once only', async () => {
  const { user, submit, days } = show(['2026-12-26']);
  await user.type(day(), '2026-12-25');
  await user.keyboard('{Enter}');
  expect(days()).toEqual(['2026-12-25', '2026-12-26']);
  expect(status()).toHaveTextContent('Dec 25, 2026 added');
  expect(day()).toHaveValue('');
  expect(day()).toHaveFocus();
  await user.type(day(), '2026-12-26');
  await user.click(button('Add holiday'));
  expect(days()).toHaveLength(2);
  expect(status()).toHaveTextContent('Already listed: Dec 26, 2026');
  await user.click(button('Add holiday'));
  expect(day()).toHaveAccessibleDescription('Choose a day');
  expect(submit).not.toHaveBeenCalled();
});

test('pasted lines are read, and what is no day stays to be put right', async () => {
  const { user, days } = show(['2027-01-01']);
  await user.click(button('Paste multiple'));
  const box = screen.getByLabelText('One day in each line');
  await user.click(box);
  await user.paste('1/01/2027\nBoxing Day\n25 December 2026');
  await user.click(button('Add these days'));
  expect(days()).toEqual(['2026-12-25', '2027-01-01']);
  expect(status()).toHaveTextContent('Dec 25, 2026 added');
  expect(status()).toHaveTextContent('Already listed: Jan 1, 2027');
  expect(status()).toHaveTextContent('No day was found in: “Boxing Day”');
  expect(box).toHaveValue('Boxing Day');
});

test('more than may be kept are not added', async () => {
  const many = Array.from({ length: 200 }, (_, at) =>
    new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10),
  );
  const { user, days } = show(many);
  await user.type(day(), '2026-12-25');
  await user.keyboard('{Enter}');
  expect(days()).toHaveLength(200);
  expect(status()).toHaveTextContent('you would have 201 holidays, and the maximum is 200');
  expect(day()).toHaveValue('2026-12-25');
});

test('past holidays are marked and cleared together', async () => {
  const { user, days } = show(['2026-11-27', '2026-11-03', '2025-12-25']);
  expect(screen.getAllByText('Past')).toHaveLength(2);
  await user.click(button('Remove past holidays'));
  expect(days()).toEqual(['2026-11-27']);
  expect(screen.queryByText('Past')).toBeNull();
  await user.click(button('Remove Nov 27, 2026'));
  expect(screen.getByText('No holidays')).toBeVisible();
});

test('a day that was typed and not added goes in when the form is left for its button', async () => {
  const { user, days } = show([]);
  await user.type(day(), '2026-12-25');
  await user.tab();
  expect(days()).toEqual([]);
  await user.click(button('Save'));
  expect(days()).toEqual(['2026-12-25']);
  expect(day()).toHaveValue('');
  await user.click(button('Paste multiple'));
  await user.type(screen.getByRole('textbox'), '2026-12-26 Boxing Day');
  await user.click(button('Save'));
  expect(days()).toEqual(['2026-12-25', '2026-12-26']);
});
