// Booking operations: labels, permissions, calls.
import { queryClient } from '../../api/query-client.ts';
import { api } from '../../api/client.ts';
import { msg } from '../i18n.ts';
import { bookingsKey } from './queries.ts';
import type { BulkAnswer, Booking } from './model.ts';
import type { PermissionName, Schema } from '../../api/types.ts';
import { operationRules } from './operation-rules.gen.ts';

/** Maximum bookings of one call; a manifest is one call. */
const MAX_BOOKINGS = 1000;

/** Operations of the server. */
export type OperationName = Schema<'Operation'>;

export interface Operation {
  name: OperationName;
  /** On a button; like `done`, English and shown through t(). */
  label: string;
  permission: PermissionName;
  /** Past tense. */
  done: string;
  /** Irreversible: needs confirmation. */
  asks?: boolean;
  /** Possible statuses, before the server decides. */
  possibleIn: readonly string[];
}

const described: readonly Pick<Operation, 'name' | 'label' | 'done' | 'asks'>[] = [
  {
    name: 'Book',
    label: msg('Book'),
    done: msg('booked'),
  },
  {
    name: 'Manifest',
    label: msg('Manifest'),
    done: msg('manifested'),
  },
  {
    name: 'BookPickup',
    label: msg('Book pickup'),
    done: msg('pickup booked'),
  },
  {
    name: 'PrintLabel',
    label: msg('Print label'),
    done: msg('label ready'),
  },
  {
    name: 'PrintManifest',
    label: msg('Print manifest'),
    done: msg('manifest ready'),
  },
  {
    name: 'EmailDocuments',
    label: msg('Email the documents'),
    done: msg('documents sent'),
  },
  {
    name: 'Requote',
    label: msg("Use today's price"),
    done: msg('re-priced'),
  },
  {
    name: 'RefreshTracking',
    label: msg('Refresh tracking'),
    done: msg('tracking refreshed'),
  },
  {
    name: 'Hold',
    label: msg('Put on hold'),
    done: msg('put on hold'),
  },
  {
    name: 'Release',
    label: msg('Release'),
    done: msg('released'),
  },
  {
    name: 'Cancel',
    label: msg('Cancel booking'),
    done: msg('cancelled'),
    asks: true,
  },
];

export const operations: readonly Operation[] = described.map((operation) => ({
  ...operation,
  permission: operationRules[operation.name].permission,
  possibleIn: operationRules[operation.name].statuses,
}));

/** Inverses; operations sent to the carrier have none. */
export const inverseOf: Partial<Record<OperationName, OperationName>> = {
  Hold: 'Release',
  Release: 'Hold',
};

/** Bulk operations, in the dispatcher's order. */
export const bulkOperations: readonly Operation[] = [
  'Book',
  'PrintLabel',
  'Manifest',
  'BookPickup',
  'Hold',
  'Release',
  'RefreshTracking',
  'Cancel',
].flatMap((name) => operations.find((operation) => operation.name === name) ?? []);

/** By the server's allowed operations, else by status. */
export const isPossible = (
  { name, possibleIn }: Operation,
  booking: Pick<Booking, 'bookingStatus' | 'allowedOperations'>,
): boolean =>
  booking.allowedOperations?.includes(name) ?? possibleIn.includes(booking.bookingStatus ?? '');

/** Runs an operation, then invalidates booking queries, also on failure. */
export async function runOperation(name: OperationName, bookingIds: number[]): Promise<BulkAnswer> {
  const answers: BulkAnswer[] = [];
  try {
    for (let first = 0; first < bookingIds.length; first += MAX_BOOKINGS) {
      answers.push(
        await api.post('/api/booking/booking/runbulkoperation', {
          bookingIds: bookingIds.slice(first, first + MAX_BOOKINGS),
          operations: [name],
        }),
      );
    }
    return {
      label: answers.flatMap((one) => one.label),
      manifest: answers.flatMap((one) => one.manifest),
      results: answers.flatMap((one) => one.results),
    };
  } finally {
    void queryClient.invalidateQueries({ queryKey: bookingsKey });
  }
}
