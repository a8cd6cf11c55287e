// Checks rows and converts them to bookings.
import { numberError, readSheetNumber } from '@waybill/plugin';
import { t } from '../../../lib/i18n.ts';
import { packageOf } from '../../../kit/goods/quick.ts';
import { isEmail } from '../../../lib/email.ts';
import { isUnNumber } from '../../../lib/dangerous-goods.ts';
import type { Schema } from '../../../api/types.ts';
import type { LostZero } from '../../../kit/import/postcodes.ts';
import { byId, COLUMNS, RESULT, SENDER_COLUMNS } from './columns.ts';
import { MEASURES } from './numbers.ts';

export interface Row {
  /** Key, unique while the sheet is open. */
  key: number;
  cells: Readonly<Record<string, string>>;
}

/** Problems of whole rows use the result column. */
export interface RowProblem {
  column: string;
  message: string;
}

export type AddressBody = Schema<'AddressRequest'>;

export interface Shared {
  customerId: number | null;
  /** Sender of rows without one. */
  sender: AddressBody | null;
  countryCode: string;
  packageTypes: readonly { code: string; name: string }[];
  /** Set when each row names its carrier and service. */
  isAsGiven: boolean;
  /** Postcodes that lost a zero, by the text of the cell. */
  lostZeros: ReadonlyMap<string, LostZero>;
}

export const MAX_ROWS = 1000;

export const cell = (row: Row, column: string): string => (row.cells[column] ?? '').trim();
export const isBlank = (row: Row): boolean =>
  COLUMNS.every(({ id }) => id === RESULT || cell(row, id) === '');

const hasSender = (row: Row): boolean => SENDER_COLUMNS.some((id) => cell(row, id) !== '');

/** "Carton", "cartons" and "CTN" are one; bookings have its name. */
export function packageTypeOf(text: string, types: Shared['packageTypes']): string | null {
  const searchText = text.trim().toLowerCase();
  return (
    types.find(({ code }) => code.toLowerCase() === searchText)?.name ??
    packageOf(
      searchText,
      types.map(({ name }) => name),
    )
  );
}

/** `UN1263, 1950`: codes as they are typed. */
const unCodesOf = (row: Row): string[] =>
  cell(row, 'unNumbers')
    .replaceAll(/\bUN\s+(?=\d)/gi, 'UN')
    .split(/[\s,;/+]+/)
    .filter(Boolean);

function partyProblems(row: Row, end: 'from' | 'to', { lostZeros }: Shared): RowProblem[] {
  const found: RowProblem[] = [];
  const at = (field: string) => `${end}.${field}`;
  const need = (field: string, message: string) => {
    if (cell(row, at(field)) === '') found.push({ column: at(field), message });
  };
  if (cell(row, at('companyName')) === '' && cell(row, at('contactName')) === '')
    found.push({ column: at('companyName'), message: t('Enter a company or a contact') });
  need('addressLine1', t('Enter the street address'));
  need('suburb', t('Enter the suburb'));
  need('postCode', t('Enter the postcode'));
  const lost = lostZeros.get(cell(row, at('postCode')));
  if (lost)
    found.push({
      column: at('postCode'),
      message: t('Put the leading zero back: {postcode}', { postcode: lost.to }),
    });
  const email = cell(row, at('email'));
  if (email !== '' && !isEmail(email))
    found.push({ column: at('email'), message: t('The email address is incomplete') });
  return found;
}

/** The server validates again. */
export function problemsOf(row: Row, shared: Shared): RowProblem[] {
  const found = partyProblems(row, 'to', shared);
  const quantity = readSheetNumber(cell(row, 'quantity'));
  if (quantity === null || !Number.isInteger(quantity) || quantity < 1)
    found.push({ column: 'quantity', message: t('Enter a whole number of at least 1') });
  const type = cell(row, 'packageType');
  if (type === '')
    found.push({
      column: 'packageType',
      message: t('Enter a package type, such as {name}', {
        name: shared.packageTypes[0]?.name ?? 'Carton',
      }),
    });
  else if (packageTypeOf(type, shared.packageTypes) === null)
    found.push({
      column: 'packageType',
      message: t('Unknown package type. Use one of {names}.', {
        names: shared.packageTypes
          .slice(0, 6)
          .map(({ name }) => name)
          .join(', '),
      }),
    });
  for (const column of MEASURES) {
    const text = cell(row, column);
    const value = readSheetNumber(text);
    if (value === null && /\d/.test(text)) found.push({ column, message: numberError(text, t) });
    else if (value === null || value <= 0)
      found.push({ column, message: t('Enter a number above 0') });
  }
  if (!unCodesOf(row).every(isUnNumber))
    found.push({
      column: 'unNumbers',
      message: t('Enter UN numbers of four digits, as in UN1263, UN1950'),
    });
  if (hasSender(row)) found.push(...partyProblems(row, 'from', shared));
  else if (!shared.sender)
    found.push({
      column: 'from.companyName',
      message: t('Enter the sender: this customer has no usual address'),
    });
  if (shared.isAsGiven && cell(row, 'carrier') === '' && cell(row, 'service') === '')
    found.push({ column: 'carrier', message: t('Enter the carrier, the service, or both') });
  return found;
}

/** Checks rows, cached by row. */
export function checkerOf(shared: Shared): (row: Row) => readonly RowProblem[] {
  const known = new WeakMap<Row, readonly RowProblem[]>();
  return (row) => {
    const found = known.get(row) ?? problemsOf(row, shared);
    known.set(row, found);
    return found;
  };
}

function addressOf(row: Row, end: 'from' | 'to', countryCode: string): AddressBody {
  const cellOf = (field: string) => cell(row, `${end}.${field}`);
  return {
    companyName: cellOf('companyName'),
    contactName: cellOf('contactName'),
    telephone: cellOf('telephone'),
    email: cellOf('email') || null,
    addressLine1: cellOf('addressLine1'),
    addressLine2: cellOf('addressLine2'),
    suburb: cellOf('suburb'),
    state: cellOf('state'),
    postCode: cellOf('postCode'),
    countryCode,
    type: 'Business',
  };
}

/** The row must have no problems; no price. */
export function bookingOf(row: Row, shared: Shared) {
  const number = (column: string) => readSheetNumber(cell(row, column)) ?? 0;
  const cm = (column: string) => ({ value: number(column), unit: 'cm' as const });
  const [first, ...others] = unCodesOf(row);
  return {
    ...(shared.customerId === null ? {} : { customer: { id: shared.customerId } }),
    fromAddress: hasSender(row)
      ? addressOf(row, 'from', shared.countryCode)
      : (shared.sender ?? {}),
    toAddress: addressOf(row, 'to', shared.countryCode),
    items: [
      {
        packageType: packageTypeOf(cell(row, 'packageType'), shared.packageTypes) ?? '',
        quantity: number('quantity'),
        description: cell(row, 'description'),
        length: cm('length'),
        width: cm('width'),
        height: cm('height'),
        weight: { value: number('weight'), unit: 'kg' as const },
        ...(first !== undefined && others.length > 0
          ? { dangerousGoods: [first, ...others].map((unNumber) => ({ unNumber })) }
          : {}),
      },
    ],
    ...(first === undefined ? {} : { isDangerousGood: true, dangerousGoodUNCode: first }),
    reference: cell(row, 'reference'),
    deliveryInstructions: cell(row, 'deliveryInstructions'),
    specialInstructions: cell(row, 'specialInstructions'),
  };
}

export type BookingBody = ReturnType<typeof bookingOf>;

export const quoteOf = ({
  customer,
  fromAddress,
  toAddress,
  items,
  isDangerousGood,
  dangerousGoodUNCode,
}: BookingBody) => ({
  fromAddress,
  toAddress,
  items,
  ...(isDangerousGood && dangerousGoodUNCode ? { isDangerousGood, dangerousGoodUNCode } : {}),
  filter: { carrierCode: [], services: [] },
  ...(customer ? { customer: { customerId: customer.id } } : {}),
});

export const headingOf = (id: string): string => t(byId.get(id)?.header ?? id);
