// Labels of recorded properties and of their enums' values; what only programs need is left out.
import { words } from '@waybill/plugin';
import { msg, t } from '../../lib/i18n.ts';

const labels: Record<string, string> = {
  abn: msg('Business number'),
  atl: msg('Authority to leave'),
  baseAmount: msg('Amount in base currency'),
  companyName: msg('Company'),
  countryCode: msg('Country'),
  emailAddress: msg('Email'),
  eta: msg('Expected delivery'),
  invoiceBatchId: msg('Invoice run'),
  mailedTime: msg('Sent'),
  mailState: msg('Email status'),
  postCode: msg('Postcode'),
  startDate: msg('First day'),
  endDate: msg('Last day'),
  taxExclusiveAmount: msg('Before tax'),
  userName: msg('User name'),
};

/** Counters, search keys and secrets' hashes: no reader needs them. */
const isInternal = (name: string): boolean =>
  /^(row_?version|id|.+(Key|Hash|Token))$/i.test(name) && !/^(storeKey|apiKey)$/.test(name);

export const isShown = (property: string): boolean =>
  !property.split('.').some((part) => isInternal(part));

/** "isActive" → "Active", "customerId" → "Customer", "ui.logoId" → "Appearance: Logo". */
export function propertyLabel(property: string): string {
  return property
    .split('.')
    .map((part) => {
      const label = labels[part];
      if (label) return t(label);
      const bare = part.replace(/^(is|has)(?=[A-Z])/, '').replace(/(?<=[a-z])Ids?$/, '');
      return t(words(bare));
    })
    .join(': ');
}

const ENUM =
  /(status|state|type|kind|operation|category|reason|priority|method|security|mode|source|events?|permissions?|days)$/i;

/** A value of an enum in words; other texts stay as they are. */
export const enumText = (property: string, value: string): string =>
  ENUM.test(property) && /^[A-Z][a-z]+([A-Z][a-z]+)*$/.test(value) ? t(words(value)) : value;

const AMOUNT = /(amount|price|cost|balance|total|limit|outstanding|fee|charge|surcharge|tax)$/i;

export const isAmount = (property: string): boolean => AMOUNT.test(property);
