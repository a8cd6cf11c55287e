// Rate card types and labels.
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';

export type RateCard = Schema<'RateCard'>;
export type RateCardLine = Schema<'RateCardLine'>;
export type RateService = Schema<'RateService'>;
export type RateZone = Schema<'RateZone'>;
export type Place = Schema<'RateZoneLocation'>;
export type Rate = Schema<'Rate'>;
export type RateDetail = Schema<'RateDetail'>;
export type Method = Schema<'CalculationMethod'>;
export type Comparison = Schema<'ComparedRateCards'>;

export const kinds: Record<Schema<'RateCardKind'>, string> = {
  Sale: msg('Sale'),
  Cost: msg('Cost'),
};

export const methods: Record<Method, string> = {
  Flat: msg('Flat'),
  PerKg: msg('Per kg'),
  PerItem: msg('Per item'),
  PerPallet: msg('Per pallet'),
  PerCubicMetre: msg('Per m³'),
  PerKm: msg('Per km'),
  PerHour: msg('Per hour'),
};

/** Unit of breaks. */
export const units: Record<Method, string> = {
  Flat: '',
  PerKg: 'kg',
  PerItem: msg('items'),
  PerPallet: msg('pallets'),
  PerCubicMetre: 'm³',
  PerKm: 'km',
  PerHour: 'h',
};

export const rateTypes: Record<Schema<'RateType'>, string> = {
  Basic: msg('Basic charge'),
  Break: msg('Price per unit'),
  Flat: msg('Fixed price'),
};
export const itemsPriced: Record<Schema<'ItemsPriced'>, string> = {
  Together: msg('Together'),
  Each: msg('Each item separately'),
};
export const roundingModes: Record<Schema<'RoundingMode'>, string> = {
  Nearest: msg('Nearest'),
  Up: msg('Up'),
};

export const feeTypes: Record<Schema<'LevyFeeType'>, string> = {
  Residential: msg('Residential'),
  TailLift: msg('Tail lift'),
  ManualHandling: msg('Manual handling'),
  OversizeLength: msg('Oversize'),
  DangerousGoods: msg('Dangerous goods'),
  Futile: msg('Futile trip'),
  WaitTime: msg('Waiting time'),
  Redelivery: msg('Redelivery'),
  Storage: msg('Storage'),
  Admin: msg('Administration'),
  Insurance: msg('Insurance'),
};

export const levyCases: Record<Schema<'LevyCase'>, string> = {
  Option: msg('Option booked'),
  OverLength: msg('Item longer than'),
  OverWeight: msg('Item heavier than'),
  Zone: msg('From or to zone'),
  DangerousGoods: msg('Dangerous goods'),
  Residential: msg('Delivery to a residence'),
};

/** Options in order. */
export const choices = <W extends string>(of: Record<W, string>) =>
  Object.entries(of) as [W, string][];

export const cardName = ({ code, version }: Pick<RateCard, 'code' | 'version'>): string =>
  `${code} v${version}`;
