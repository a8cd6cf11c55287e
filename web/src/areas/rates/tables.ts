// Tables of a rate card that people import.
import { YES_NO, type ImportSpec } from '../../kit/import/spec.ts';
import { plainHeading } from '../../kit/import/matching.ts';
import { ZONE_COLUMNS } from '../../kit/zones/columns.ts';
import { msg } from '../../lib/i18n.ts';
import { methods, rateTypes } from './model.ts';

export const ZONE_TABLE: ImportSpec = {
  name: 'zones',
  columns: Object.values(ZONE_COLUMNS),
  postcodes: { columns: ['postCode', 'postCodeTo'], country: 'countryCode' },
};

export const RATE_TABLE: ImportSpec = {
  name: 'rates',
  columns: [
    {
      id: 'fromZone',
      header: msg('From zone'),
      also: ['origin', 'origin zone', 'zone from', 'von', 'von zone', 'origen'],
      needed: true,
      example: 'MEL',
    },
    {
      id: 'toZone',
      header: msg('To zone'),
      also: ['destination', 'destination zone', 'zone to', 'nach', 'nach zone', 'destino'],
      needed: true,
      example: 'SYD',
    },
    {
      id: 'service',
      header: msg('Service'),
      also: ['service code', 'service name', 'dienst', 'leistung', 'servicio'],
      needed: true,
      example: 'ROAD',
    },
    {
      id: 'calculationMethod',
      header: msg('Calculation method'),
      also: ['method', 'calculation', 'charged by', 'berechnung', 'calculo'],
      needed: true,
      options: methods,
      example: 'PerKg',
    },
    {
      id: 'rateType',
      header: msg('Rate type'),
      also: ['line type', 'charge type', 'preisart'],
      needed: true,
      options: rateTypes,
      example: 'Break',
    },
    {
      id: 'break',
      header: msg('Up to'),
      also: ['break to', 'to weight', 'max', 'bis', 'hasta'],
      kind: 'number',
      example: '100',
    },
    {
      id: 'basic',
      header: msg('Basic charge'),
      also: ['base', 'base charge', 'grundpreis', 'cargo base'],
      kind: 'number',
      example: '8.50',
    },
    {
      id: 'value',
      header: msg('Price'),
      also: ['rate', 'amount', 'preis', 'betrag', 'precio', 'importe'],
      kind: 'number',
      needed: true,
      example: '0.55',
    },
    {
      id: 'minimum',
      header: msg('Minimum'),
      also: ['minimum charge', 'min', 'mindestpreis', 'minimo'],
      kind: 'number',
      example: '12',
    },
    {
      id: 'cubicAllowance',
      header: msg('Cubic allowance'),
      also: ['cubic', 'cubic factor', 'cubic conversion'],
      kind: 'number',
    },
    { id: 'reciprocal', header: msg('Reciprocal'), also: ['both ways'], options: YES_NO },
    { id: 'accumulative', header: msg('Accumulative'), options: YES_NO },
    { id: 'cutOffTime', header: msg('Cut-off time'), also: ['cut off'] },
    {
      id: 'transitTime',
      header: msg('Transit days'),
      also: ['transit', 'transit time', 'days', 'laufzeit', 'dias'],
      kind: 'number',
    },
    {
      id: 'effectiveDate',
      header: msg('First day'),
      also: ['valid from', 'from date', 'effective', 'start', 'gultig ab', 'valido desde'],
      kind: 'day',
    },
    {
      id: 'expireDate',
      header: msg('Last day'),
      also: ['valid to', 'valid until', 'to date', 'expiry', 'end', 'gultig bis', 'valido hasta'],
      kind: 'day',
    },
  ],
  record: ['fromZone', 'toZone', 'service', 'calculationMethod', 'effectiveDate', 'expireDate'],
  // A line for each lane, with numbered columns for its breaks.
  isOtherForm: (headings) =>
    headings.some((heading) => plainHeading(heading).replaceAll(' ', '').startsWith('breaktype')),
};
