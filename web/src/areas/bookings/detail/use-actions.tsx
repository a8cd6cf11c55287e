// Booking actions: two as buttons, others in a menu.
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Share2 } from 'lucide-react';
import { ConfirmDialog, errorMessage, remark, words } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { bookingName } from '../../../lib/bookings/display.ts';
import { openDocuments } from '../../../lib/bookings/documents.ts';
import { openLabel } from '../../../lib/bookings/label.ts';
import type { KeyName } from '../../../kit/keys.ts';
import { EDIT_HASH } from '../../../kit/note-key.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { undoable } from '../../../kit/mutate.ts';
import type { BookingDetail } from '../../../lib/bookings/model.ts';
import {
  inverseOf,
  operations,
  runOperation,
  type Operation,
  type OperationName,
} from '../../../lib/bookings/operations.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { OperationIcon } from '../icons.tsx';
import { EditDialog } from './EditDialog.tsx';
import { ScanDialog } from './ScanDialog.tsx';
import { ShareDialog } from './ShareDialog.tsx';

type Open = 'manifest' | 'cancel' | 'delete' | 'edit' | 'scan' | 'share' | null;

const KEY_NAMES: Partial<Record<OperationName, KeyName>> = {
  PrintLabel: 'label',
  Manifest: 'manifest',
  Hold: 'hold',
  Release: 'hold',
};
const keyOf = (name: OperationName): Pick<HeadingAction, 'keyName'> => {
  const keyName = KEY_NAMES[name];
  return keyName ? { keyName } : {};
};

export interface BookingActions {
  actions: HeadingAction[];
  dialogs: ReactNode;
  /** Starts the first allowed operation, after its confirmation; reports if none is. */
  start: (...names: OperationName[]) => void;
}

export function useActions(booking: BookingDetail): BookingActions {
  const t = useT();
  const navigate = useNavigate();
  const { has } = usePermissions();
  const [running, setRunning] = useState<string | null>(null);
  const name = bookingName(booking);
  /** The server decides by state, permissions and calls in flight. */
  const allows = (operation: OperationName) =>
    booking.allowedOperations?.includes(operation) ?? false;
  const [open, setOpen] = useState<Open>(
    location.hash === EDIT_HASH && allows('Edit') ? 'edit' : null,
  );
  // A reload shows the page as it was left.
  useEffect(() => {
    if (location.hash === EDIT_HASH) void navigate({ to: '.', hash: '', replace: true });
  }, [navigate]);

  const report = (title: string, description?: string, failed = false) =>
    toast({
      title,
      ...(description ? { description } : {}),
      ...(failed ? { variant: 'destructive' as const } : {}),
    });

  const run = async (operation: Operation) => {
    if (running) return;
    setRunning(operation.name);
    try {
      if (operation.name === 'PrintLabel') return await openLabel(booking.id);
      const ask = () => runOperation(operation.name, [booking.id]);
      let result;
      if (operation.name === 'PrintManifest') {
        await openDocuments(async () => {
          const answer = await ask();
          result = answer.results[0];
          return answer.manifest;
        });
      } else {
        result = (await ask()).results[0];
      }
      if (result && !result.success)
        report(t('{operation}: refused', { operation: t(operation.label) }), remark(result), true);
      else {
        const notice = {
          title: `${name}: ${t(operation.done)}`,
          ...(result?.message ? { description: result.message } : {}),
        };
        const back = inverseOf[operation.name];
        toast(back ? undoable(notice, { call: () => runOperation(back, [booking.id]) }) : notice);
      }
    } catch (error) {
      report(t('{operation} failed', { operation: t(operation.label) }), errorMessage(error), true);
    } finally {
      setRunning(null);
    }
  };

  const offered = operations.filter(
    (operation) => operation.name !== 'Cancel' && allows(operation.name),
  );
  /** A manifest cannot be taken back. */
  const begin = (operation: Operation) =>
    operation.name === 'Manifest' ? setOpen('manifest') : void run(operation);
  const toAction = (operation: Operation): HeadingAction => ({
    text: t(operation.label),
    ...keyOf(operation.name),
    icon: <OperationIcon of={operation.name} />,
    onClick: () => begin(operation),
    state: running === operation.name ? 'pending' : 'idle',
    disabled: running !== null && running !== operation.name,
  });
  const scan: HeadingAction[] = allows('AddTrackingEvent')
    ? [
        {
          text: t('Add scan'),
          icon: <OperationIcon of="AddTrackingEvent" />,
          onClick: () => setOpen('scan'),
        },
      ]
    : [];
  const mayCancel = allows('Cancel');
  const mayDelete = allows('Delete');

  // The likely next step, with its label.
  const next = offered.find(
    (operation) =>
      operation.name === 'Book' || operation.name === 'Manifest' || operation.name === 'Release',
  );
  const quotable =
    allows('Edit') && booking.bookingStatus !== 'Booked' && has('Pages.Booking.Create');
  const quote: HeadingAction[] = quotable
    ? [
        {
          text: booking.carrier ? t('Get new quotes') : t('Get quotes'),
          icon: <OperationIcon of="Requote" />,
          onClick: () => void navigate({ to: '/quotes/new', search: { booking: booking.id } }),
        },
      ]
    : [];
  const label = offered.find((operation) => operation.name === 'PrintLabel');
  // Late scans are rare.
  const hasEnded = ['Delivered', 'ReturnedToSender', 'Lost'].includes(booking.bookingStatus);
  const firstScan = hasEnded ? [] : scan;
  const again: HeadingAction[] = has('Pages.Booking.Create')
    ? [
        {
          text: t('Book again'),
          icon: <Copy aria-hidden />,
          onClick: () => void navigate({ to: '/quotes/new', search: { copy: booking.id } }),
        },
      ]
    : [];
  const steps = [
    ...(next ? [toAction(next)] : [...firstScan, ...quote]),
    ...(label ? [toAction(label)] : []),
  ].slice(0, 2);
  // A cancelled booking has no step but a copy.
  const main = steps.length > 0 ? steps : again;
  const rest = [
    ...offered.filter((operation) => operation !== next && operation !== label).map(toAction),
    ...(next ? [...scan, ...quote] : hasEnded ? scan : []),
    ...(allows('Edit')
      ? [
          {
            text: t('Edit'),
            keyName: 'edit' as const,
            icon: <OperationIcon of="Edit" />,
            onClick: () => setOpen('edit'),
          },
        ]
      : []),
    ...(steps.length > 0 ? again : []),
    ...(has('Pages.Booking.Edit')
      ? [{ text: t('Share'), icon: <Share2 aria-hidden />, onClick: () => setOpen('share') }]
      : []),
    ...(mayCancel || mayDelete ? [{ separator: true }] : []),
    ...(mayCancel
      ? [
          {
            text: t('Cancel booking'),
            icon: <OperationIcon of="Cancel" />,
            destructive: true,
            onClick: () => setOpen('cancel'),
          },
        ]
      : []),
    ...(mayDelete
      ? [
          {
            text: t('Delete'),
            icon: <OperationIcon of="Delete" />,
            destructive: true,
            onClick: () => setOpen('delete'),
          },
        ]
      : []),
  ];

  const start = (...names: OperationName[]) => {
    const allowed = names.find(allows);
    if (allowed === 'Cancel') return setOpen('cancel');
    if (allowed === 'AddTrackingEvent') return setOpen('scan');
    const operation = operations.find((one) => one.name === allowed);
    if (operation) return begin(operation);
    const operationLabel =
      operations.find((one) => one.name === names[0])?.label ?? msg('Add scan');
    report(
      t('{operation} is not possible', { operation: t(operationLabel) }),
      booking.pendingOperation
        ? t('The carrier has not responded yet.')
        : t('{name} is {status}.', { name, status: t(words(booking.bookingStatus)) }),
      true,
    );
  };

  const close = () => setOpen(null);
  const dialogs = (
    <>
      {open === 'edit' && <EditDialog booking={booking} onClose={close} />}
      {open === 'scan' && <ScanDialog booking={booking} onClose={close} />}
      {open === 'share' && <ShareDialog booking={booking} onClose={close} />}
      <ConfirmDialog
        open={open === 'manifest'}
        onOpenChange={close}
        title={t('Manifest {name}?', { name })}
        description={t('The manifest is sent to the carrier. This cannot be undone.')}
        confirmLabel={t('Manifest')}
        onConfirm={() => {
          const manifest = operations.find((operation) => operation.name === 'Manifest');
          return manifest ? run(manifest) : undefined;
        }}
      />
      <ConfirmDialog
        open={open === 'cancel'}
        onOpenChange={close}
        title={t('Cancel {name}?', { name })}
        description={t(
          'The carrier is notified if necessary. A cancelled booking cannot be restored.',
        )}
        confirmLabel={t('Cancel booking')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await api.post('/api/booking/booking/cancelBooking', { id: booking.id });
          await queryClient.invalidateQueries({ queryKey: bookingsKey });
          report(t('{name} is cancelled', { name }));
        }}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={t('Delete {name}?', { name })}
        description={t('It is removed for everyone. This cannot be undone.')}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await api.del('/api/booking/booking/deleteBooking', { id: booking.id });
          await navigate({ to: leftList('/bookings') });
          void queryClient.invalidateQueries({ queryKey: bookingsKey });
          report(t('{name} is deleted', { name }));
        }}
      />
    </>
  );
  return {
    actions: [...main.map((action) => ({ ...action, primary: true })), ...rest],
    dialogs,
    start,
  };
}
