// What came of an operation on several bookings, one line a booking, the refused ones first.
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Button, Card } from '@waybill/plugin';
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
  return (
    <li className="flex items-baseline gap-2 py-1 text-[13px]">
      {result.success ? (
        <CircleCheck aria-label="Done" className="size-3.5 shrink-0 translate-y-0.5 text-success-text" />
      ) : (
        <CircleAlert aria-label="Refused" className="size-3.5 shrink-0 translate-y-0.5 text-danger-text" />
      )}
      <Link to="/bookings-beta/details/$id" params={{ id: String(result.bookingId) }} className="shrink-0 font-medium text-link underline-offset-2 hover:underline">
        {name}
      </Link>
      <span className={result.success ? 'text-muted-foreground' : 'text-danger-text'}>{result.message || (result.success ? done : 'refused without a reason')}</span>
    </li>
  );
}

export function BulkOutcome({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { operation, answer, names } = outcome;
  const refused = answer.results.filter((result) => !result.success);
  const accepted = answer.results.filter((result) => result.success);
  const done = operationOf(operation)?.done ?? 'done';
  const tokens = [...answer.label, ...answer.manifest];
  const open = () => openDocuments(() => Promise.resolve(tokens)).catch((error: unknown) => toast({ title: 'The document did not open', description: errorMessage(error), variant: 'destructive' }));
  return (
    <Card role="status" aria-label="Outcome" className="p-0">
      <header className="flex items-center justify-between gap-4 py-2 pr-2 pl-4">
        <p className="text-sm font-medium">
          {accepted.length} of {answer.results.length} {done}
          {refused.length > 0 && <span className="text-danger-text"> · {refused.length} refused</span>}
        </p>
        <span className="flex gap-1">
          {tokens.length > 0 && (
            <Button variant="outline" size="sm" onClick={() => void open()}>
              {tokens.length === 1 ? 'Open document' : `Open ${tokens.length} documents`}
            </Button>
          )}
          <Button variant="ghost" size="sm" aria-label="Close the outcome" onClick={onClose}>
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
