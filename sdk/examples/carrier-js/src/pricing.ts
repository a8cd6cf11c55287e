// Prices by weight. Pure: neither host nor clock.
import type { Account } from './account';
import { invalid, rejected, unsupported } from './errors';
import { u32, u64 } from './unsigned';

export const SERVICES: Service[] = [
  { code: 'ROAD', name: 'Road', additional: false },
  { code: 'EXPRESS', name: 'Express', additional: false },
];

/** 250 kg a cubic metre: a gram for so many cubic millimetres. */
const CUBIC_MILLIMETRES_PER_GRAM = 4_000;
const MOST_KILOGRAMS = 2_000;
/** A label each, in one file. */
export const MOST_PIECES = 500;

/** Chargeable kilograms: the greater of weight and volume, rounded up. */
export function chargeableKilograms(items: Item[]): number {
  const wrong = items.flatMap((item, index): FieldError[] => [
    ...(item.quantity === 0
      ? [{ member: `items[${index}].quantity`, message: 'must be at least 1' }]
      : []),
    ...(item.weightG === 0
      ? [{ member: `items[${index}].weight`, message: 'must be more than nothing' }]
      : []),
  ]);
  if (items.length === 0) wrong.push({ member: 'items', message: 'must hold at least one item' });
  if (wrong.length > 0) throw invalid(...wrong);
  const sum = (each: (item: Item) => number) =>
    items.reduce((total, item) => total + each(item) * u32(item.quantity), 0);
  const grams = sum((item) => u64(item.weightG));
  const room = sum((item) => u32(item.lengthMm) * u32(item.widthMm) * u32(item.heightMm));
  const byRoom = room / CUBIC_MILLIMETRES_PER_GRAM;
  const kilograms = Math.ceil(Math.max(grams, byRoom) / 1000);
  if (kilograms > MOST_KILOGRAMS) {
    throw rejected('TOO-HEAVY', `More than ${MOST_KILOGRAMS} kg are not carried.`);
  }
  return kilograms;
}

/** Rejects what is never taken; false for unserved places. */
export function serves(account: Account, consignment: Consignment): boolean {
  if (consignment.currency !== account.currency) {
    throw unsupported(
      `this account has prices in ${account.currency}, not in ${consignment.currency}`,
    );
  }
  if (
    consignment.dangerousGoods !== null ||
    consignment.items.some((item) => item.dangerousGoods)
  ) {
    throw rejected('DANGEROUS-GOODS', 'Dangerous goods are not carried.');
  }
  return consignment.from.countryCode === consignment.to.countryCode;
}

export function computed(account: Account, kilograms: number): Rate[] {
  // In hundredths of a cent; rounded once per price.
  const road = account.basePrice + account.pricePerKg * kilograms;
  const express = road * (10_000 + account.expressPercent);
  return [
    rate(account, 'ROAD', Math.round(road / 100), 3, null),
    rate(account, 'EXPRESS', Math.round(express / 1_000_000), 1, null),
  ];
}

/** One service's price; `minor` excludes tax. */
export function rate(
  account: Account,
  code: string,
  minor: number,
  days: number,
  quote: string | null,
): Rate {
  const money = (minor: number): Money => ({ minor, currency: account.currency });
  return {
    serviceCode: code,
    serviceName: serviceName(code),
    charges: [
      {
        code: 'FREIGHT',
        description: 'Freight',
        amount: money(minor),
        tax: money(Math.round((minor * account.taxPercent) / 10_000)),
        additional: false,
      },
    ],
    transitDays: days,
    cutOff: '16:00',
    carrierQuote: quote,
  };
}

export function serviceName(code: string): string {
  const service = SERVICES.find((service) => service.code === code);
  if (!service)
    throw invalid({
      member: 'serviceCode',
      message: `must be one of ${SERVICES.map((one) => one.code).join(', ')}`,
    });
  return service.name;
}

/**
 * `00`, the serial shipping container code of one piece: extension, company prefix, serial, check
 * digit.
 */
export function sscc(companyPrefix: string, serial: number): string {
  const digits = 17 - companyPrefix.length;
  const number = String(serial % 10 ** digits).padStart(digits, '0');
  const body = number[0] + companyPrefix + number.slice(1);
  const sum = [...body]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
