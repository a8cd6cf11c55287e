// Accepts bank lines by confidence.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import {
  cn,
  Badge,
  Button,
  Dialog,
  ErrorNote,
  errorMessage,
  Input,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import { useStoredText } from '../../../kit/list/preferences.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { bestOf, lineName, readConfidence, sureOf, type Line, type Statement } from './model.ts';
import { acceptLines, openLinesQuery } from './queries.ts';
import { renew, type Marks } from './use-work.ts';

const DEFAULT_CONFIDENCE = 90;
const MAX_SHOWN = 50;

export interface AcceptAllProps {
  of: Statement;
  /** Reports rejected lines. */
  onMarks: (marks: Marks) => void;
  onClosed: () => void;
}

export function AcceptAll({ of, onMarks, onClosed }: AcceptAllProps) {
  const t = useT();
  const format = useFormat();
  const [storedConfidence, keep] = useStoredText('finance.bank.confidence');
  const [typed, setTyped] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const open = useQuery(openLinesQuery(of.id));
  const text = typed ?? storedConfidence ?? String(DEFAULT_CONFIDENCE);
  const confidence = readConfidence(text);
  const sure = sureOf(open.data ?? [], confidence ?? 101);
  if (open.data?.length === 0) return null;
  return (
    <form
      className="ms-auto flex flex-wrap items-center gap-1.5 text-[13px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (confidence !== null && sure.lines.length > 0) setAsking(true);
      }}
    >
      <label className="flex items-center gap-1.5">
        <span className="text-muted-foreground">{t('Confidence from')}</span>
        <Input
          value={text}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          aria-invalid={confidence === null ? true : undefined}
          className="h-7 w-14 text-end text-[13px] tabular-nums"
          onChange={({ target }) => {
            setTyped(target.value);
            const read = readConfidence(target.value);
            if (read !== null) keep(read === DEFAULT_CONFIDENCE ? null : String(read));
          }}
        />
        <span aria-hidden>%</span>
      </label>
      <Button
        type="submit"
        size="sm"
        variant="outline"
        className="h-7"
        disabled={confidence === null || sure.lines.length === 0}
      >
        <CheckCheck aria-hidden />
        {confidence === null
          ? t('From 1 to 100')
          : sure.lines.length === 0
            ? t('No line reaches this confidence')
            : t(
                'Accept {count} lines, {amount}…',
                { count: sure.lines.length, amount: format.money(sure.amount) },
                'Accept {count} line, {amount}…',
              )}
      </Button>
      {asking && confidence !== null && (
        <Question
          of={of}
          confidence={confidence}
          lines={sure.lines}
          amount={sure.amount}
          loading={open.isPending}
          onMarks={onMarks}
          onClose={() => {
            setAsking(false);
            onClosed();
          }}
        />
      )}
    </form>
  );
}

interface QuestionProps {
  of: Statement;
  confidence: number;
  lines: readonly Line[];
  amount: number;
  loading: boolean;
  onMarks: (marks: Marks) => void;
  onClose: () => void;
}

function Question({ of, confidence, lines, amount, loading, onMarks, onClose }: QuestionProps) {
  const t = useT();
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Frozen during the request.
  const [shown] = useState({ lines, amount });
  const accept = async () => {
    setPending(true);
    setFailure(null);
    try {
      const { accepted, refused } = await acceptLines(of.id, confidence);
      onMarks(new Map(refused.map(({ lineId, message }) => [lineId, message])));
      await renew();
      toast(
        refused.length > 0
          ? {
              title: t('{count} lines accepted, {refused} refused', {
                count: accepted,
                refused: refused.length,
              }),
              description: t('See each row for the reason.'),
              variant: 'destructive',
            }
          : { title: t('{count} lines accepted', { count: accepted }, '{count} line accepted') },
      );
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setPending(false);
    }
  };
  const count = shown.lines.length;
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && !pending && onClose()}
      title={t('Accept {count} lines?', { count }, 'Accept {count} line?')}
      description={t(
        'A payment is recorded for each, {amount} in total, dated as on the bank statement. ' +
          'Lines paid in the meantime are skipped. You can undo any of them.',
        { amount: format.money(shown.amount) },
      )}
      footer={
        <>
          <Button variant="outline" disabled={pending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button autoFocus pending={pending} onClick={() => void accept()}>
            {t('Accept {count} lines', { count }, 'Accept {count} line')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {failure && <ErrorNote message={failure} />}
        {loading ? (
          <Skeleton className="h-24" />
        ) : (
          <ul
            aria-label={t('Lines that will be accepted')}
            tabIndex={0}
            className={cn(
              'grid max-h-72 divide-y divide-border overflow-y-auto rounded-lg border',
              'border-border text-[13px] focus-visible:outline-2',
              'focus-visible:outline-ring',
            )}
          >
            {shown.lines.slice(0, MAX_SHOWN).map((line) => {
              const best = bestOf(line);
              return (
                <li
                  key={line.id}
                  className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 px-3 py-1.5"
                >
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    <span className="font-medium">{best?.customerName}</span>{' '}
                    <span className="text-muted-foreground">
                      {[
                        ...(best?.invoices.map(({ invoiceNumber }) => invoiceNumber) ?? []),
                        lineName(line) === best?.customerName ? '' : lineName(line),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <span className="tabular-nums">{format.money(line.amount)}</span>
                  <Badge tone="success">
                    {t('{percent} %', { percent: best?.confidence ?? 0 })}
                  </Badge>
                </li>
              );
            })}
          </ul>
        )}
        {count > MAX_SHOWN && (
          <p className="text-[13px] text-muted-foreground">
            {t('The first {count} are shown.', { count: MAX_SHOWN })}
          </p>
        )}
      </div>
    </Dialog>
  );
}
