// Tests of typing between the press and the price, and before a new price is taken.
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, HostProvider, type HostApi } from '@waybill/plugin';
import { useForm, useWatch } from '@waybill/plugin/forms';
import { some } from '../../../test/some.ts';
import { Refused, type save as saveBooking } from './booking.ts';
import { quoteKey } from './draft.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';
import type { PriceLine } from './prices/rank.ts';
import { resolver } from './resolver.ts';
import { useFinish, type FinishOptions } from './use-finish.ts';
import type { Prices } from './use-prices.ts';

const save = vi.hoisted(() => vi.fn<typeof saveBooking>());
vi.mock('./booking.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  save,
}));
vi.mock('./pickup.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  pickupNow: () => Promise.reject(new Error('no')),
}));

const draft = (): QuoteDraft => {
  const place = (suburb: string) => ({ suburb, postCode: '3121', state: 'VIC', countryCode: 'AU' });
  const empty = emptyDraft(9);
  const party = { ...empty.sender, contactName: 'Sam', addressLine1: '1 Swan St' };
  return {
    ...empty,
    from: place('Richmond'),
    to: place('Carlton'),
    items: empty.items.map((item) => ({
      ...item,
      packageType: 'Carton',
      quantity: '3',
      length: '40',
      width: '30',
      height: '30',
      weight: '12',
    })),
    sender: party,
    receiver: party,
  };
};
const line = { quote: { id: 5, carrierAccountId: 1 }, total: 20 } as unknown as PriceLine;

const host = {
  tenant: { id: 1, name: 'T', currency: 'AUD', timezone: 'UTC' },
} as unknown as HostApi;

/** A sheet whose prices arrive when told. */
function open() {
  let arrive: () => void = () => undefined;
  let key = '';
  const onDone = vi.fn<FinishOptions['onDone']>();
  const onProblems = vi.fn<FinishOptions['onProblems']>();
  const { result } = renderHook(
    () => {
      const form = useForm<QuoteDraft>({
        defaultValues: draft(),
        resolver: resolver(() => 'book', true),
      });
      // Priced as shown, like on the sheet.
      key = quoteKey(useWatch({ control: form.control, compute: (now: QuoteDraft) => now }));
      const prices = some<Prices>({
        shown: null,
        isCurrent: false,
        error: null,
        settled: async () => {
          await new Promise<void>((resolve) => (arrive = resolve));
          return {
            ...prices,
            isCurrent: true,
            shown: some<NonNullable<Prices['shown']>>({ key, token: 'tk' }),
          };
        },
      });
      const finish = useFinish({
        form,
        prices,
        chosenOf: ({ isCurrent }) => (isCurrent ? line : null),
        savedId: null,
        setSavedId: () => undefined,
        mayManifest: false,
        hours: null,
        today: '2026-11-24',
        step: { current: 'quote' },
        card: some<FinishOptions['card']>({ problem: () => null, nonce: async () => undefined }),
        onDone,
        onProblems,
      });
      return { form, finish };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <HostProvider value={host}>{children}</HostProvider>
      ),
    },
  );
  return {
    onDone,
    onProblems,
    form: () => result.current.form,
    finish: () => result.current.finish,
    book: async (typing: () => void) => {
      let done: Promise<void> = Promise.resolve();
      await act(async () => {
        done = result.current.finish.finish('book');
        await new Promise((resolve) => setTimeout(resolve, 20));
      });
      act(typing);
      await act(async () => {
        arrive();
        await done;
      });
    },
  };
}

beforeEach(() => {
  save.mockReset();
  save.mockResolvedValue({ booking: { id: 1 }, manifests: [], labels: [] } as never);
});

test('instructions typed before the price is there are sent', async () => {
  const sheet = open();
  await sheet.book(() => sheet.form().setValue('deliveryInstructions', 'At the back'));
  expect(save).toHaveBeenCalledOnce();
  expect(save.mock.calls[0]?.[0].deliveryInstructions).toBe('At the back');
  expect(sheet.onDone.mock.calls[0]?.[3].deliveryInstructions).toBe('At the back');
});

test('goods typed before the price is there are booked by another press', async () => {
  const sheet = open();
  await sheet.book(() => sheet.form().setValue('items.0.weight', '15'));
  expect(save).not.toHaveBeenCalled();
  expect(sheet.onProblems.mock.lastCall?.[0]).toEqual([
    'The consignment changed while its price was fetched. Press again to book.',
  ]);
  await sheet.book(() => undefined);
  expect(save.mock.calls[0]?.[0].items[0]?.weight).toBe('15');
});

test('a field emptied before the price is there is asked for', async () => {
  const sheet = open();
  await sheet.book(() => sheet.form().setValue('receiver.addressLine1', ''));
  expect(save).not.toHaveBeenCalled();
  expect(sheet.form().getFieldState('receiver.addressLine1').error).toBeDefined();
});

const dearer = () =>
  new Refused(
    new ApiError(400, 'Dearer.', {}),
    null,
    some<NonNullable<Refused['newQuote']>>({ id: 6, resourceToken: 'new', total: 25 }),
  );

test('a new price is taken for the consignment that it is for', async () => {
  const sheet = open();
  save.mockRejectedValueOnce(dearer());
  await sheet.book(() => undefined);
  act(() => sheet.form().setValue('items.0.weight', '15'));
  await act(() => sheet.finish().takeOffer());
  expect(save).toHaveBeenCalledOnce();
  expect(sheet.onProblems.mock.lastCall?.[0]).toEqual([
    'The consignment changed while its price was fetched. Press again to book.',
  ]);
});

test('instructions typed before a new price is taken are sent', async () => {
  const sheet = open();
  save.mockRejectedValueOnce(dearer());
  await sheet.book(() => undefined);
  act(() => sheet.form().setValue('deliveryInstructions', 'At the back'));
  await act(() => sheet.finish().takeOffer());
  expect(save).toHaveBeenCalledTimes(2);
  expect(save.mock.lastCall?.[0].deliveryInstructions).toBe('At the back');
  expect(save.mock.lastCall?.[1].resourceToken).toBe('new');
});
