// Slot props with realistic values.
import type { CarrierAccount, SlotName, SlotProps } from '@waybill/plugin';
import type { Case } from './messages.ts';

export interface Scene<S extends SlotName = SlotName> {
  name: string;
  props: SlotProps[S];
}

const nothing = () => undefined;

const booking = {
  id: 1204,
  consignmentId: 'WB0001204',
  bookingStatus: 'InTransit',
  rowVersion: 3,
  creationTime: '2026-03-02T01:30:00Z',
  customerName: 'Harbour Ceramics',
  fromAddress: {
    name: 'Harbour Ceramics',
    addressLine1: '12 Wharf Street',
    suburb: 'Melbourne',
    state: 'VIC',
    postCode: '3000',
    country: 'AU',
  },
  toAddress: {
    name: 'Mia Novak',
    addressLine1: '7 Hill Road',
    suburb: 'Richmond',
    state: 'VIC',
    postCode: '3121',
    country: 'AU',
  },
};

const account = ({ plugin, attributes }: Case): CarrierAccount => ({
  id: 17,
  name: 'Melbourne depot',
  code: 'MEL',
  carrierCode: plugin,
  customerId: null,
  isActive: true,
  availableForGuest: false,
  availableForPayg: true,
  useManualRates: false,
  attributes,
  rowVersion: 2,
});

const SCENES: { [S in SlotName]: (of: Case) => Scene<S>[] } = {
  'booking.detail.panel@1': ({ plugin }) => [
    { name: 'a booking', props: { bookingId: booking.id, carrier: plugin, booking } },
  ],
  'booking.detail.tab@1': ({ plugin }) =>
    [plugin, null].map((carrier) => ({
      name: carrier ? 'a booking' : 'a booking without a carrier yet',
      props: { bookingId: booking.id, carrier, booking },
    })),
  'carrier.account.form@1': (of) => [
    {
      name: 'a new account',
      props: {
        carrierCode: of.plugin,
        account: null,
        onSaved: nothing,
        onCancel: nothing,
        onDirtyChange: nothing,
      },
    },
    {
      name: 'a stored account',
      props: {
        carrierCode: of.plugin,
        account: account(of),
        activeCarrierServiceIds: [1],
        onSaved: nothing,
        onCancel: nothing,
        onDirtyChange: nothing,
      },
    },
  ],
  'customer.detail.panel@1': () => [
    {
      name: 'a customer',
      props: {
        customerId: 41,
        customer: { id: 41, name: 'Harbour Ceramics', code: 'HARBOUR', isActive: true },
      },
    },
  ],
  'customer.detail.tab@1': () => [
    {
      name: 'a customer',
      props: {
        customerId: 41,
        customer: { id: 41, name: 'Harbour Ceramics', code: 'HARBOUR', isActive: true },
      },
    },
  ],
  'dashboard.widget@1': () => [{ name: 'the dashboard', props: {} }],
  'job.detail.panel@1': () => [
    {
      name: 'a job',
      props: {
        jobId: 20463,
        job: {
          id: 20463,
          jobno: 'J20463',
          jobstatus: 'AtDepot',
          jobtype: 'PointToPoint',
          driverid: null,
        },
      },
    },
  ],
  'payment.card.form@1': () =>
    [false, true].map((isLocked) => ({
      name: isLocked ? 'a payment under way' : 'a payment',
      props: {
        tokenizationKey: 'pk_test_0123456789',
        amount: 1250.5,
        currency: 'AUD',
        isLocked,
        onReady: nothing,
        onChange: nothing,
      },
    })),
  'quote.result.panel@1': ({ plugin }) =>
    [41, null].map((customerId) => ({
      name: customerId === null ? 'a price for nobody yet' : 'a customer’s price',
      props: {
        quote: {
          id: '88-1',
          carrier: plugin,
          serviceCode: 'STANDARD',
          serviceName: 'Standard',
          total: 42.35,
        },
        customerId,
      },
    })),
};

export function scenesOf(of: Case): Scene[] {
  return of.slot !== undefined && of.slot in SCENES ? SCENES[of.slot as SlotName](of) : [];
}
