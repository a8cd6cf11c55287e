// The settings of an account: what its form asks for, and how they are read.
import config from 'waybill:host/config@1.0.0';
import { internal, invalid } from './errors';

export const CURRENCIES = ['AUD', 'NZD', 'USD', 'EUR'];

export interface Account {
  currency: string;
  /** In hundredths of a cent, so that 0.0425 a kilogram stays exact. */
  basePrice: number;
  pricePerKg: number;
  /** In hundredths of a per cent. */
  expressPercent: number;
  taxPercent: number;
  connotePrefix: string;
  gs1Prefix: string;
  apiUrl: string;
}

const text = (key: string, displayName: string, help: string): Attribute => ({
  key,
  displayName,
  dataType: 'text',
  required: false,
  choices: [],
  help,
});

export const attributes: Attribute[] = [
  {
    ...text('currency', 'Currency', 'Of all prices below.'),
    dataType: 'choice',
    required: true,
    choices: CURRENCIES,
  },
  {
    ...text('basePrice', 'Base price', 'For each consignment, without tax.'),
    dataType: 'number',
    required: true,
  },
  {
    ...text('pricePerKg', 'Price per kilogram', 'For each kilogram begun, without tax.'),
    dataType: 'number',
    required: true,
  },
  {
    ...text('expressPercent', 'Express surcharge', 'Per cent on top of road; 50 when empty.'),
    dataType: 'number',
  },
  { ...text('taxPercent', 'Tax', 'Per cent; 10 when empty.'), dataType: 'number' },
  {
    ...text('gs1Prefix', 'GS1 company prefix', '7 to 10 digits, for the numbers on the labels.'),
    required: true,
  },
  text('connotePrefix', 'Connote prefix', 'Letters before the number; TSC when empty.'),
  text(
    'apiUrl',
    'Price service',
    'Where live prices are asked for; prices are computed here when empty.',
  ),
  { ...text('apiKey', 'Key of the price service', 'Sent as a bearer token.'), dataType: 'secret' },
];

/** The call's account; reports every wrong setting at once. */
export function account(): Account {
  const values = read(config.account());
  const errors: FieldError[] = [];
  const wrong = (member: string, message: string) => errors.push({ member, message });
  const plain = (key: string) => {
    const value = values[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const number = (key: string, otherwise: number | null, places: number) => {
    const written = plain(key);
    if (written === '' && otherwise !== null) return otherwise;
    const parsed = decimal(written, places);
    if (parsed === null)
      wrong(
        key,
        written === '' ? 'is required' : `must be a number with at most ${places} decimals`,
      );
    return parsed ?? 0;
  };
  const found: Account = {
    currency: plain('currency'),
    basePrice: number('basePrice', null, 4),
    pricePerKg: number('pricePerKg', null, 4),
    expressPercent: number('expressPercent', 50_00, 2),
    taxPercent: number('taxPercent', 10_00, 2),
    connotePrefix: plain('connotePrefix') || 'TSC',
    gs1Prefix: plain('gs1Prefix'),
    apiUrl: plain('apiUrl').replace(/\/+$/, ''),
  };
  if (!CURRENCIES.includes(found.currency))
    wrong('currency', `must be one of ${CURRENCIES.join(', ')}`);
  if (!/^\d{7,10}$/.test(found.gs1Prefix)) wrong('gs1Prefix', 'must be 7 to 10 digits');
  if (!/^[A-Z]{1,6}$/.test(found.connotePrefix))
    wrong('connotePrefix', 'must be 1 to 6 capital letters');
  if (found.apiUrl !== '' && !found.apiUrl.startsWith('https://'))
    wrong('apiUrl', 'must begin with https://');
  if (errors.length > 0) throw invalid(...errors);
  return found;
}

function read(json: string): Record<string, unknown> {
  const values: unknown = json.trim() === '' ? {} : JSON.parse(json);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw internal('the settings of the account are not a JSON object');
  }
  return values as Record<string, unknown>;
}

/** `12.5` with four places is 125000; null for an invalid number. Avoids floating point. */
export function decimal(written: string, places: number): number | null {
  const match = /^(\d{1,6})(?:\.(\d+))?$/.exec(written);
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > places) return null;
  return Number(match[1] + fraction.padEnd(places, '0'));
}
