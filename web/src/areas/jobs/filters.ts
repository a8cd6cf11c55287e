// Filters of the job list.
import type { ListFilter } from '../../kit/list/declare.ts';
import { oneOf } from '../../lib/odata.ts';
import { customerReference } from '../../kit/pickers/customers.ts';
import { driverReference } from '../../lib/drivers.ts';
import type { Translate } from '../../lib/i18n.ts';
import {
  ALL_STATUSES,
  GROUPS,
  JOB_TYPES,
  statusesOf,
  statusText,
  type StatusGroup,
} from './model.ts';
import type { Sees } from './rows.ts';

const ENDED = [...statusesOf('done'), ...statusesOf('draft')];

const STEP = 5 * 60_000;
/** Time before it is due in which a job is filtered as due soon. */
const SOON = 2 * 3_600_000;

/** Jobs that are late or due soon; moments in steps, so that the list is not asked anew at once. */
export const dueFilter = (t: Translate): ListFilter => ({
  kind: 'choice',
  id: 'due',
  label: t('Due'),
  single: true,
  options: [
    { value: 'late', label: t('Late') },
    { value: 'soon', label: t('Late or due within 2 hours') },
  ],
  odata: (value) => {
    const now = Math.ceil(Date.now() / STEP) * STEP;
    const edge = new Date(value === 'soon' ? now + SOON : now).toISOString();
    const open = ALL_STATUSES.filter((status) => !ENDED.includes(status));
    return `duetime lt ${edge} and ${oneOf('jobstatus', open)}`;
  },
});

export function jobFilters(t: Translate, { customers, drivers }: Sees): ListFilter[] {
  return [
    {
      kind: 'choice',
      id: 'group',
      label: t('Status groups'),
      hidden: true,
      single: true,
      clears: ['status'],
      options: GROUPS.map(({ key, label }) => ({ value: key, label: t(label) })),
      odata: (group) => oneOf('jobstatus', statusesOf(group as StatusGroup)),
    },
    {
      kind: 'choice',
      id: 'status',
      label: t('Status'),
      pinned: true,
      field: 'jobstatus',
      clears: ['group'],
      options: ALL_STATUSES.map((status) => ({ value: status, label: t(statusText(status)) })),
    },
    {
      kind: 'days',
      id: 'pickup',
      label: t('Pickup'),
      pinned: true,
      field: 'pickupdate',
      dayOnly: true,
    },
    ...(drivers
      ? [
          {
            kind: 'reference' as const,
            id: 'driver',
            label: t('Driver'),
            pinned: true,
            field: 'driverid',
            placeholder: t('Search drivers…'),
            ...driverReference,
          },
        ]
      : []),
    ...(customers
      ? [
          {
            kind: 'reference' as const,
            id: 'customer',
            label: t('Customer'),
            pinned: true,
            field: 'customerid',
            placeholder: t('Search customers…'),
            ...customerReference,
          },
        ]
      : []),
    {
      kind: 'choice',
      id: 'type',
      label: t('Type'),
      field: 'jobtype',
      options: Object.entries(JOB_TYPES).map(([value, text]) => ({ value, label: t(text) })),
    },
    dueFilter(t),
    { kind: 'days', id: 'deadline', label: t('Deadline'), field: 'deadline' },
    { kind: 'text', id: 'reference', label: t('Reference'), field: 'reference' },
    { kind: 'text', id: 'manifest', label: t('Manifest'), field: 'manifestno' },
    { kind: 'text', id: 'suburb', label: t('Delivery suburb'), field: 'toaddress/suburb' },
  ];
}
