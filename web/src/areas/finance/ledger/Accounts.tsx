// /finance/ledger/accounts: balances, codes, reconciliation.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Hash, RefreshCw } from 'lucide-react';
import {
  Button,
  Card,
  CardHeader,
  cn,
  ErrorNote,
  Input,
  Skeleton,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { dayIn } from '../../../lib/days.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { ACCOUNTS, CODE, type Account } from './model.ts';
import { balancesQuery, ledgerKey, proofQuery, updateAccounts } from './queries.ts';

const crumbs = () => [{ text: translate('Ledger'), href: leftList('/finance/ledger') }];

export const LedgerAccounts = screen(
  {
    needs: 'Pages.Finance.Ledger',
    title: msg('Balances and verification'),
    to: msg('see the ledger'),
    breadcrumbs: crumbs,
  },
  Screen,
);

interface Coded {
  account: Account;
  code: string;
}

function Screen() {
  const t = useT();
  const mayChange = usePermissions().has('Pages.Finance.Ledger.Lock');
  const { timezone } = useFormat();
  const today = dayIn(timezone);
  const [asOf, setAsOf] = useState(today);
  const [editing, setEditing] = useState(false);
  const balances = useQuery(balancesQuery(asOf === today ? null : asOf));
  const items = balances.data?.items ?? [];
  return (
    <>
      <PageHeading
        title={t('Balances and verification')}
        breadcrumbs={crumbs()}
        actions={
          mayChange && items.length > 0
            ? [
                {
                  text: t('Account codes'),
                  icon: <Hash aria-hidden />,
                  primary: true,
                  onClick: () => setEditing(true),
                },
              ]
            : []
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <Card>
          <CardHeader
            title={t('Balances by account')}
            description={t('Sums of the ledger’s entries.')}
            actions={
              <label className="flex items-center gap-1.5 text-[13px]">
                <span className="text-muted-foreground">{t('At the end of')}</span>
                <Input
                  type="date"
                  value={asOf}
                  className="h-8 w-38 text-[13px]"
                  onChange={({ target }) => target.value && setAsOf(target.value)}
                />
              </label>
            }
          />
          {balances.isLoadingError ? (
            <ErrorNote
              title={t('The balances could not be loaded')}
              error={balances.error}
              onRetry={() => void balances.refetch()}
            />
          ) : balances.data ? (
            <Balances items={items} currency={balances.data.currency} />
          ) : (
            <Skeleton className="h-60" />
          )}
        </Card>
        <Proof />
      </div>
      {editing && (
        <CodesDialog
          codes={items.map(({ account, code }) => ({ account, code }))}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

function Balances({
  items,
  currency,
}: {
  items: readonly (Coded & { debit: number; credit: number; balance: number })[];
  currency: string;
}) {
  const t = useT();
  const format = useFormat();
  const money = (value: number) => (value === 0 ? '' : format.money(value, currency));
  const sum = (of: (one: (typeof items)[number]) => number) =>
    items.reduce((all, one) => all + Math.round(of(one) * 10_000), 0) / 10_000;
  return (
    <Table label={t('Balances by account')}>
      <THead>
        <tr>
          <Th>{t('Code')}</Th>
          <Th>{t('Account')}</Th>
          <Th numeric className="max-sm:hidden">
            {t('Debits')}
          </Th>
          <Th numeric className="max-sm:hidden">
            {t('Credits')}
          </Th>
          <Th numeric>{t('Balance')}</Th>
        </tr>
      </THead>
      <TBody>
        {items.map((one) => (
          <Tr key={one.account}>
            <Td className="tabular-nums">{one.code}</Td>
            <Td className="whitespace-normal">
              <Link
                to="/finance/ledger"
                search={{ account: one.account }}
                className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
              >
                {t(ACCOUNTS[one.account].text)}
              </Link>
              <span className="block text-xs text-muted-foreground">
                {t(ACCOUNTS[one.account].hint)}
              </span>
            </Td>
            <Td numeric className="max-sm:hidden">
              {money(one.debit)}
            </Td>
            <Td numeric className="max-sm:hidden">
              {money(one.credit)}
            </Td>
            <Td numeric className="font-medium">
              {format.money(one.balance, currency)}
            </Td>
          </Tr>
        ))}
        <Tr className="bg-muted/50 font-semibold">
          <Td />
          <Td>{t('Total')}</Td>
          <Td numeric className="max-sm:hidden">
            {format.money(
              sum(({ debit }) => debit),
              currency,
            )}
          </Td>
          <Td numeric className="max-sm:hidden">
            {format.money(
              sum(({ credit }) => credit),
              currency,
            )}
          </Td>
          <Td numeric>
            {format.money(
              sum(({ balance }) => balance),
              currency,
            )}
          </Td>
        </Tr>
      </TBody>
    </Table>
  );
}

function Proof() {
  const t = useT();
  const format = useFormat();
  const proof = useQuery(proofQuery);
  return (
    <Card>
      <CardHeader
        title={t('Verification')}
        description={t(
          'Compares the ledger with invoices, payments and credit notes, customer by customer. ' +
            'It is done each night as well.',
        )}
        actions={
          <Button
            size="sm"
            variant="outline"
            pending={proof.isFetching}
            onClick={() => void proof.refetch()}
          >
            <RefreshCw aria-hidden /> {t('Check again')}
          </Button>
        }
      />
      {proof.isError && (
        <ErrorNote
          className="mb-3"
          title={t('The ledger could not be proved')}
          error={proof.error}
          onRetry={() => void proof.refetch()}
        />
      )}
      {!proof.data ? (
        proof.isPending && <Skeleton className="h-12" />
      ) : proof.data.isProven ? (
        <p
          role="status"
          className="flex items-center gap-2 rounded-lg bg-success-soft px-3 py-2.5 text-[13px] text-success-text"
        >
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          {t('The ledger agrees with the documents, {time}', {
            time: format.dateTime(proof.data.provedTime),
          })}
        </p>
      ) : (
        <div className="grid gap-3">
          <WarningNote>
            {t(
              '{count} accounts differ',
              { count: proof.data.differences.length },
              '{count} account differs',
            )}
          </WarningNote>
          <Table label={t('Differences')}>
            <THead>
              <tr>
                <Th>{t('Customer or driver')}</Th>
                <Th>{t('Account')}</Th>
                <Th numeric>{t('Ledger')}</Th>
                <Th numeric>{t('Documents')}</Th>
                <Th numeric>{t('Difference')}</Th>
              </tr>
            </THead>
            <TBody>
              {proof.data.differences.map((one) => (
                <Tr key={`${one.customerId}${one.account}`}>
                  <Td className="whitespace-normal">
                    {one.customerId === null ? (
                      t('All drivers')
                    ) : (
                      <Link
                        to="/finance/statements/$customer"
                        params={{ customer: String(one.customerId) }}
                        className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
                      >
                        {one.customerName}
                      </Link>
                    )}
                  </Td>
                  <Td>{t(ACCOUNTS[one.account].text)}</Td>
                  <Td numeric>{format.money(one.ledger)}</Td>
                  <Td numeric>{format.money(one.documents)}</Td>
                  <Td numeric className={cn('font-medium text-danger-text')}>
                    {format.money(one.ledger - one.documents)}
                  </Td>
                </Tr>
              ))}
            </TBody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function CodesDialog({ codes, onClose }: { codes: readonly Coded[]; onClose: () => void }) {
  const t = useT();
  const form = useRecordForm({
    record: codes,
    values: (all) => ({ codes: all.map(({ code }) => ({ value: code })) }),
    rules: Object.fromEntries(
      codes.map((_, at) => [
        `codes.${at}.value`,
        {
          needed: t('Enter a code'),
          pattern: { is: CODE, say: t('1 to 10 letters, digits, points and hyphens') },
        },
      ]),
    ),
    members: (member) => member.replace(/^accounts\[(\d+)\]\.code$/, 'codes[$1].value'),
    save: (values) =>
      updateAccounts(
        codes.map(({ account }, at) => ({ account, code: values.codes[at]?.value.trim() ?? '' })),
      ),
    stale: [ledgerKey],
    notice: () => t('Account codes saved'),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('Account codes')}
      description={t(
        "Your accounting program's names for the accounts. They are used in the journals.",
      )}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {codes.map(({ account }, at) => (
          <TextField
            key={account}
            name={`codes.${at}.value`}
            label={t(ACCOUNTS[account].text)}
            dir="ltr"
          />
        ))}
      </div>
    </FormDialog>
  );
}
