// Tests of the Australia Post account form: secrets are write-only.
import { afterEach, expect, test, vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ApiError,
  HostProvider,
  type ApiClient,
  type CarrierAccount,
  type HostApi,
} from '@waybill/plugin';
import AccountForm from './AccountForm.tsx';

const get = vi.fn();
const post = vi.fn();
const host: HostApi = {
  tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
  session: { userId: 1, userName: 'R', customerId: null, isDriver: false, permissions: [] },
  api: { get, post } as unknown as ApiClient,
  can: () => true,
  hasFeature: () => true,
  navigate: () => undefined,
  toast: () => undefined,
};
const ATTRIBUTES = [
  { key: 'account-number', displayName: 'Account number', dataType: 'text', required: true },
  { key: 'api-key', displayName: 'API key', dataType: 'secret', required: true },
];
const stored: CarrierAccount = {
  id: 5,
  name: 'Post',
  code: 'POST',
  carrierCode: 'australia-post',
  isActive: true,
  rowVersion: 3,
  attributes: [
    { key: 'account-number', value: '0012345678' },
    { key: 'api-key', value: '', isSet: 'true' },
  ],
};

const show = (account: CarrierAccount | null, onSaved = vi.fn()) => {
  get.mockResolvedValue(ATTRIBUTES);
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <HostProvider value={host}>
        <AccountForm
          carrierCode="australia-post"
          account={account}
          activeCarrierServiceIds={[8]}
          onSaved={onSaved}
          onCancel={() => undefined}
        />
      </HostProvider>
    </QueryClientProvider>,
  );
  return onSaved;
};
const sent = () =>
  post.mock.lastCall?.[1] as { carrierAccount: CarrierAccount; activeCarrierServiceIds: number[] };

afterEach(() => {
  get.mockReset();
  post.mockReset();
});

test('a new account needs its secrets', async () => {
  show(null);
  await userEvent.click(await screen.findByRole('button', { name: 'Create account' }));
  expect(await screen.findAllByText('API key is required.')).not.toHaveLength(0);
  expect(screen.getByLabelText('API key')).toHaveAttribute('type', 'password');
  expect(post).not.toHaveBeenCalled();
});

test('a stored secret is not asked for again and goes out empty, which keeps it', async () => {
  const saved = { carrierAccount: stored, carrierServices: [] };
  post.mockResolvedValue(saved);
  const onSaved = show(stored);
  expect(await screen.findByLabelText('API key')).toHaveValue('');
  expect(screen.getByText('Saved and never shown. Leave empty to keep it.')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Account number'));
  await userEvent.type(screen.getByLabelText('Account number'), '0099');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(saved));
  expect(sent()).toMatchObject({
    activeCarrierServiceIds: [8],
    carrierAccount: {
      id: 5,
      rowVersion: 3,
      attributes: [
        { key: 'account-number', value: '0099' },
        { key: 'api-key', value: '' },
      ],
    },
  });
});

test('a typed secret is gone from the form once it is saved', async () => {
  post.mockResolvedValue({ carrierAccount: stored, carrierServices: [] });
  const onSaved = show(stored);
  await userEvent.type(await screen.findByLabelText('API key'), 'hush');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent().carrierAccount.attributes[1]).toEqual({ key: 'api-key', value: 'hush' });
  await vi.waitFor(() => expect(screen.getByLabelText('API key')).toHaveValue(''));
});

test('a refusal of the carrier’s setting stands at its field', async () => {
  post.mockRejectedValue(
    new ApiError(400, 'Not valid.', {
      validationErrors: [
        { message: 'must have ten digits', members: ['carrierAccount.attributes.account-number'] },
      ],
    }),
  );
  show(stored);
  await userEvent.type(await screen.findByLabelText('Account number'), '9');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('must have ten digits')).toBeVisible();
  expect(screen.getByLabelText('Account number')).toHaveAttribute('aria-invalid', 'true');
});
