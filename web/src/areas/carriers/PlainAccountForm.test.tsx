// Tests of the generated account form.
import { afterEach, expect, test, vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HostProvider, type ApiClient, type HostApi } from '@waybill/plugin';
import { readerOf } from '../../../test/reader.ts';
import PlainAccountForm from './PlainAccountForm.tsx';

afterEach(() => readerOf('en'));

const described = [
  { key: 'apiKey', displayName: 'Key', dataType: 'secret', required: true },
  { key: 'isLive', displayName: 'Live', dataType: 'boolean', required: false },
  { key: 'basePrice', displayName: 'Base price', dataType: 'number', required: true },
  {
    key: 'currency',
    displayName: 'Currency',
    dataType: 'choice',
    choices: ['AUD', 'NZD'],
    required: true,
  },
];

const saved = { carrierAccount: { id: 7 }, carrierServices: [] };

/** The form of attributes that a plugin describes, and what it sends. */
function renderForm(attributes: object[]) {
  const post = vi.fn().mockResolvedValue(saved);
  const onSaved = vi.fn();
  const host: HostApi = {
    tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'Australia/Sydney' },
    session: { userId: 1, userName: 'R', customerId: null, isDriver: false, permissions: [] },
    api: { get: vi.fn().mockResolvedValue(attributes), post } as unknown as ApiClient,
    can: () => true,
    hasFeature: () => true,
    navigate: () => undefined,
    toast: () => undefined,
  };
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <HostProvider value={host}>
        <PlainAccountForm
          carrierCode="ferry"
          account={null}
          onSaved={onSaved}
          onCancel={() => undefined}
        />
      </HostProvider>
    </QueryClientProvider>,
  );
  return { post, onSaved, user: userEvent.setup() };
}

test('fields are made of what the plugin describes, and saved', async () => {
  const { post, onSaved, user } = renderForm(described);
  await user.type(await screen.findByLabelText('Account name'), 'Ferry');
  await user.type(screen.getByLabelText(/^Account code/), 'fer');
  expect(screen.getByLabelText(/^Key/)).toHaveAttribute('type', 'password');
  await user.type(screen.getByLabelText(/^Key/), 'geheim');
  await user.selectOptions(screen.getByLabelText(/^Currency/), 'NZD');
  await user.click(screen.getByLabelText(/^Live/));
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  // Sends nothing without a price.
  expect((await screen.findAllByText('Base price is required.')).length).toBeGreaterThan(0);
  expect(post).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText(/^Base price/), '8.50');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(saved));
  expect(post.mock.calls[0]?.[1]).toMatchObject({
    carrierAccount: {
      name: 'Ferry',
      code: 'FER',
      carrierCode: 'ferry',
      attributes: [
        { key: 'apiKey', value: 'geheim' },
        { key: 'isLive', value: 'true' },
        { key: 'basePrice', value: '8.5' },
        { key: 'currency', value: 'NZD' },
      ],
    },
  });
});

test('numbers are shown, read and refused in the notation of the reader', async () => {
  readerOf('de');
  const { post, user } = renderForm([
    { key: 'tax', displayName: 'Tax', dataType: 'number', required: true, value: '12.5' },
    { key: 'depot', displayName: 'Depot', dataType: 'number', required: false },
    { key: 'fee', displayName: 'Fee', dataType: 'number', required: false },
  ]);
  await user.type(await screen.findByLabelText('Account name'), 'Ferry');
  await user.type(screen.getByLabelText(/^Account code/), 'fer');
  expect(screen.getByLabelText(/^Tax/)).toHaveValue('12,5');
  await user.clear(screen.getByLabelText(/^Tax/));
  await user.type(screen.getByLabelText(/^Tax/), '7,5,5');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect((await screen.findAllByText(/7,5,5 is not a number/)).length).toBeGreaterThan(0);
  expect(post).not.toHaveBeenCalled();
  await user.clear(screen.getByLabelText(/^Tax/));
  await user.type(screen.getByLabelText(/^Tax/), '7,75');
  await user.type(screen.getByLabelText(/^Depot/), '90000000000000000001');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await vi.waitFor(() => expect(post).toHaveBeenCalled());
  expect(post.mock.calls[0]?.[1]).toMatchObject({
    carrierAccount: {
      attributes: [
        { key: 'tax', value: '7.75' },
        { key: 'depot', value: '90000000000000000001' },
        { key: 'fee', value: '' },
      ],
    },
  });
});
