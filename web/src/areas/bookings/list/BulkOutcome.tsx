// What came of an operation on several bookings, one line a booking, the refused ones first.
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Button, Card } from '@waybill/plugin';
import { msg, useT } from '../../../lib/i18n.ts';
import { openDocuments } from '../documents.ts';
import type { BulkAnswer, OperationResult } from '../model.ts';
import { operationOf } from '../operations.ts';
import { toast } from '../../../shell/toast.tsx';
import { errorMessage } from '@waybill/plugin';

export interface Outcome {
  operation: string;
  answer: BulkAnswer;
  /** How the bookings were called when they were ticked; they may have left the page since. */
  names: ReadonlyMap<number, string>;
}

function Line({ result, name, done }: { result: OperationResult; name: string; done: string }) {
  const t = useT();
  return (
    <li className="flex items-baseline gap-2 py-1 text-[13px]">
      {result.success ? (
        <CircleCheck aria-label={t('Done')} className="size-3.5 shrink-0 translate-y-0.5 text-success-text" />
      ) : (
        <CircleAlert aria-label={t('Refused')} className="size-3.5 shrink-0 translate-y-0.5 text-danger-text" />
      )}
      <Link to="/bookings-beta/details/$id" params={{ id: String(result.bookingId) }} className="shrink-0 font-medium text-link underline-offset-2 hover:underline">
        {name}
      </Link>
      <span className={result.success ? 'text-muted-foreground' : 'text-danger-text'}>{result.message || (result.success ? done : t('refused without a reason'))}</span>
    </li>
  );
}

export function BulkOutcome({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const t = useT();
  const { operation, answer, names } = outcome;
  const refused = answer.results.filter((result) => !result.success);
  const accepted = answer.results.filter((result) => result.success);
  const done = t(operationOf(operation)?.done ?? msg('done'));
  const tokens = [...answer.label, ...answer.manifest];
  const open = () => openDocuments(() => Promise.resolve(tokens)).catch((error: unknown) => toast({ title: t('The document did not open'), description: errorMessage(error), variant: 'destructive' }));
  return (
    <Card role="status" aria-label={t('Outcome')} className="p-0">
      <header className="flex items-center justify-between gap-4 py-2 pe-2 ps-4">
        <p className="text-sm font-medium">
          {t('{accepted} of {all}: {done}', { accepted: accepted.length, all: answer.results.length, done })}
          {refused.length > 0 && <span className="text-danger-text"> · {t('{count} refused', { count: refused.length }, '{count} refused')}</span>}
        </p>
        <span className="flex gap-1">
          {tokens.length > 0 && (
            <Button variant="outline" size="sm" onClick={() => void open()}>
              {t('Open {count} documents', { count: tokens.length }, 'Open document')}
            </Button>
          )}
          <Button variant="ghost" size="sm" aria-label={t('Close the outcome')} onClick={onClose}>
            <X aria-hidden />
          </Button>
        </span>
      </header>
      <ul className="max-h-48 divide-y divide-border overflow-y-auto border-t border-border px-4 py-1">
        {[...refused, ...accepted].map((result) => (
          <Line key={result.bookingId} result={result} name={names.get(result.bookingId) ?? `#${result.bookingId}`} done={done} />
        ))}
      </ul>
    </Card>
  );
}
