// The table of jobs that people import: a line for each item.
import type { ImportSpec, TableColumn } from '../../../kit/import/spec.ts';
import { msg } from '../../../lib/i18n.ts';
import { JOB_TYPES } from '../model.ts';

const ends = [
  {
    end: 'from',
    texts: {
      company: msg('From: company'),
      contact: msg('From: contact'),
      telephone: msg('From: phone number'),
      email: msg('From: email'),
      address1: msg('From: street address'),
      address2: msg('From: unit, level'),
      suburb: msg('From: suburb'),
      postcode: msg('From: postcode'),
      state: msg('From: state'),
      country: msg('From: country'),
      instructions: msg('From: instructions'),
    },
    also: ['sender', 'pickup', 'origin', 'absender', 'abholung', 'remitente', 'recogida'],
    example: {
      company: 'Bluegum Wines',
      address1: '41 Boundary Road',
      suburb: 'Derrimut',
      postcode: '3026',
      state: 'VIC',
      country: 'AU',
    },
  },
  {
    end: 'to',
    texts: {
      company: msg('To: company'),
      contact: msg('To: contact'),
      telephone: msg('To: phone number'),
      email: msg('To: email'),
      address1: msg('To: street address'),
      address2: msg('To: unit, level'),
      suburb: msg('To: suburb'),
      postcode: msg('To: postcode'),
      state: msg('To: state'),
      country: msg('To: country'),
      instructions: msg('To: instructions'),
    },
    also: [
      'receiver',
      'delivery',
      'destination',
      'empfänger',
      'lieferung',
      'destinatario',
      'entrega',
    ],
    example: {
      company: 'Harbourside',
      address1: '8 Macquarie Street',
      suburb: 'Parramatta',
      postcode: '2150',
      state: 'NSW',
      country: 'AU',
    },
  },
] as const;

const PARTS = [
  'company',
  'contact',
  'telephone',
  'email',
  'address1',
  'address2',
  'suburb',
  'postcode',
  'state',
  'country',
  'instructions',
] as const;

/** What other systems call a part of an address. */
const PART_NAMES: Record<(typeof PARTS)[number], readonly string[]> = {
  company: ['company', 'name', 'firma', 'empresa'],
  contact: ['contact', 'contact name', 'kontakt', 'contacto'],
  telephone: ['phone', 'telephone', 'telefon', 'telefono'],
  email: ['email', 'mail', 'correo'],
  address1: ['address', 'address 1', 'address line 1', 'street', 'strasse', 'calle'],
  address2: ['address 2', 'address line 2', 'unit'],
  suburb: ['suburb', 'city', 'town', 'ort', 'stadt', 'ciudad'],
  postcode: ['postcode', 'post code', 'zip', 'plz', 'codigo postal'],
  state: ['state', 'bundesland', 'estado'],
  country: ['country', 'land', 'pais'],
  instructions: ['instructions', 'notes', 'hinweise', 'instrucciones'],
};

const addressColumns = ends.flatMap(({ end, texts, also, example }): TableColumn[] =>
  PARTS.map((part) => ({
    id: `${end}${part}`,
    header: texts[part],
    also: [end, ...also].flatMap((side) => PART_NAMES[part].map((name) => `${side} ${name}`)),
    ...(part in example ? { example: example[part as keyof typeof example] } : {}),
  })),
);

const number = (id: string, header: string, also: readonly string[], example: string) =>
  ({ id, header, also, kind: 'number', example }) as const;

export const JOB_TABLE: ImportSpec = {
  name: 'jobs',
  columns: [
    {
      id: 'jobref',
      header: msg('Job of the file'),
      also: ['job', 'job ref', 'job reference', 'order', 'order number', 'auftrag', 'pedido'],
      needed: true,
      example: '1',
    },
    {
      id: 'jobtype',
      header: msg('Type'),
      also: ['job type', 'typ', 'art', 'tipo'],
      options: JOB_TYPES,
      example: 'PointToPoint',
    },
    {
      id: 'customercode',
      header: msg('Customer code'),
      also: ['customer', 'account', 'kunde', 'kundennummer', 'cliente'],
    },
    {
      id: 'reference',
      header: msg('Reference'),
      also: ['ref', 'customer reference', 'po', 'po number', 'referenz', 'referencia'],
      example: 'PO-48291',
    },
    {
      id: 'costcentre',
      header: msg('Cost centre'),
      also: ['cost center', 'kostenstelle', 'centro de coste'],
    },
    { id: 'servicecode', header: msg('Service code'), also: ['service', 'dienst', 'servicio'] },
    { id: 'routecode', header: msg('Route'), also: ['route code', 'run', 'tour', 'ruta'] },
    {
      id: 'pickupdate',
      header: msg('Pickup day'),
      also: ['pickup date', 'date', 'day', 'abholtag', 'datum', 'fecha'],
      kind: 'day',
      example: '2026-11-30',
    },
    {
      id: 'pickupready',
      header: msg('Goods ready'),
      also: ['ready', 'ready time', 'pickup ready', 'bereit', 'listo'],
      example: '2026-11-30 08:00',
    },
    {
      id: 'deadline',
      header: msg('Deadline'),
      also: ['due', 'deliver by', 'due date', 'frist', 'fecha limite'],
      example: '2026-11-30 17:00',
    },
    {
      id: 'timeslot',
      header: msg('Time slot'),
      also: ['slot', 'window', 'time window', 'zeitfenster', 'franja'],
      example: '9:00-12:00',
    },
    ...addressColumns,
    {
      id: 'packagetype',
      header: msg('Package type'),
      also: ['package', 'type of package', 'verpackung', 'packart', 'embalaje', 'bulto'],
      example: 'Carton',
    },
    {
      id: 'description',
      header: msg('Description'),
      also: ['goods', 'contents', 'beschreibung', 'inhalt', 'descripcion'],
      example: 'Glasses',
    },
    number(
      'quantity',
      msg('Quantity'),
      ['qty', 'pieces', 'pcs', 'menge', 'anzahl', 'cantidad'],
      '2',
    ),
    number('weight', msg('Weight per piece (kg)'), ['weight', 'kg', 'gewicht', 'peso'], '12.5'),
    number('length', msg('Length (cm)'), ['length', 'länge', 'largo'], '40'),
    number('width', msg('Width (cm)'), ['width', 'breite', 'ancho'], '30'),
    number('height', msg('Height (cm)'), ['height', 'höhe', 'alto'], '30'),
    {
      id: 'specialinstructions',
      header: msg('Pickup instructions'),
      also: ['special instructions', 'abholhinweise'],
    },
    {
      id: 'deliveryinstructions',
      header: msg('Delivery instructions'),
      also: ['notes', 'lieferhinweise'],
    },
  ],
  record: ['jobref'],
  postcodes: { columns: ['frompostcode', 'topostcode'], country: 'tocountry' },
};
