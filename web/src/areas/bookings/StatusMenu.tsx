// Status of a booking in a list, with the operations that it allows now.
import { useState } from 'react';
import { ChevronDown } from 'lucide-react';
import {
  cn,
  ConfirmDialog,
  DropdownMenu,
  remark,
  StatusBadge,
  words,
  type MenuItem,
} from '@waybill/plugin';
import { failure } from '../../kit/mutate.ts';
import { bookingName } from '../../lib/bookings/display.ts';
import { openDocuments } from '../../lib/bookings/documents.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import {
  inverseOf,
  operations,
  runOperation,
  type Operation,
} from '../../lib/bookings/operations.ts';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { OperationIcon } from './icons.tsx';

export function StatusMenu({ booking }: { booking: Booking }) {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [cancelling, setCancelling] = useState<Operation | null>(null);
  const status = booking.bookingStatus ?? 'Unknown';
  const badge = <StatusBadge status={status} />;
  const name = bookingName(booking);
  const allowed = operations.filter((one) => booking.allowedOperations?.includes(one.name));
  if (allowed.length === 0) return badge;

  const perform = async (operation: Operation) => {
    const ask = () => runOperation(operation.name, [booking.id]);
    let answer: Awaited<ReturnType<typeof ask>> | undefined;
    if (operation.name === 'PrintLabel' || operation.name === 'PrintManifest')
      await openDocuments(async () => {
        answer = await ask();
        return [...answer.label, ...answer.manifest];
      });
    else answer = await ask();
    const result = answer?.results[0];
    const back = inverseOf[operation.name];
    if (result && !result.success)
      toast({
        title: t('{operation}: refused', { operation: t(operation.label) }),
        description: remark(result),
        variant: 'destructive',
      });
    else
      toast({
        title: `${name}: ${t(operation.done)}`,
        ...(back
          ? {
              action: {
                label: t('Undo'),
                onClick: () =>
                  void runOperation(back, [booking.id]).catch(
                    failure(t('{name} could not be restored', { name })),
                  ),
              },
            }
          : {}),
      });
  };
  const run = (operation: Operation) => {
    if (operation.asks) return setCancelling(operation);
    setPending(true);
    void perform(operation)
      .catch(failure(t('{operation} failed', { operation: t(operation.label) })))
      .finally(() => setPending(false));
  };
  const items = allowed.flatMap((operation): MenuItem[] => [
    ...(operation.asks ? [{ separator: true }] : []),
    {
      text: t(operation.label),
      icon: <OperationIcon of={operation.name} />,
      destructive: operation.asks ?? false,
      onClick: () => run(operation),
    },
  ]);
  return (
    <>
      <DropdownMenu
        align="start"
        label={t('Operations of {name}', { name })}
        items={items}
        trigger={
          <button
            type="button"
            data-edit="menu"
            tabIndex={-1}
            disabled={pending}
            aria-label={t('{status}: operations of {name}', { status: t(words(status)), name })}
            className={cn(
              'group/status inline-flex cursor-pointer items-center rounded-full',
              'focus-visible:outline-2 focus-visible:outline-ring disabled:opacity-60',
            )}
          >
            {badge}
            <ChevronDown
              aria-hidden
              className={cn(
                'size-3 w-0 text-muted-foreground group-hover/status:w-3',
                'group-focus-visible/status:w-3 group-data-[state=open]/status:w-3',
              )}
            />
          </button>
        }
      />
      {cancelling && (
        <ConfirmDialog
          open
          onOpenChange={() => setCancelling(null)}
          title={t('Cancel {name}?', { name })}
          description={t(
            'The carrier is notified if necessary. A cancelled booking cannot be restored.',
          )}
          confirmLabel={t('Cancel booking')}
          cancelLabel={t('Keep')}
          destructive
          onConfirm={() => perform(cancelling)}
        />
      )}
    </>
  );
}
