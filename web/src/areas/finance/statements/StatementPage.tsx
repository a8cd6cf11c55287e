// /finance/statements/:customer: movements of a period.
import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, FileDown, FileSpreadsheet, FileText, Mail } from 'lucide-react';
import {
  Button,
  Card,
  cn,
  EmptyState,
  ErrorNote,
  Field,
  Input,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { useCustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { recordId, RecordOf } from '../../../kit/record.tsx';
import { dayIn, dayText } from '../../../lib/days.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { target } from '../../../lib/href.ts';
import { failure } from '../../../kit/mutate.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import {
  movementHref,
  MOVEMENTS,
  sums,
  usualDays,
  withDay,
  type Days,
  type FinanceStatement,
  type Movement,
} from '../receivables/model.ts';
import { downloadStatement, statementQuery } from '../receivables/queries.ts';
import { AccountStanding } from './Standing.tsx';
import type { StatementSearch } from '../receivables/search.ts';
import { SendStatement } from './SendStatement.tsx';

const route = getRouteApi('/shell/finance/statements/$customer');
/** Statements can have thousands of movements. */
const MAX_SHOWN = 300;
const PAUSE = 300;

export const StatementPage = screen(
  { needs: 'Pages.Finance.Statements', title: msg('Statement'), to: msg('see statements') },
  Screen,
);

function Screen() {
  const t = useT();
  const { timezone } = useFormat();
  const { isTenant } = useSession();
  const id = recordId(route.useParams().customer);
  const search = route.useSearch();
  const [usual] = usualDays(dayIn(timezone));
  // Reversed periods are ignored.
  const period: StatementSearch = search.from && search.to && search.to < search.from ? {} : search;
  const days: Days = {
    from: period.from ?? usual?.days.from ?? '',
    to: period.to ?? usual?.days.to ?? '',
  };
  const [filter, setFilter] = useState('');
  const searchText = useDebounced(filter.trim(), PAUSE);
  const statement = useQuery({
    ...statementQuery(id ?? 0, days, searchText),
    enabled: id !== null,
    placeholderData: keepPreviousData,
  });
  const crumbs = isTenant
    ? [{ text: translate('Receivables'), href: leftList('/finance/receivables') }]
    : [];
  return (
    <RecordOf
      id={id}
      query={statement}
      title={t('Statement')}
      breadcrumbs={crumbs}
      icon={<FileText />}
      missing={t('Customer not found')}
      failed={t('The statement could not be loaded')}
      to={msg('see statements')}
    >
      {(found) => (
        <Loaded
          statement={found}
          days={days}
          filter={filter}
          onFilter={setFilter}
          breadcrumbs={crumbs}
          isStale={statement.isPlaceholderData}
          error={statement.isRefetchError ? statement.error : null}
        />
      )}
    </RecordOf>
  );
}

interface LoadedProps {
  statement: FinanceStatement;
  days: Days;
  filter: string;
  onFilter: (text: string) => void;
  breadcrumbs: { text: string; href?: string }[];
  isStale: boolean;
  error: unknown;
}

function Loaded({ statement, days, filter, onFilter, breadcrumbs, isStale, error }: LoadedProps) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const name = useCustomerName(statement.customerId);
  const [sending, setSending] = useState(false);
  const [running, setRunning] = useState<'pdf' | 'csv' | null>(null);
  const save = async (as: 'pdf' | 'csv') => {
    if (running) return;
    setRunning(as);
    await downloadStatement(statement.customerId, days, as).catch(
      failure(t('The statement could not be downloaded')),
    );
    setRunning(null);
  };
  return (
    <>
      <PageHeading
        title={isTenant ? t('Statement of {name}', { name }) : t('Your statement')}
        breadcrumbs={breadcrumbs}
        description={t('{from} to {to}', {
          from: dayText(statement.fromDate, format.language),
          to: dayText(statement.toDate, format.language),
        })}
        actions={[
          {
            text: t('PDF'),
            icon: <FileDown aria-hidden />,
            primary: true,
            state: running === 'pdf' ? 'pending' : 'idle',
            onClick: () => void save('pdf'),
          },
          {
            text: t('Send by email'),
            icon: <Mail aria-hidden />,
            primary: true,
            onClick: () => setSending(true),
          },
          {
            text: t('CSV'),
            icon: <FileSpreadsheet aria-hidden />,
            onClick: () => void save('csv'),
          },
          ...(isTenant && has('Pages.Customer')
            ? [
                {
                  text: t('Customer'),
                  icon: <FileText aria-hidden />,
                  href: `/customers/${statement.customerId}/details`,
                },
              ]
            : []),
          ...(has('Pages.Finance.Remittance')
            ? [
                {
                  text: t('Record payment'),
                  icon: <Download aria-hidden />,
                  href: `/finance/payments/new?customer=${statement.customerId}`,
                },
              ]
            : []),
        ]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Period days={days} filter={filter} onFilter={onFilter} />
        {Boolean(error) && (
          <ErrorNote title={t('The statement could not be loaded')} error={error} />
        )}
        <Balances statement={statement} isFiltered={filter.trim() !== ''} />
        <div
          className={cn(isStale && 'opacity-60 transition-opacity delay-150')}
          aria-busy={isStale}
        >
          <Movements statement={statement} isFiltered={filter.trim() !== ''} />
        </div>
        <AccountStanding customerId={statement.customerId} />
      </div>
      {sending && (
        <SendStatement
          customerId={statement.customerId}
          days={days}
          onClose={() => setSending(false)}
        />
      )}
    </>
  );
}

function Period({
  days,
  filter,
  onFilter,
}: {
  days: Days;
  filter: string;
  onFilter: (text: string) => void;
}) {
  const t = useT();
  const { timezone } = useFormat();
  const navigate = route.useNavigate();
  const set = (change: Partial<Days>) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    });
  const day = (field: keyof Days, label: string) => (
    <Field label={label}>
      <Input
        type="date"
        key={`${field}${days[field]}`}
        defaultValue={days[field]}
        className="w-40"
        onBlur={({ target: input }) =>
          input.value && input.value !== days[field] && set(withDay(days, field, input.value))
        }
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </Field>
  );
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      {day('from', t('From'))}
      {day('to', t('To'))}
      <div role="group" aria-label={t('Period')} className="flex flex-wrap gap-1">
        {usualDays(dayIn(timezone)).map(({ id, text, days: own }) => {
          const isChosen = own.from === days.from && own.to === days.to;
          return (
            <Button
              key={id}
              size="sm"
              variant="outline"
              aria-pressed={isChosen}
              className={cn('h-8.5', isChosen && 'border-primary bg-primary/10')}
              onClick={() => set(own)}
            >
              {t(text)}
            </Button>
          );
        })}
      </div>
      <Input
        type="search"
        aria-label={t('Search movements')}
        placeholder={t('Reference or description')}
        value={filter}
        onChange={({ target: input }) => onFilter(input.value)}
        className="ms-auto w-56 max-sm:w-full"
      />
    </div>
  );
}

function Balances({ statement, isFiltered }: { statement: FinanceStatement; isFiltered: boolean }) {
  const t = useT();
  const format = useFormat();
  const money = (value: number) => format.money(value, statement.currency);
  const { charges, payments } = sums(statement.items);
  const entries: [string, number, string?][] = [
    [t('Opening balance'), statement.openingBalance],
    ...(isFiltered
      ? []
      : ([
          [t('Charges'), charges],
          [t('Payments and credits'), payments === 0 ? 0 : -payments],
        ] as [string, number][])),
    [t('Closing balance'), statement.closingBalance, 'text-base font-semibold'],
  ];
  return (
    <Card className="py-3">
      <dl aria-label={t('Balances')} className="flex flex-wrap gap-x-10 gap-y-2">
        {entries.map(([label, value, look]) => (
          <div key={label}>
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className={cn('mt-0.5 text-sm tabular-nums', look)}>{money(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Reference({ movement }: { movement: Movement }) {
  const href = movementHref(movement);
  const text = movement.referenceNo || `#${movement.id}`;
  if (!href) return movement.referenceNo ?? '';
  return (
    <Link
      {...target(href)}
      className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
    >
      {text}
    </Link>
  );
}

function Movements({
  statement,
  isFiltered,
}: {
  statement: FinanceStatement;
  isFiltered: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const [all, setAll] = useState(false);
  const { items } = statement;
  const amount = (value: number): ReactNode =>
    value === 0 ? '' : format.money(value, statement.currency);
  const day = (value: string) => dayText(value, format.language);
  const edge = (label: string, date: string, balance: number) => (
    <Tr className="bg-muted/50 font-medium">
      <Td className="whitespace-nowrap">{day(date)}</Td>
      <Td>{label}</Td>
      <Td className="max-md:hidden" />
      <Td className="max-lg:hidden" />
      <Td className="max-sm:hidden" />
      <Td className="max-sm:hidden" />
      <Td numeric>{format.money(balance, statement.currency)}</Td>
    </Tr>
  );
  if (isFiltered && items.length === 0)
    return (
      <EmptyState
        icon={<FileText />}
        title={t('No matching movements')}
        description={t('Search for another reference or description, or choose other days.')}
      />
    );
  return (
    <div className="grid gap-2">
      <Table label={t('Movements')}>
        <THead>
          <tr>
            <Th>{t('Date')}</Th>
            <Th>{t('Movement')}</Th>
            <Th className="max-md:hidden">{t('Reference')}</Th>
            <Th className="max-lg:hidden">{t('Description')}</Th>
            <Th numeric className="max-sm:hidden">
              {t('Charges')}
            </Th>
            <Th numeric className="max-sm:hidden">
              {t('Payments and credits')}
            </Th>
            <Th numeric>{t('Balance')}</Th>
          </tr>
        </THead>
        <TBody>
          {edge(t('Opening balance'), statement.fromDate, statement.openingBalance)}
          {(all ? items : items.slice(0, MAX_SHOWN)).map((movement) => (
            <Tr key={`${movement.txnType}${movement.id}`}>
              <Td className="whitespace-nowrap">{day(movement.date)}</Td>
              <Td>
                {t(MOVEMENTS[movement.txnType])}{' '}
                <span className="md:hidden">
                  <Reference movement={movement} />
                </span>
                <span className="block text-xs text-muted-foreground tabular-nums sm:hidden">
                  {amount(movement.charges - movement.payments)}
                </span>
              </Td>
              <Td className="max-md:hidden">
                <Reference movement={movement} />
              </Td>
              <Td
                className="max-w-72 truncate max-lg:hidden"
                title={movement.description ?? undefined}
              >
                {movement.description}
              </Td>
              <Td numeric className="max-sm:hidden">
                {amount(movement.charges)}
              </Td>
              <Td numeric className="max-sm:hidden">
                {amount(movement.payments)}
              </Td>
              <Td numeric>{format.money(movement.balance, statement.currency)}</Td>
            </Tr>
          ))}
          {(all || items.length <= MAX_SHOWN) &&
            edge(t('Closing balance'), statement.toDate, statement.closingBalance)}
        </TBody>
      </Table>
      {items.length === 0 && (
        <p className="text-[13px] text-muted-foreground">{t('No entries in this period.')}</p>
      )}
      {!all && items.length > MAX_SHOWN && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setAll(true)}
        >
          {t('Show all {count} movements', { count: items.length })}
        </Button>
      )}
    </div>
  );
}
