// Bulk booking actions with counts and exclusions.
import { remark, words } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import type { BulkAction } from '../../kit/list/BulkBar.tsx';
import { useT } from '../../lib/i18n.ts';
import { openDocuments } from '../../lib/bookings/documents.ts';
import type { Booking, BulkAnswer } from '../../lib/bookings/model.ts';
import {
  bulkOperations,
  inverseOf,
  isPossible,
  runOperation,
  type Operation,
  type OperationName,
} from '../../lib/bookings/operations.ts';
import { OperationIcon } from './icons.tsx';

type Look = Pick<BulkAction<Booking>, 'label' | 'ask' | 'keyName' | 'rare'>;

function useLooks(): Partial<Record<OperationName, Look>> {
  const t = useT();
  return {
    Book: { rare: true, label: (able, all) => t('Book {able} of {all}', { able, all }) },
    PrintLabel: {
      keyName: 'label',
      label: (able) => t('Print {count} labels', { count: able }, 'Print {count} label'),
    },
    Manifest: {
      keyName: 'manifest',
      label: (able, all) => t('Manifest {able} of {all}…', { able, all }),
      ask: (rows) => ({
        title: t(
          'Manifest {count} consignments?',
          { count: rows.length },
          'Manifest {count} consignment?',
        ),
        description: t(
          'The manifest is sent to the carrier. A manifest cannot be undone: cancel single ' +
            'consignments that should not go.',
        ),
        confirm: t('Manifest'),
      }),
    },
    BookPickup: {
      rare: true,
      label: (able, all) => t('Book pickup for {able} of {all}', { able, all }),
    },
    RefreshTracking: {
      label: (able, all) => t('Refresh tracking of {able} of {all}', { able, all }),
    },
    Hold: { rare: true, label: (able, all) => t('Hold {able} of {all}', { able, all }) },
    Release: { rare: true, label: (able, all) => t('Release {able} of {all}', { able, all }) },
    Cancel: {
      label: (able, all) => t('Cancel {able} of {all}…', { able, all }),
      ask: (rows) => ({
        title: t('Cancel {count} bookings?', { count: rows.length }, 'Cancel {count} booking?'),
        description: t(
          'Carriers are notified if necessary. Cancelled bookings cannot be restored.',
        ),
        confirm: t('Cancel {count} bookings', { count: rows.length }, 'Cancel {count} booking'),
        destructive: true,
      }),
    },
  };
}

export function useBulk(): BulkAction<Booking>[] {
  const t = useT();
  const { has } = usePermissions();
  const looks = useLooks();
  const ask = (operation: Operation) => async (bookings: readonly Booking[]) => {
    const send = () =>
      runOperation(
        operation.name,
        bookings.map(({ id }) => id),
      );
    let answer: BulkAnswer | undefined;
    if (operation.name === 'PrintLabel')
      await openDocuments(async () => (answer = await send()).label);
    else answer = await send();
    const tokens = [...(answer?.label ?? []), ...(answer?.manifest ?? [])];
    const results = answer?.results ?? [];
    const back = inverseOf[operation.name];
    return {
      rows: results.map((result) => ({
        key: result.bookingId,
        ok: result.success,
        message: remark(result),
      })),
      ...(tokens.length > 0
        ? {
            more: {
              label: t('Open {count} documents', { count: tokens.length }, 'Open document'),
              run: () => openDocuments(() => Promise.resolve(tokens)),
            },
          }
        : {}),
      ...(back
        ? {
            undo: () =>
              runOperation(
                back,
                results.filter((result) => result.success).map((result) => result.bookingId),
              ),
          }
        : {}),
    };
  };
  /** Status, or the side that has not answered. */
  const reason = (booking: Booking) => {
    if (booking.pendingOperation === 'Pay') return t('waiting for the payment provider');
    return booking.pendingOperation
      ? t('waiting for the carrier')
      : t(words(booking.bookingStatus ?? 'Unknown'));
  };
  return bulkOperations.flatMap((operation) => {
    const look = looks[operation.name];
    if (!look || !has(operation.permission)) return [];
    return [
      {
        id: operation.name,
        name: t(operation.label),
        done: t(operation.done),
        able: (booking: Booking) => isPossible(operation, booking),
        reason,
        icon: <OperationIcon of={operation.name} />,
        ...look,
        run: ask(operation),
      },
    ];
  });
}
