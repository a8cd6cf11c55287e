// Allocates an unallocated amount.
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  ApiError,
  Button,
  cn,
  Dialog,
  errorMessage,
  ErrorNote,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { digitsOf } from '../../../lib/money.ts';
import { outstandingQuery, STALE } from '../queries.ts';
import { leftOf, problemOf, shareOut, sharesOf, type Share } from './allocation.ts';
import { refusals } from './refusals.ts';
import { Shares } from './Shares.tsx';

export interface AllocateDialogProps {
  title: string;
  description: string;
  customerId: number;
  /** Amount to allocate. */
  amount: number;
  /** It comes before all others. */
  firstInvoice?: number | undefined;
  action: string;
  save: (shares: Share[]) => Promise<unknown>;
  notice: string;
  onClose: () => void;
}

export function AllocateDialog({
  title,
  description,
  customerId,
  amount,
  firstInvoice,
  action,
  save,
  notice,
  onClose,
}: AllocateDialogProps) {
  const t = useT();
  const format = useFormat();
  const digits = digitsOf(format.currency);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const outstanding = useQuery(outstandingQuery(customerId));
  const invoices = useMemo(
    () =>
      (outstanding.data?.items ?? []).toSorted(
        (a, b) => Number(b.id === firstInvoice) - Number(a.id === firstInvoice),
      ),
    [outstanding.data, firstInvoice],
  );
  const texts = useMemo(
    () =>
      shareOut(
        amount,
        invoices.map(({ id, outstandingAmount }) => ({ id, outstanding: outstandingAmount })),
        typed,
        digits,
      ),
    [amount, invoices, typed, digits],
  );
  const shares = sharesOf(texts);
  const left = leftOf(amount, shares, digits);
  const isWrong = invoices.some(
    ({ id, outstandingAmount }) =>
      problemOf(texts.get(id) ?? '', outstandingAmount, digits) !== null,
  );
  const isReady = shares.length > 0 && left >= 0 && !isWrong;
  const submit = async () => {
    if (!isReady || pending) return;
    setPending(true);
    setFailure(null);
    setRefused(new Map());
    try {
      await mutate({ call: () => save(shares), stale: STALE, notice, after: onClose });
    } catch (error) {
      const placed =
        error instanceof ApiError ? refusals(error, shares) : new Map<number, string>();
      setRefused(placed);
      if (placed.size === 0) setFailure(errorMessage(error));
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      size="xl"
      onOpenChange={(open) => !open && !pending && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <p
            aria-live="polite"
            className={cn(
              'me-auto self-center text-[13px] font-semibold tabular-nums',
              left < 0
                ? 'text-destructive-text'
                : left === 0
                  ? 'text-success-text'
                  : 'text-warning-text',
            )}
          >
            {left < 0
              ? t('{amount} too much', { amount: format.money(-left) })
              : t('{amount} left', { amount: format.money(left) })}
          </p>
          <Button variant="outline" disabled={pending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button pending={pending} disabled={!isReady} onClick={() => void submit()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {failure && <ErrorNote message={failure} />}
        {outstanding.isLoadingError ? (
          <ErrorNote
            title={t('The invoices could not be loaded')}
            error={outstanding.error}
            onRetry={() => void outstanding.refetch()}
          />
        ) : outstanding.data ? (
          <Shares
            invoices={invoices}
            shares={texts}
            typed={typed}
            onTyped={setTyped}
            onDone={() => void submit()}
            refused={refused}
          />
        ) : (
          <Skeleton className="h-32" />
        )}
      </div>
    </Dialog>
  );
}
