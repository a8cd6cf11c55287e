// Batch columns: labels, headings and booking fields.
import type { ImportColumn } from '../../../kit/import/matching.ts';
import { msg } from '../../../lib/i18n.ts';

export interface BatchColumn extends ImportColumn {
  /** Paths of server errors, without the batch prefix. */
  members: readonly string[];
  width: number;
}

/** Read-only column of outcomes. */
export const RESULT = 'result';

const party = (
  end: 'from' | 'to',
  side: readonly string[],
  labels: Readonly<Record<string, string>>,
): BatchColumn[] => {
  const named = (names: readonly string[]) => [
    ...side.flatMap((one) => names.map((name) => `${one} ${name}`)),
    ...(end === 'to' ? names : []),
  ];
  const column = (
    field: string,
    width: number,
    names: readonly string[],
    needed = false,
  ): BatchColumn => ({
    id: `${end}.${field}`,
    header: labels[field] ?? field,
    also: named(names),
    members: [`${end}Address.${field}`],
    width,
    ...(needed ? { needed } : {}),
  });
  const needed = end === 'to';
  return [
    column('companyName', 160, [
      'company',
      'company name',
      'business',
      'name',
      'organisation',
      'organization',
    ]),
    column('contactName', 130, ['contact', 'contact name', 'attention', 'attn', 'person']),
    column('telephone', 110, ['phone', 'telephone', 'mobile', 'phone number', 'contact number']),
    column('email', 150, ['email', 'e mail', 'email address', 'mail']),
    column(
      'addressLine1',
      170,
      ['street', 'address', 'address 1', 'address line 1', 'street address', 'addressline1'],
      needed,
    ),
    column('addressLine2', 130, ['address 2', 'address line 2', 'unit', 'addressline2']),
    column('suburb', 120, ['suburb', 'city', 'town', 'locality'], needed),
    column('state', 104, ['state', 'region', 'province', 'state code']),
    column(
      'postCode',
      142,
      ['postcode', 'post code', 'zip', 'zip code', 'postal code', 'pcode'],
      needed,
    ),
  ];
};

export const COLUMNS: readonly BatchColumn[] = [
  { id: RESULT, header: msg('Result'), also: [], members: [], width: 190 },
  {
    id: 'reference',
    header: msg('Reference'),
    also: [
      'reference',
      'ref',
      'order',
      'order number',
      'order no',
      'customer reference',
      'po',
      'po number',
    ],
    members: ['reference', 'customer.reference', 'customer.references'],
    width: 110,
  },
  ...party(
    'to',
    ['receiver', 'to', 'delivery', 'deliver to', 'consignee', 'ship to', 'recipient'],
    {
      companyName: msg('Receiver company'),
      contactName: msg('Receiver contact'),
      telephone: msg('Receiver phone'),
      email: msg('Receiver email'),
      addressLine1: msg('Delivery street'),
      addressLine2: msg('Delivery street 2'),
      suburb: msg('Delivery suburb'),
      state: msg('Delivery state'),
      postCode: msg('Delivery postcode'),
    },
  ),
  {
    id: 'quantity',
    header: msg('Quantity'),
    also: [
      'quantity',
      'qty',
      'pieces',
      'items',
      'pcs',
      'no of items',
      'number of items',
      'cartons',
    ],
    members: ['items[0].quantity'],
    width: 76,
    needed: true,
  },
  {
    id: 'packageType',
    header: msg('Package type'),
    also: ['package type', 'package', 'packaging', 'type', 'item type', 'pack'],
    members: ['items[0].packageType', 'items', 'items[0]'],
    width: 110,
    needed: true,
  },
  {
    id: 'length',
    header: msg('Length (cm)'),
    also: ['length', 'length cm', 'l', 'l cm'],
    members: ['items[0].length'],
    width: 84,
    needed: true,
  },
  {
    id: 'width',
    header: msg('Width (cm)'),
    also: ['width', 'width cm', 'w', 'w cm'],
    members: ['items[0].width'],
    width: 84,
    needed: true,
  },
  {
    id: 'height',
    header: msg('Height (cm)'),
    also: ['height', 'height cm', 'h', 'h cm'],
    members: ['items[0].height'],
    width: 84,
    needed: true,
  },
  {
    id: 'weight',
    header: msg('Weight each (kg)'),
    also: [
      'weight',
      'weight kg',
      'kg',
      'weight each',
      'weight each kg',
      'unit weight',
      'weight per piece',
      'dead weight',
    ],
    members: ['items[0].weight'],
    width: 110,
    needed: true,
  },
  {
    id: 'description',
    header: msg('Goods description'),
    also: ['description', 'goods', 'goods description', 'contents', 'item description'],
    members: ['items[0].description'],
    width: 150,
  },
  {
    id: 'unNumbers',
    header: msg('UN numbers'),
    also: ['un numbers', 'un number', 'un no', 'un code', 'un', 'dangerous goods', 'dg', 'hazmat'],
    members: ['dangerousGoodUNCode', 'isDangerousGood', 'items[0].dangerousGoods'],
    width: 110,
  },
  {
    id: 'carrier',
    header: msg('Carrier'),
    also: ['carrier', 'carrier name', 'courier', 'account', 'carrier account'],
    members: [],
    width: 120,
  },
  {
    id: 'service',
    header: msg('Service'),
    also: ['service', 'service name', 'service code', 'carrier service'],
    members: [],
    width: 110,
  },
  {
    id: 'deliveryInstructions',
    header: msg('Delivery instructions'),
    also: [
      'delivery instructions',
      'instructions',
      'special instructions',
      'notes',
      'comment',
      'comments',
    ],
    members: ['deliveryInstructions'],
    width: 160,
  },
  {
    id: 'specialInstructions',
    header: msg('Pickup instructions'),
    also: ['pickup instructions', 'collection instructions'],
    members: ['specialInstructions'],
    width: 140,
  },
  ...party(
    'from',
    ['sender', 'from', 'pickup', 'pick up', 'consignor', 'ship from', 'collection'],
    {
      companyName: msg('Sender company'),
      contactName: msg('Sender contact'),
      telephone: msg('Sender phone'),
      email: msg('Sender email'),
      addressLine1: msg('Pickup street'),
      addressLine2: msg('Pickup street 2'),
      suburb: msg('Pickup suburb'),
      state: msg('Pickup state'),
      postCode: msg('Pickup postcode'),
    },
  ),
];

/** Columns that spreadsheets fill. */
export const FILLED_COLUMNS: readonly BatchColumn[] = COLUMNS.filter(({ id }) => id !== RESULT);

export const byId: ReadonlyMap<string, BatchColumn> = new Map(
  COLUMNS.map((column) => [column.id, column]),
);

/** All empty: the customer's usual address. */
export const SENDER_COLUMNS: readonly string[] = COLUMNS.filter(({ id }) =>
  id.startsWith('from.'),
).map(({ id }) => id);

/**
 * `bookings[3].booking.items[0].weight.value` is the weight. Unknown paths map to the result
 * column.
 */
export function columnOf(member: string): string {
  const path = member.replace(/^(bookings\[\d+\]\.)?(booking\.)?/i, '').toLowerCase();
  const matches = COLUMNS.flatMap(({ id, members }) =>
    members.map((name) => ({ id, name: name.toLowerCase() })),
  );
  const found = matches
    .filter(
      ({ name }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
    )
    .toSorted((a, b) => b.name.length - a.name.length);
  const place = /^(from|to)address\.(statecode|country|countrycode)$/.exec(path);
  return found[0]?.id ?? (place ? `${place[1]}.state` : RESULT);
}
