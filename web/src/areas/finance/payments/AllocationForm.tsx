// Form of payments and remittance advices.
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  ApiError,
  Card,
  CardHeader,
  cn,
  ErrorNote,
  Field,
  Skeleton,
  useFormat,
  WarningNote,
  readNumber,
} from '@waybill/plugin';
import { useSession } from '../../../api/session.ts';
import { AreaField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { FormCustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { dayIn } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { choices, paymentTypes, type Invoice, type Remittance } from '../model.ts';
import { digitsOf, fieldText, roundTo } from '../../../lib/money.ts';
import { MAX_SHARES, outstandingQuery, STALE } from '../queries.ts';
import {
  allocated,
  leftOf,
  problemOf,
  shareOut,
  sharesOf,
  type Payable,
  type Share,
} from './allocation.ts';
import { refusals, shareAt } from './refusals.ts';
import { Shares } from './Shares.tsx';

export interface AllocationDraft {
  customerId: number | null;
  customerGuid: string | null;
  amount: string;
  date: string;
  type: keyof typeof paymentTypes;
  reference: string;
  note: string;
}

/** The form with its amount as a number; null if it is empty. */
export type Allocation = Omit<AllocationDraft, 'amount'> & { amount: number | null };

export interface AllocationFormProps<A> {
  kind: 'payment' | 'remittance';
  customerId: number | null;
  amount: number | null;
  /** Invoice paid first. */
  firstInvoice?: number | undefined;
  /** Advice that proposes the allocation. */
  remittance?: Remittance | null;
  action: string;
  save: (values: Allocation, shares: Share[]) => Promise<A>;
  notice: (answer: A) => string;
  saved: (answer: A) => unknown;
  onCancel: () => void;
  /** Content between fields and invoices. */
  children?: (customerId: number | null) => ReactNode;
}

const MEMBERS: Record<string, string> = {
  paidAmount: 'amount',
  allocatedInvoicePayments: 'amount',
  invoicePayments: 'amount',
  paymentDate: 'date',
  paymentType: 'type',
  paymentReferenceNumber: 'reference',
};

export function AllocationForm<A>({
  kind,
  customerId,
  amount,
  firstInvoice,
  remittance = null,
  action,
  save,
  notice,
  saved,
  onCancel,
  children,
}: AllocationFormProps<A>) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const digits = digitsOf(format.currency);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  /** Latest allocations, for validators that only get field values. */
  const now = useRef<{ shares: Share[]; isWrong: boolean; isLoaded: boolean }>({
    shares: [],
    isWrong: false,
    isLoaded: false,
  });
  const isPayment = kind === 'payment';
  const form = useRecordForm({
    record: null,
    values: (): AllocationDraft => ({
      customerId,
      customerGuid: null,
      amount: amount === null ? '' : fieldText(amount, digits),
      date: dayIn(format.timezone),
      type: 'BankTransfer',
      reference: '',
      note: '',
    }),
    rules: {
      ...(isTenant ? { customerId: { needed: t('Choose a customer') } } : {}),
      amount: {
        ...(isPayment ? { needed: t('Enter the amount received') } : {}),
        number: { min: 0 },
      },
      date: { needed: t('Choose a day') },
      type: { needed: t('Choose one') },
      reference: { max: 256 },
      note: { max: 2000 },
    },
    check: (values) => {
      const problem = amountProblem(values.amount);
      return problem ? { amount: problem } : ({} as Record<string, string>);
    },
    members: (member) => (shareAt(member) === null ? (MEMBERS[member] ?? member) : null),
    save: async (values) => {
      setRefused(new Map());
      const shares = await loadShares();
      try {
        return await save({ ...values, amount: readNumber(values.amount) }, shares);
      } catch (error) {
        if (error instanceof ApiError) setRefused(refusals(error, shares));
        throw error;
      }
    },
    stale: STALE,
    notice,
    saved,
  });
  const chosen = form.form.watch('customerId');
  const typedAmount = readNumber(form.form.watch('amount'));
  const outstanding = useQuery({
    ...outstandingQuery(isTenant ? chosen : null),
    enabled: !isTenant || chosen !== null,
  });
  const invoices = useMemo(() => outstanding.data?.items ?? [], [outstanding.data]);
  const allocate = useCallback(
    (open: readonly Pick<Invoice, 'id' | 'outstandingAmount'>[]) => {
      const requestedAmounts = new Map(
        remittance?.invoiceRemittances.map((line) => [
          line.invoiceId,
          Math.max(0, roundTo(line.amount - line.paidAmount, digits)),
        ]),
      );
      const all: Payable[] = open.map(({ id, outstandingAmount }) => ({
        id,
        outstanding: outstandingAmount,
        ...(remittance ? { requestedAmount: requestedAmounts.get(id) ?? 0 } : {}),
      }));
      const first = ({ id }: Payable) => Number(id === firstInvoice);
      const payables = all.toSorted((a, b) => first(b) - first(a));
      return shareOut(typedAmount, payables, typed, digits);
    },
    [typedAmount, remittance, firstInvoice, typed, digits],
  );
  const texts = useMemo(() => allocate(invoices), [allocate, invoices]);
  const shares = sharesOf(texts);
  const isWrong = invoices.some(
    ({ id, outstandingAmount }) =>
      problemOf(texts.get(id) ?? '', outstandingAmount, digits) !== null,
  );
  const isLoaded =
    outstanding.data !== undefined &&
    (firstInvoice === undefined ||
      !outstanding.isFetching ||
      invoices.some(({ id }) => id === firstInvoice));
  now.current = { shares, isWrong, isLoaded };
  const left = leftOf(typedAmount, shares, digits);

  /** Shares once the invoices are known: a form that is sent before them allocates the same. */
  async function loadShares(): Promise<Share[]> {
    if (isLoaded) return now.current.shares;
    const { data, error } = await outstanding.refetch({ cancelRefetch: false });
    // Older invoices, which stay after a failure, may lack the one to pay.
    if (error || !data) throw error;
    return sharesOf(allocate(data.items));
  }

  function amountProblem(text: string): string | null {
    const paid = readNumber(text);
    const { shares: all, isWrong: wrong, isLoaded: isKnown } = now.current;
    if (wrong) return t('Correct the amounts of the invoices below.');
    if (isPayment && paid === 0) return t('Must be more than 0');
    const isEmpty = isKnown ? all.length === 0 : paid === null;
    if (!isPayment && isEmpty) return t('Enter the amount paid, here or for an invoice.');
    const over = paid === null ? 0 : -leftOf(paid, all, digits);
    return over > 0 && text.trim() !== ''
      ? t('{amount} more is allocated than this.', { amount: format.money(over) })
      : null;
  }

  // Another customer has other invoices.
  const before = useRef(chosen);
  useEffect(() => {
    if (before.current !== chosen) setTyped(new Map());
    before.current = chosen;
  }, [chosen]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = isTenant && customerId === null ? '[data-field="customerId"]' : '[name="amount"]';
    const field = root.current?.querySelector<HTMLElement>(first);
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
    // Once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
  };
  const customerError = form.form.getFieldState('customerId', form.form.formState).error?.message;
  const hasCustomer = !isTenant || chosen !== null;
  return (
    <div ref={root} onKeyDown={onKey}>
      <FormPage
        of={form}
        action={action}
        onCancel={onCancel}
        label={action}
        ready
        extra={
          <Sums
            paid={isPayment || typedAmount !== null ? typedAmount : null}
            shared={allocated(shares, digits)}
            left={left}
            isPayment={isPayment}
          />
        }
      >
        <Card className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {isTenant && (
            <Field label={t('Customer')} error={customerError} className="sm:col-span-2">
              <FormCustomerPicker
                names={{ id: 'customerId', guid: 'customerGuid' }}
                disabled={remittance !== null}
              />
            </Field>
          )}
          <TextField
            name="amount"
            label={isPayment ? t('Amount') : t('Amount to allocate')}
            inputMode="decimal"
            dir="ltr"
            className="[&_input]:text-end [&_input]:tabular-nums"
          />
          <TextField name="date" type="date" label={t('Payment date')} />
          {isPayment && (
            <>
              <SelectField name="type" label={t('Paid by')}>
                {choices(paymentTypes).map(([value, text]) => (
                  <option key={value} value={value}>
                    {t(text)}
                  </option>
                ))}
              </SelectField>
              <TextField
                name="reference"
                label={t('Reference')}
                hint={t('As the bank statement has it')}
              />
            </>
          )}
          <AreaField name="note" label={t('Note')} rows={1} className="sm:col-span-2" />
        </Card>
        {children?.(chosen)}
        {hasCustomer && (
          <section aria-label={t('Invoices')}>
            <CardHeader
              title={t('Outstanding invoices')}
              description={
                remittance
                  ? t('Allocated as in {number}.', { number: remittance.remittanceNumber })
                  : t('The amount is allocated to the oldest first. Amounts you type are kept.')
              }
            />
            {outstanding.isLoadingError ? (
              <ErrorNote
                title={t('The invoices could not be loaded')}
                error={outstanding.error}
                onRetry={() => void outstanding.refetch()}
              />
            ) : outstanding.data ? (
              <>
                <Shares
                  invoices={invoices}
                  shares={texts}
                  typed={typed}
                  onTyped={setTyped}
                  onDone={form.submit}
                  refused={refused}
                />
                {outstanding.data.totalCount > MAX_SHARES && (
                  <WarningNote className="mt-2">
                    {t('The {count} oldest are shown: a payment is for no more.', {
                      count: MAX_SHARES,
                    })}
                  </WarningNote>
                )}
              </>
            ) : (
              <Skeleton className="h-40" />
            )}
          </section>
        )}
      </FormPage>
    </div>
  );
}

function Sums({
  paid,
  shared,
  left,
  isPayment,
}: {
  paid: number | null;
  shared: number;
  left: number;
  isPayment: boolean;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <p aria-live="polite" className="me-auto flex flex-wrap gap-x-4 text-[13px] tabular-nums">
      <span>
        {isPayment
          ? t('Allocated {amount}', { amount: format.money(shared) })
          : t('Total {amount}', { amount: format.money(shared) })}
      </span>
      {paid !== null && (
        <strong
          className={cn(
            'font-semibold',
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
        </strong>
      )}
    </p>
  );
}
