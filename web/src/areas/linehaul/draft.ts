// A line haul as its form holds it.
import { readNumber, writeNumber } from '@waybill/plugin';
import type { useFormat } from '@waybill/plugin';
import type { Problems, Rules } from '../../kit/form-rules.ts';
import type { Translate } from '../../lib/i18n.ts';
import type { LineHaul, MeasureName } from './model.ts';

export interface Draft {
  start: string;
  destination: string;
  departs: string;
  arrives: string;
  carriedBy: 'own' | 'carrier';
  vehicle: string;
  driver: string;
  carrier: string;
  /** The customer under which the carrier's booking is filed. */
  customer: string;
  service: string;
  weight: string;
  palletspaces: string;
  volume: string;
  manifestno: string;
  connoteno: string;
  note: string;
  [field: string]: string;
}

type Clock = Pick<ReturnType<typeof useFormat>, 'toLocalInput' | 'fromLocalInput'>;

const text = (value: number | string | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);
const amountText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : writeNumber(value);

export const toDraft = (
  lineHaul: LineHaul | null,
  clock: Clock,
  start: string | undefined,
): Draft => ({
  start: lineHaul?.startheadport.code ?? start ?? '',
  destination: lineHaul?.destinationheadport.code ?? '',
  departs: lineHaul?.departuredate ? clock.toLocalInput(lineHaul.departuredate) : '',
  arrives: lineHaul?.arrivaldate ? clock.toLocalInput(lineHaul.arrivaldate) : '',
  carriedBy: lineHaul?.carrierid ? 'carrier' : 'own',
  vehicle: text(lineHaul?.vehicleid),
  driver: text(lineHaul?.driverid),
  carrier: text(lineHaul?.carrierid),
  customer: text(lineHaul?.customerid),
  service: lineHaul?.servicecode ?? '',
  weight: amountText(lineHaul?.capacity.weight),
  palletspaces: amountText(lineHaul?.capacity.palletspaces),
  volume: amountText(lineHaul?.capacity.volume),
  manifestno: lineHaul?.manifestno ?? '',
  connoteno: lineHaul?.connoteno ?? '',
  note: lineHaul?.linehaulnote ?? '',
});

/** Name of a form's field for a member of the wire. */
export const MEMBERS = {
  startheadport: 'start',
  destinationheadport: 'destination',
  departuredate: 'departs',
  arrivaldate: 'arrives',
  vehicleid: 'vehicle',
  driverid: 'driver',
  carrierid: 'carrier',
  customerid: 'customer',
  servicecode: 'service',
  'capacity.weight': 'weight',
  'capacity.volume': 'volume',
  'capacity.palletspaces': 'palletspaces',
  linehaulnote: 'note',
} as const;

export function rulesOf(t: Translate): Rules {
  const amount = { number: { min: 0, max: 1_000_000 } };
  return {
    start: { needed: t('Choose where it starts') },
    destination: { needed: t('Choose where it ends') },
    weight: amount,
    palletspaces: amount,
    volume: amount,
    manifestno: { max: 60 },
    connoteno: { max: 60 },
    service: { max: 64 },
    note: { max: 2000 },
  };
}

export const problemsOf = (draft: Draft, t: Translate): Problems => ({
  ...(draft.start && draft.start === draft.destination
    ? { destination: t('Choose a different head port from the start') }
    : {}),
  ...(draft.departs && draft.arrives && draft.arrives <= draft.departs
    ? { arrives: t('Must be after the departure') }
    : {}),
});

export function toRequest(draft: Draft, lineHaul: LineHaul | null, clock: Clock) {
  const moment = (local: string) => (local ? clock.fromLocalInput(local) : null);
  const id = (value: string) => (value ? Number(value) : null);
  const amount = (name: MeasureName) => readNumber(draft[name] ?? '');
  const isOwn = draft.carriedBy === 'own';
  return {
    ...(lineHaul ? { id: lineHaul.id, rowVersion: lineHaul.rowVersion } : {}),
    startheadport: { code: draft.start },
    destinationheadport: { code: draft.destination },
    departuredate: moment(draft.departs),
    arrivaldate: moment(draft.arrives),
    vehicleid: isOwn ? id(draft.vehicle) : null,
    driverid: isOwn ? id(draft.driver) : null,
    carrierid: isOwn ? null : id(draft.carrier),
    customerid: isOwn ? null : id(draft.customer),
    servicecode: isOwn ? null : draft.service || null,
    capacity: {
      weight: amount('weight'),
      volume: amount('volume'),
      palletspaces: amount('palletspaces'),
    },
    manifestno: draft.manifestno || null,
    connoteno: draft.connoteno || null,
    linehaulnote: draft.note || null,
  };
}
