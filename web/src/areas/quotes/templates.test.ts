// Tests of templates and remembered choices.
import { beforeEach, expect, it } from 'vitest';
import { inLanguage } from '../../../test/reader.ts';
import { some } from '../../../test/some.ts';
import { emptyItem } from '../../kit/goods/items.ts';
import type { SavedView } from '../../kit/views/queries.ts';
import { emptyParty } from '../../lib/bookings/party.ts';
import { emptyDraft } from './model.ts';
import { remember, rememberedOf } from './remembered.ts';
import { templateOf, withTemplate } from './templates.ts';

const to = { suburb: 'Parramatta', postCode: '2150', state: 'NSW', countryCode: 'AU' };
const item = {
  ...emptyItem,
  packageType: 'Carton',
  length: '40',
  width: '30',
  height: '25',
  weight: '12.5',
};
const draft = {
  ...emptyDraft(9),
  to,
  receiver: { ...emptyParty, companyName: 'Harbour Tools' },
  items: [item],
  options: { 'delivery:tail-lift': true },
  reference: 'PO 1',
  pickupDate: '2026-11-27',
  service: { accountId: 3, serviceCode: 'GEN' },
};
const view = (value: unknown) => some<SavedView>({ value: JSON.stringify(value) });

beforeEach(() => localStorage.clear());

it('keeps receiver, goods, options and service, and nothing of one day or customer', () => {
  expect(templateOf(draft)).toMatchObject({
    to,
    items: [item],
    options: { 'delivery:tail-lift': true },
    service: { accountId: 3, serviceCode: 'GEN' },
  });
  for (const name of ['customerId', 'reference', 'pickupDate', 'sender', 'from'])
    expect(templateOf(draft)).not.toHaveProperty(name);
});

it('fills another sheet, whose own customer and reference stay', () => {
  const filled = withTemplate(
    { ...emptyDraft(5), reference: 'PO 2', promoCode: 'X' },
    view({ template: { ...templateOf(draft), customerId: 9 } }),
  );
  expect(filled).toMatchObject({ customerId: 5, reference: 'PO 2', to, items: [item] });
});

it('has the same numbers for readers of all languages', () => {
  const typed = { ...draft, items: [{ ...item, weight: '1,234' }], insuredValue: '1.500,5' };
  const template = inLanguage('de', () => templateOf(typed));
  expect(template).toMatchObject({ items: [{ weight: '1.234' }], insuredValue: '1500.5' });
  const filled = () => withTemplate(emptyDraft(5), view({ template }));
  expect(filled()).toMatchObject({ items: [{ weight: '1.234' }], insuredValue: '1500.5' });
  expect(inLanguage('de', filled)).toMatchObject({
    items: [{ weight: '1,234' }],
    insuredValue: '1500,5',
  });
  expect(withTemplate(draft, view({ template: { items: 'x' } }))).toMatchObject({ items: 'x' });
});

it('leaves a sheet whole where a template cannot be read', () => {
  expect(withTemplate(draft, view('no template'))).toMatchObject({
    customerId: 9,
    to: null,
    items: [emptyItem],
  });
});

it('remembers a customer by itself, and a service only where it was chosen', () => {
  remember(draft);
  remember({ ...draft, customerId: 5, service: null });
  expect(rememberedOf(9)).toEqual({
    options: { 'delivery:tail-lift': true },
    packageType: 'Carton',
    service: { accountId: 3, serviceCode: 'GEN' },
  });
  expect(rememberedOf(5)?.service).toBeNull();
  expect(rememberedOf(null)).toBeNull();
});
