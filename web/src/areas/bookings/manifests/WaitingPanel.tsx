// Waiting bookings by carrier account.
import { useState, type ReactNode } from 'react';
import {
  Button,
  Card,
  ConfirmDialog,
  ErrorNote,
  remark,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import type { RowAnswer } from '../../../kit/list/BulkBar.tsx';
import { BulkOutcome, type Outcome } from '../../../kit/list/BulkOutcome.tsx';
import { useT } from '../../../lib/i18n.ts';
import { bookingName } from '../../../lib/bookings/display.ts';
import { openDocuments } from '../../../lib/bookings/documents.ts';
import type { Booking } from '../../../lib/bookings/model.ts';
import { runOperation, type OperationName } from '../../../lib/bookings/operations.ts';
import type { Waiting } from './waiting.ts';

export interface WaitingWords {
  title: string;
  nothing: string;
  failed: string;
  /** "Manifest 14 consignments" */
  action: (group: Waiting) => string;
  question: (group: Waiting) => { title: string; description: string };
  name: string;
  done: string;
}

export interface WaitingPanelProps {
  texts: WaitingWords;
  operation: OperationName;
  groups: readonly Waiting[] | undefined;
  error: unknown;
  onRetry: () => void;
  nameOf: (group: Waiting) => string;
  about: (group: Waiting) => ReactNode;
  icon: ReactNode;
}

export function WaitingPanel({
  texts,
  operation,
  groups,
  error,
  onRetry,
  nameOf,
  about,
  icon,
}: WaitingPanelProps) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState<Waiting | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const question = asking && texts.question(asking);
  const run = async (group: Waiting) => {
    const answer = await runOperation(
      operation,
      group.bookings.map(({ id }) => id),
    );
    const tokens = [...answer.label, ...answer.manifest];
    setOutcome({
      name: texts.name,
      done: texts.done,
      answers: {
        rows: answer.results.map((result): RowAnswer => ({
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
      },
      named: new Map(
        group.bookings.map((booking: Booking) => [
          booking.id,
          { name: bookingName(booking), href: `/bookings-beta/details/${booking.id}` },
        ]),
      ),
    });
  };
  return (
    <>
      {Boolean(error) && !groups ? (
        <ErrorNote title={texts.failed} error={error} onRetry={onRetry} className="shrink-0" />
      ) : (
        <Card aria-label={texts.title} className="flex shrink-0 md:max-h-72 flex-col p-0">
          <h2 className="border-b border-border px-3 py-1.5 text-[13px] font-semibold">
            {texts.title}
          </h2>
          {!groups ? (
            <div role="status" aria-label={t('Loading')} className="px-3 py-2.5">
              <Skeleton className="w-72" />
            </div>
          ) : groups.length === 0 ? (
            <p className="px-3 py-2 text-[13px] text-muted-foreground">{texts.nothing}</p>
          ) : (
            <ul className="min-h-0 divide-y divide-border overflow-y-auto">
              {groups.map((group) => (
                <li
                  key={group.key}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5 text-[13px]"
                >
                  <span className="min-w-0 flex-1 basis-64">
                    <span className="block font-medium break-words">{nameOf(group)}</span>
                    <span className="block text-xs break-words text-muted-foreground">
                      {about(group)}
                    </span>
                  </span>
                  <span className="text-muted-foreground tabular-nums">
                    {t('{count} pieces', { count: group.pieces }, '{count} piece')} ·{' '}
                    {format.quantity({ value: group.weight, unit: 'kg' }, 1)}
                  </span>
                  <Button size="sm" onClick={() => setAsking(group)} className="max-sm:w-full">
                    {icon} {texts.action(group)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      {outcome && <BulkOutcome outcome={outcome} onClose={() => setOutcome(null)} />}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={question?.title ?? ''}
        description={question?.description}
        confirmLabel={asking ? texts.action(asking) : ''}
        onConfirm={() => (asking ? run(asking) : undefined)}
      />
    </>
  );
}
