// Tests of own-fleet: scans, field errors, account form.
import { afterEach, expect, test, vi } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ApiError,
  HostProvider,
  type ApiClient,
  type HostApi,
  type SlotBooking,
} from '@waybill/plugin';
import AccountForm from './AccountForm.tsx';
import BookingPanel from './BookingPanel.tsx';

const toast = vi.fn();
const get = vi.fn();
const post = vi.fn();
const host: HostApi = {
  tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'Australia/Sydney' },
  session: { userId: 1, userName: 'R', customerId: null, isDriver: false, permissions: [] },
  api: { get, post } as unknown as ApiClient,
  can: () => true,
  hasFeature: () => true,
  navigate: () => undefined,
  toast,
};
const booking = (bookingStatus: string): SlotBooking => ({
  id: 17,
  consignmentId: 'OF17',
  bookingStatus,
  rowVersion: 1,
  toAddress: { postCode: '3053' },
});
const show = (element: React.ReactElement) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <HostProvider value={host}>{element}</HostProvider>
    </QueryClientProvider>,
  );
const panel = (status: string) =>
  show(<BookingPanel bookingId={17} carrier="own-fleet" booking={booking(status)} />);

afterEach(() => {
  get.mockReset();
  post.mockReset();
  toast.mockReset();
});

test('a scan is entered in the tenant’s time, and a delivery names who signed', async () => {
  post.mockResolvedValue(null);
  panel('OutForDelivery');
  await userEvent.click(await screen.findByRole('button', { name: 'Enter a scan' }));
  await userEvent.selectOptions(screen.getByLabelText('What happened'), 'Delivered');
  await userEvent.clear(screen.getByLabelText('When'));
  await userEvent.type(screen.getByLabelText('When'), '2026-03-02T10:30');
  await userEvent.click(screen.getByRole('button', { name: 'Save the scan' }));
  expect(await screen.findAllByText('Name who signed for it.')).not.toHaveLength(0);
  expect(post).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Signed by'), 'K. Chen');
  await userEvent.click(screen.getByRole('button', { name: 'Save the scan' }));
  await vi.waitFor(() =>
    expect(toast).toHaveBeenCalledWith({ title: 'Scan entered', description: 'Delivered' }),
  );
  expect(post).toHaveBeenCalledWith('/api/booking/booking/addtrackingevent', {
    bookingId: 17,
    status: 'Delivered',
    description: 'Delivered',
    location: '',
    at: '2026-03-01T23:30:00.000Z',
    signedBy: 'K. Chen',
  });
});

test('a time to come is refused before it is sent; a refusal of the server stands at its field', async () => {
  post.mockRejectedValue(
    new ApiError(400, 'Not valid.', {
      validationErrors: [{ message: 'is no depot of ours', members: ['location'] }],
    }),
  );
  panel('InTransit');
  await userEvent.click(await screen.findByRole('button', { name: 'Enter a scan' }));
  const when = screen.getByLabelText('When');
  await userEvent.clear(when);
  await userEvent.type(when, '2999-01-01T10:00');
  await userEvent.click(screen.getByRole('button', { name: 'Save the scan' }));
  expect(await screen.findAllByText('A scan cannot lie in the future.')).not.toHaveLength(0);
  expect(post).not.toHaveBeenCalled();
  await userEvent.clear(when);
  await userEvent.type(when, '2026-03-02T10:30');
  await userEvent.type(screen.getByLabelText(/Where/), 'Atlantis');
  await userEvent.click(screen.getByRole('button', { name: 'Save the scan' }));
  expect(await screen.findByText('is no depot of ours')).toBeVisible();
  expect(screen.getByLabelText(/Where/)).toHaveAttribute('aria-invalid', 'true');
});

test.each([
  ['Booked', 'Scans can be entered once the consignment is on a manifest.'],
  ['Delivered', 'This consignment has come to its end; no more scans are expected.'],
])('no scan is offered for a consignment that is %s, and why is said', (status, reason) => {
  panel(status);
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enter a scan' })).toBeNull();
});

test('a booking of another carrier shows nothing of ours', () => {
  const { container } = show(
    <BookingPanel bookingId={17} carrier="australia-post" booking={booking('InTransit')} />,
  );
  expect(container).toBeEmptyDOMElement();
});

test('the account form sends what its carrier asks for', async () => {
  const saved = { carrierAccount: { id: 4 }, carrierServices: [] };
  get.mockResolvedValue([
    { key: 'depot', displayName: 'Depot', dataType: 'text', required: true },
    { key: 'weekend', displayName: 'Weekends', dataType: 'boolean', required: false },
  ]);
  post.mockResolvedValue(saved);
  const onSaved = vi.fn();
  show(
    <AccountForm
      carrierCode="own-fleet"
      account={null}
      onSaved={onSaved}
      onCancel={() => undefined}
    />,
  );
  await userEvent.type(await screen.findByLabelText('Account name'), 'Metro');
  await userEvent.type(screen.getByLabelText('Account code'), 'metro-1');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findAllByText('Depot is required.')).not.toHaveLength(0);
  await userEvent.type(screen.getByLabelText('Depot'), '2019');
  await userEvent.click(screen.getByLabelText('Weekends'));
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(saved));
  expect(post.mock.lastCall?.[1]).toEqual({
    carrierAccount: {
      name: 'Metro',
      code: 'METRO-1',
      carrierCode: 'own-fleet',
      isActive: true,
      availableForGuest: false,
      availableForPayg: false,
      useManualRates: false,
      attributes: [
        { key: 'depot', value: '2019' },
        { key: 'weekend', value: 'true' },
      ],
    },
  });
});
