// Requests a credit by invoice line.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import {
  cn,
  ApiError,
  Button,
  Card,
  EmptyState,
  errorMessage,
  ErrorNote,
  Field,
  Input,
  Select,
  Skeleton,
  Table,
  TBody,
  Td,
  Textarea,
  Th,
  THead,
  Tr,
  useFormat,
  readNumber,
} from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { BottomBar } from '../../../kit/BottomBar.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { RecordOf } from '../../../kit/record.tsx';
import { useGo } from '../../../lib/go.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { AmountCell } from '../amounts/AmountCell.tsx';
import { choices, invoiceName, lineTypes, type WholeInvoice } from '../model.ts';
import { digitsOf, fieldText } from '../../../lib/money.ts';
import { invoiceQuery } from '../queries.ts';
import { useProblemWords } from './CreditLines.tsx';
import {
  amountProblem,
  canBeCredited,
  CREDIT_REASONS,
  creditedOf,
  creditName,
  sumOf,
  type CreditReason,
} from './model.ts';
import { creditKey, requestCredit, wholeOfInvoiceQuery } from './queries.ts';

const route = getRouteApi('/shell/finance/credit-notes/new');
const MAX_LINES = 500;
const MAX_NOTE = 2000;
/** Invoices may have thousands of lines; search finds the rest. */
const MAX_SHOWN = 200;

export const RequestPage = screen(
  { needs: 'Pages.Finance.CreditNotes', title: msg('Request credit'), to: msg('request credits') },
  Screen,
);

const crumbs = (invoice?: WholeInvoice) =>
  invoice
    ? [
        { text: translate('Invoices'), href: leftList('/finance/invoices') },
        { text: invoiceName(invoice), href: `/finance/invoices/${invoice.id}` },
      ]
    : [{ text: translate('Invoices'), href: leftList('/finance/invoices') }];

function Screen() {
  const t = useT();
  const id = route.useSearch().invoice ?? null;
  const invoice = useQuery({ ...invoiceQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={invoice}
      title={t('Request credit')}
      breadcrumbs={crumbs()}
      icon={<ReceiptText />}
      missing={t('Invoice not found')}
      failed={t('The invoice could not be loaded')}
      to={msg('request credits')}
    >
      {(found) => (
        <>
          <PageHeading
            title={t('Request credit')}
            breadcrumbs={crumbs(found)}
            description={t(
              'Enter the amount to credit for each line, including tax. The request is ' +
                'reviewed before anything is credited.',
            )}
          />
          {canBeCredited(found) ? (
            <RequestForm key={found.id} invoice={found} />
          ) : (
            <EmptyState
              icon={<ReceiptText />}
              title={t("This invoice can't be credited")}
              description={t(
                'Credits apply to posted invoices. Void an invoice that is not posted.',
              )}
            />
          )}
        </>
      )}
    </RecordOf>
  );
}

export function RequestForm({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  const format = useFormat();
  const go = useGo();
  const problemTexts = useProblemWords();
  const digits = digitsOf(invoice.currency);
  const before = useQuery(wholeOfInvoiceQuery(invoice.id));
  const credited = useMemo(() => creditedOf(before.data ?? []), [before.data]);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [reason, setReason] = useState<CreditReason>('Overcharge');
  const [note, setNote] = useState('');
  const [search, setSearch] = useState('');
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  // An object, so that the same message is brought into sight again.
  const [failure, setFailure] = useState<{ message: string } | null>(null);
  const [isNoteMissing, setNoteMissing] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const noteInput = useRef<HTMLTextAreaElement>(null);
  // It appears above the lines while the button is below them.
  useEffect(() => {
    if (failure) summary.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState(false);
  const money = (value: number) => format.money(value, invoice.currency);
  const leftOf = (line: WholeInvoice['invoiceDetails'][number]) =>
    Math.round((line.amount - (credited.get(line.id) ?? 0)) * 10_000) / 10_000;
  const creditedLines = invoice.invoiceDetails.flatMap((line) => {
    const amount = readNumber(typed.get(line.id) ?? '');
    return amount === null || amount === 0 ? [] : [{ line, amount }];
  });
  const total = sumOf(creditedLines.map(({ amount }) => amount));
  const isWrong = invoice.invoiceDetails.some(
    (line) => amountProblem(typed.get(line.id) ?? '', leftOf(line), digits) !== null,
  );
  const needle = search.trim().toLowerCase();
  const found = invoice.invoiceDetails.filter(
    (line) =>
      !needle ||
      [line.description, line.referenceNo, line.service].some((text) =>
        text?.toLowerCase().includes(needle),
      ),
  );
  const write = (id: number, text: string | null) => {
    const next = new Map(typed);
    if (text === null || text === '') next.delete(id);
    else next.set(id, text);
    setTyped(next);
  };
  const submit = async () => {
    if (pending) return;
    const problems: [boolean, string][] = [
      [creditedLines.length === 0, t('Enter an amount for the lines to credit.')],
      [isWrong, t('Correct the amounts below.')],
      [total <= 0, t('The total refund must be more than 0.')],
      [
        creditedLines.length > MAX_LINES,
        t('At most {count} lines can be credited at once.', { count: MAX_LINES }),
      ],
    ];
    const problem = problems.find(([applies]) => applies)?.[1] ?? null;
    const lacksNote = !note.trim();
    setFailure(problem === null ? null : { message: problem });
    setNoteMissing(lacksNote);
    if (problem === null && lacksNote) noteInput.current?.focus();
    if (problem !== null || lacksNote) return;
    setPending(true);
    setRefused(new Map());
    try {
      const created = await requestCredit({
        customerId: invoice.customerId,
        invoiceId: invoice.id,
        amount: total,
        note: note.trim(),
        details: creditedLines.map(({ line, amount }) => ({
          invoiceDetailId: line.id,
          amount,
          creditNoteDetailType: reason,
          note: note.trim(),
        })),
      });
      setDone(true);
      await queryClient.invalidateQueries({ queryKey: creditKey });
      toast({
        title: t('Credit of {amount} requested as {name}', {
          amount: money(created.amount),
          name: creditName(created),
        }),
      });
      await go(`/finance/credit-notes/${created.id}`, { ignoreBlocker: true });
    } catch (error) {
      const placed = new Map<number, string>();
      if (error instanceof ApiError) {
        for (const { message, members } of error.validationErrors) {
          const at = members.map((member) => /^details\[(\d+)\]/.exec(member)?.[1]).find(Boolean);
          const line = at === undefined ? undefined : creditedLines[Number(at)]?.line;
          if (line) placed.set(line.id, message);
        }
      }
      setRefused(placed);
      setFailure({
        message: placed.size > 0 ? t('Correct the amounts below.') : errorMessage(error),
      });
      setPending(false);
    }
  };
  if (before.isPending) return <Skeleton className="h-64" />;
  if (before.isLoadingError)
    return (
      <ErrorNote
        title={t('Earlier credits could not be loaded')}
        error={before.error}
        onRetry={() => void before.refetch()}
      />
    );
  const hasCredits = credited.size > 0;
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <LeaveGuard dirty={typed.size > 0 && !done} />
      {failure && (
        <div ref={summary}>
          <ErrorNote message={failure.message} />
        </div>
      )}
      <Card className="grid gap-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <Field label={t('Reason')}>
          <Select value={reason} onChange={({ target }) => setReason(target.value as CreditReason)}>
            {choices(CREDIT_REASONS).map(([value, text]) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t('Note')}
          error={
            isNoteMissing && !note.trim() ? t('Enter a note: it goes with each line.') : undefined
          }
        >
          <Textarea
            ref={noteInput}
            rows={1}
            maxLength={MAX_NOTE}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </Card>
      {invoice.invoiceDetails.length > 20 && (
        <Input
          type="search"
          aria-label={t('Search lines')}
          placeholder={t('Consignment, description')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="max-w-xs"
        />
      )}
      <div data-amounts className="grid gap-2">
        <Table label={t('Invoice lines')}>
          <THead>
            <tr>
              <Th>{t('Description')}</Th>
              <Th numeric>{t('Line')}</Th>
              {hasCredits && (
                <Th numeric className="max-sm:hidden">
                  {t('Previously credited')}
                </Th>
              )}
              <Th numeric>{t('Amount to credit')}</Th>
            </tr>
          </THead>
          <TBody>
            {found.slice(0, MAX_SHOWN).map((line) => {
              const text = typed.get(line.id) ?? '';
              const left = leftOf(line);
              const problem = amountProblem(text, left, digits);
              return (
                <Tr key={line.id}>
                  <Td className="whitespace-normal [overflow-wrap:anywhere]">
                    {line.description}
                    <span className="block text-xs text-muted-foreground">
                      {[line.referenceNo, t(lineTypes[line.invoiceDetailType]), line.service]
                        .filter((one, at, all) => one && all.indexOf(one) === at)
                        .join(' · ')}
                    </span>
                  </Td>
                  <Td numeric>{money(line.amount)}</Td>
                  {hasCredits && (
                    <Td numeric className="max-sm:hidden">
                      {credited.get(line.id) ? money(credited.get(line.id) ?? 0) : ''}
                    </Td>
                  )}
                  <Td numeric className="w-32 py-0.5">
                    {left === 0 ? (
                      <span className="text-xs text-muted-foreground">{t('All credited')}</span>
                    ) : (
                      <AmountCell
                        label={t('Amount to credit for {name}', {
                          name: [line.referenceNo, line.description].filter(Boolean).join(' '),
                        })}
                        text={text}
                        typed={typed.has(line.id)}
                        message={problem ? problemTexts(problem, left) : refused.get(line.id)}
                        fullAmount={fieldText(left, digits)}
                        onWrite={(next) => write(line.id, next)}
                        onDone={() => void submit()}
                      />
                    )}
                  </Td>
                </Tr>
              );
            })}
          </TBody>
        </Table>
        {found.length > MAX_SHOWN && (
          <p className="text-[13px] text-muted-foreground">
            {t('The first {count} are shown. Search for others.', { count: MAX_SHOWN })}
          </p>
        )}
        {found.length === 0 && (
          <p className="text-[13px] text-muted-foreground">{t('No matching lines')}</p>
        )}
        <p className="text-xs text-muted-foreground">
          {t('Enter next · = all of it · Esc nothing · Ctrl Enter request')}
        </p>
      </div>
      <BottomBar
        className={cn(
          '-mx-4 flex flex-wrap items-center justify-end gap-3',
          'border-t border-border bg-background/95 px-4 py-3',
        )}
      >
        <p aria-live="polite" className="me-auto text-[13px] font-semibold tabular-nums">
          {creditedLines.length === 0
            ? t('No lines chosen')
            : t(
                '{count} lines, {amount}',
                { amount: money(total), count: creditedLines.length },
                '{count} line, {amount}',
              )}
        </p>
        <Button
          variant="outline"
          disabled={pending}
          onClick={() => void go(`/finance/invoices/${invoice.id}`)}
        >
          {t('Cancel')}
        </Button>
        <Button type="submit" pending={pending}>
          {t('Request credit')}
        </Button>
      </BottomBar>
    </form>
  );
}
