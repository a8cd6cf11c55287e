// Invoice run: preview, progress, result, undo.
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CalendarX2, Undo2 } from 'lucide-react';
import {
  Button,
  buttonClass,
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorNote,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import { Link } from '@tanstack/react-router';
import { queryClient } from '../../../api/query-client.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { ProgressBar } from '../../../kit/ProgressBar.tsx';
import { dayIn } from '../../../lib/days.ts';
import { mutate } from '../../../kit/mutate.ts';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import type { Run } from '../model.ts';
import { beginRun, runQuery, STALE, undoRun } from '../queries.ts';
import { CustomerChips } from './CustomerChips.tsx';
import { PeriodFields, periodProblem, type PeriodDraft } from './PeriodFields.tsx';
import { byCustomer, lastMonth, totalsOf } from './run.ts';
import { idsIn, type RunSearch } from './search.ts';
import { MadeTable, PreviewTable } from './Tables.tsx';

const route = getRouteApi('/shell/finance/invoices/run');
const crumbs = () => [{ text: t('Invoices'), href: leftList('/finance/invoices') }];

export const RunPage = screen(
  {
    needs: 'Pages.Finance.Invoices.Create',
    title: msg('Run invoices'),
    to: msg('run invoices'),
    breadcrumbs: crumbs,
  },
  Screen,
);

interface Draft extends PeriodDraft {
  customers: number[];
}

interface Beginning {
  draft: Draft;
  /** Null for a preview. */
  customerIds: number[] | null;
}

const wordsOf = ({ from, to, date, customers }: Draft): RunSearch => ({
  from,
  to,
  ...(date ? { date } : {}),
  ...(customers.length > 0 ? { customers: customers.join('-') } : {}),
});

function Screen() {
  const t = useT();
  const { timezone } = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const today = dayIn(timezone);
  const [draft, setDraft] = useState<Draft>(() => ({
    ...lastMonth(today),
    ...(search.from && search.to ? { from: search.from, to: search.to } : {}),
    date: search.date ?? '',
    customers: idsIn(search.customers),
  }));
  const runId = search.run ?? 0;
  const run = useQuery({ ...runQuery(runId), enabled: runId > 0 });
  const begin = useMutation({
    // The draft may change during the call.
    mutationFn: ({ draft: sent, customerIds }: Beginning) =>
      beginRun({
        fromDate: sent.from,
        toDate: sent.to,
        invoiceDate: sent.date || null,
        customerIds: customerIds ?? sent.customers,
        preview: customerIds === null,
      }),
    onSuccess: ({ runId: next }, { draft: sent }) =>
      navigate({ search: { ...wordsOf(sent), run: next }, replace: true, resetScroll: false }),
  });
  const request = wordsOf(draft);
  // Stale once the request changes.
  const isOld =
    run.data?.isPreview === true &&
    (['from', 'to', 'date', 'customers'] as const).some((name) => request[name] !== search[name]);
  const isBusy = begin.isPending || run.data?.isCompleted === false;
  const wrong = periodProblem(draft, t);
  const preview = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong && !isBusy) begin.mutate({ draft, customerIds: null });
  };
  const isMade = run.data?.isPreview === false;
  return (
    <>
      <PageHeading
        title={t('Run invoices')}
        breadcrumbs={crumbs()}
        description={t('Invoices all uninvoiced bookings and jobs of a period.')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!isMade && (
          <Card>
            <form onSubmit={preview} className="grid gap-3" aria-label={t('Invoice selection')}>
              <PeriodFields draft={draft} wrong={wrong} onChange={setDraft} />
              <CustomerChips
                ids={draft.customers}
                onChange={(customers) => setDraft({ ...draft, customers })}
              />
              <div>
                <Button
                  type="submit"
                  variant={run.data && !isOld ? 'outline' : 'primary'}
                  pending={begin.isPending && begin.variables.customerIds === null}
                  disabled={wrong !== null || isBusy}
                >
                  {run.data ? t('Preview again') : t('Preview')}
                </Button>
              </div>
            </form>
          </Card>
        )}
        {begin.isError && (
          <ErrorNote title={t('The run could not be started')} error={begin.error} />
        )}
        {run.isError && (
          <ErrorNote
            title={t('The run could not be loaded')}
            error={run.error}
            onRetry={() => void run.refetch()}
          />
        )}
        {run.data && !isOld && (
          <Outcome
            key={run.data.runId}
            run={run.data}
            pending={begin.isPending}
            onStart={(customerIds) => begin.mutate({ draft, customerIds })}
            customers={draft.customers}
            onNewRun={() => navigate({ search: wordsOf(draft), replace: true })}
          />
        )}
      </div>
    </>
  );
}

interface OutcomeProps {
  run: Run;
  pending: boolean;
  customers: readonly number[];
  onStart: (customerIds: number[]) => void;
  onNewRun: () => void;
}

function Outcome({ run, pending, customers, onStart, onNewRun }: OutcomeProps) {
  const t = useT();
  const format = useFormat();
  const { isPreview, isCompleted, done, total, failure } = run;
  const wasBusy = useRef(!isCompleted);
  useEffect(() => {
    if (!isCompleted) wasBusy.current = true;
    else if (wasBusy.current && !isPreview) {
      wasBusy.current = false;
      for (const queryKey of STALE)
        if (queryKey[0] !== 'finance') void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['finance', 'invoices'] });
    }
  }, [isCompleted, isPreview]);
  if (!isCompleted) {
    const share = total > 0 ? done / total : null;
    return (
      <Card>
        <ProgressBar
          label={isPreview ? t('Creating the preview') : t('Creating invoices')}
          share={share}
          text={
            share === null
              ? t('Starting…')
              : t('{done} of {total} customers', {
                  done: format.number(done),
                  total: format.number(total),
                })
          }
        />
      </Card>
    );
  }
  return (
    <>
      {failure && (
        <WarningNote role="alert">
          <p className="font-medium">
            {run.status === 'Failed'
              ? t('Some customers failed:')
              : t('Some customers were skipped:')}
          </p>
          {failure.split('\n').map((line) => (
            <p key={line}>{line}</p>
          ))}
        </WarningNote>
      )}
      {run.totalInvoices === 0 || (isPreview && run.invoices.length === 0) ? (
        <EmptyState
          icon={<CalendarX2 />}
          title={t('Nothing to invoice')}
          description={
            customers.length > 0
              ? t('These customers have no uninvoiced bookings or jobs in this period.')
              : t('All bookings and jobs in this period are invoiced.')
          }
        />
      ) : isPreview ? (
        <Preview run={run} pending={pending} customers={customers} onStart={onStart} />
      ) : (
        <RunResult run={run} onNewRun={onNewRun} />
      )}
    </>
  );
}

function Preview({ run, pending, customers, onStart }: Omit<OutcomeProps, 'onNewRun'>) {
  const t = useT();
  const format = useFormat();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const start = useRef<HTMLDivElement>(null);
  const shares = useMemo(() => byCustomer(run.invoices), [run.invoices]);
  const isWhole = run.invoices.length === run.totalInvoices;
  const chosen = shares.filter(({ customerId }) => !left.has(customerId));
  const totals = totalsOf(chosen);
  const invoices = isWhole ? totals.invoices : run.totalInvoices;
  const amount = isWhole ? totals.total : run.totalAmount;
  useEffect(() => start.current?.querySelector('button')?.focus(), []);
  return (
    <section aria-label={t('Preview')} className="grid gap-3">
      <div ref={start} className="flex flex-wrap items-center gap-3">
        <Button
          pending={pending}
          disabled={invoices === 0}
          onClick={() =>
            onStart(left.size === 0 ? [...customers] : chosen.map(({ customerId }) => customerId))
          }
        >
          {t(
            'Create {count} invoices totalling {amount}',
            { count: invoices, amount: format.money(amount) },
            'Create {count} invoice totalling {amount}',
          )}
        </Button>
        <span className="text-[13px] text-muted-foreground">
          {t('They are created as open invoices: no emails are sent, and you can undo the run.')}
        </span>
      </div>
      <PreviewTable
        shares={shares}
        totals={
          isWhole
            ? totals
            : {
                ...totals,
                invoices: run.totalInvoices,
                bookings: run.totalBookings,
                jobs: run.totalJobs,
                total: run.totalAmount,
              }
        }
        left={left}
        onLeft={isWhole ? setLeft : null}
      />
      {!isWhole && (
        <p className="text-[13px] text-muted-foreground">
          {t('The first {count} invoices are shown; all are in the sum.', {
            count: run.invoices.length,
          })}
        </p>
      )}
    </section>
  );
}

function RunResult({ run, onNewRun }: { run: Run; onNewRun: () => void }) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isUndone = run.status === 'Undone';
  return (
    <section aria-label={t('Result')} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2
          ref={heading}
          tabIndex={-1}
          className="me-auto text-sm font-semibold outline-none"
          role="status"
        >
          {isUndone
            ? t('The run is undone: its bookings and jobs can be invoiced again.')
            : run.totalJobs > 0
              ? t(
                  '{count} invoices created from {bookings} bookings and {jobs} jobs, {amount}',
                  {
                    count: run.totalInvoices,
                    amount: format.money(run.totalAmount),
                    bookings: format.number(run.totalBookings),
                    jobs: format.number(run.totalJobs),
                  },
                  '{count} invoice created from {bookings} bookings and {jobs} jobs, {amount}',
                )
              : t(
                  '{count} invoices created from {bookings} bookings, {amount}',
                  {
                    count: run.totalInvoices,
                    amount: format.money(run.totalAmount),
                    bookings: format.number(run.totalBookings),
                  },
                  '{count} invoice created from {bookings} bookings, {amount}',
                )}
        </h2>
        {isUndone ? (
          <Button variant="outline" onClick={onNewRun}>
            {t('New run')}
          </Button>
        ) : (
          <>
            <Button variant="outline" onClick={() => setAsking(true)}>
              <Undo2 aria-hidden /> {t('Undo run')}
            </Button>
            <Link to="/finance/invoices" search={{ run: run.runId }} className={buttonClass()}>
              {t('View these invoices')}
            </Link>
          </>
        )}
      </div>
      {!isUndone && <MadeTable invoices={run.invoices} />}
      {!isUndone && run.invoices.length < run.totalInvoices && (
        <p className="text-[13px] text-muted-foreground">
          {t('The first {count} invoices are shown.', {
            count: run.invoices.length,
          })}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Undo this run?')}
        description={t(
          'Its open invoices are deleted, and their bookings and jobs can be invoiced again. A run with ' +
            'a closed invoice is kept.',
        )}
        confirmLabel={t('Undo run')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await mutate({
            call: () => undoRun(run.runId),
            stale: [['finance']],
            notice: t('The run is being undone'),
          });
        }}
      />
    </section>
  );
}
