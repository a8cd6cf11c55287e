// Run of invoices for drivers: preview, then create.
import { useState, type FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarX2 } from 'lucide-react';
import {
  Button,
  buttonClass,
  Card,
  EmptyState,
  ErrorNote,
  remark,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { dayIn, dayText } from '../../../lib/days.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { screen } from '../../../shell/screen.tsx';
import { PeriodFields, periodProblem, type PeriodDraft } from '../run/PeriodFields.tsx';
import { lastMonth } from '../run/run.ts';
import type { AgentRunResult } from './model.ts';
import { agentsKey, runAgentInvoices } from './queries.ts';

const crumbs = () => [
  { text: translate('Driver invoices'), href: leftList('/finance/driver-invoices') },
];
const LINK = 'text-link underline-offset-2 hover:underline';

export const AgentRun = screen(
  {
    needs: 'Pages.Finance.Invoices.Create',
    title: msg('Run driver invoices'),
    to: msg('run driver invoices'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const { timezone } = useFormat();
  const [draft, setDraft] = useState<PeriodDraft>(() => ({
    ...lastMonth(dayIn(timezone)),
    date: '',
  }));
  // A new call resets the mutation's result; the preview stays until the invoices are created.
  const [preview, setPreview] = useState<{ of: PeriodDraft; result: AgentRunResult } | null>(null);
  const run = useMutation({
    // The draft may change during the call.
    mutationFn: ({ draft: sent, isPreview }: { draft: PeriodDraft; isPreview: boolean }) =>
      runAgentInvoices({
        fromDate: sent.from,
        toDate: sent.to,
        invoiceDate: sent.date || null,
        driverIds: [],
        preview: isPreview,
      }),
    onSuccess: async (done, { draft: sent }) => {
      if (done.isPreview) setPreview({ of: sent, result: done });
      else await queryClient.invalidateQueries({ queryKey: agentsKey });
    },
  });
  const wrong = periodProblem(draft, t);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong && !run.isPending) run.mutate({ draft, isPreview: true });
  };
  const isMade = run.data?.isPreview === false;
  const isCurrent = preview?.of === draft;
  const outcome = run.data ?? preview?.result;
  return (
    <>
      <PageHeading
        title={t('Run driver invoices')}
        breadcrumbs={crumbs()}
        description={t(
          'Recipient created tax invoices for what owner drivers and contractors earned.',
        )}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!isMade && (
          <Card>
            <form onSubmit={submit} className="grid gap-3" aria-label={t('Invoice selection')}>
              <PeriodFields draft={draft} wrong={wrong} onChange={setDraft} />
              <div>
                <Button
                  type="submit"
                  variant={isCurrent ? 'outline' : 'primary'}
                  pending={run.isPending && run.variables.isPreview}
                  disabled={wrong !== null || run.isPending}
                >
                  {preview ? t('Preview again') : t('Preview')}
                </Button>
              </div>
            </form>
          </Card>
        )}
        {run.isError && <ErrorNote title={t('The run could not be started')} error={run.error} />}
        {outcome && (isCurrent || isMade) && (
          <Outcome
            run={outcome}
            pending={run.isPending && !run.variables.isPreview}
            disabled={run.isPending}
            onCreate={() => run.mutate({ draft, isPreview: false })}
          />
        )}
      </div>
    </>
  );
}

function Outcome({
  run,
  pending,
  disabled,
  onCreate,
}: {
  run: AgentRunResult;
  pending: boolean;
  disabled: boolean;
  onCreate: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, run.currency);
  if (run.invoices.length === 0)
    return (
      <EmptyState
        icon={<CalendarX2 />}
        title={t('Nothing to invoice')}
        description={t(
          'No owner driver or contractor has unpaid charges of jobs delivered in this period.',
        )}
      />
    );
  return (
    <section
      aria-label={run.isPreview ? t('Preview') : t('Result')}
      className="grid gap-3"
      aria-live="polite"
    >
      <div className="flex flex-wrap items-center gap-3">
        {run.isPreview ? (
          <>
            <Button
              pending={pending}
              disabled={disabled || run.totalInvoices === 0}
              onClick={onCreate}
            >
              {t(
                'Create {count} invoices totalling {amount}',
                { count: run.totalInvoices, amount: money(run.totalAmount) },
                'Create {count} invoice totalling {amount}',
              )}
            </Button>
            <span className="text-[13px] text-muted-foreground">
              {t('They are created as open invoices, without numbers.')}
            </span>
          </>
        ) : (
          <>
            <h2 className="me-auto text-sm font-semibold">
              {t(
                '{count} driver invoices created, {amount}',
                { count: run.totalInvoices, amount: money(run.totalAmount) },
                '{count} driver invoice created, {amount}',
              )}
            </h2>
            <Link to="/finance/driver-invoices" className={buttonClass()}>
              {t('View driver invoices')}
            </Link>
          </>
        )}
      </div>
      <Table label={t('Driver invoices of the run')}>
        <THead>
          <tr>
            <Th>{t('Driver')}</Th>
            <Th className="max-md:hidden">{t('Period')}</Th>
            <Th numeric className="max-sm:hidden">
              {t('Charges')}
            </Th>
            <Th numeric className="max-md:hidden">
              {t('Before tax')}
            </Th>
            <Th numeric className="max-md:hidden">
              {t('Tax')}
            </Th>
            <Th numeric>{t('Total')}</Th>
          </tr>
        </THead>
        <TBody>
          {run.invoices.map((invoice) => (
            <Tr key={`${invoice.driverId} ${invoice.id ?? ''}`}>
              <Td>
                {invoice.id === null ? (
                  <Link
                    to="/drivers/details/$id"
                    params={{ id: String(invoice.driverId) }}
                    className={LINK}
                  >
                    {invoice.driverName}
                  </Link>
                ) : (
                  <Link
                    to="/finance/driver-invoices/$id"
                    params={{ id: String(invoice.id) }}
                    className={LINK}
                  >
                    {invoice.driverName}
                  </Link>
                )}
                {invoice.error && (
                  <span className="block text-xs text-danger-text">{remark(invoice.error)}</span>
                )}
              </Td>
              <Td className="text-muted-foreground max-md:hidden">
                {dayText(invoice.periodStart, format.language)} –{' '}
                {dayText(invoice.periodEnd, format.language)}
              </Td>
              <Td numeric className="max-sm:hidden">
                {format.number(invoice.charges, 0)}
              </Td>
              <Td numeric className="max-md:hidden">
                {money(invoice.taxExclusiveAmount)}
              </Td>
              <Td numeric className="max-md:hidden">
                {money(invoice.tax)}
              </Td>
              <Td numeric>{money(invoice.amount)}</Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </section>
  );
}
