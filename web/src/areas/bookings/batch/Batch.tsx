// /bookings/batch: many consignments from a spreadsheet.
import { useMemo, useRef, useState, type DragEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Calculator, FileDown, FileUp, PackageCheck, Trash2 } from 'lucide-react';
import { Button, Card, cn, ConfirmDialog, Field, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { inThisLanguage } from '../../../kit/import/languages.ts';
import { isHeading, recognised } from '../../../kit/import/matching.ts';
import { ZerosNote } from '../../../kit/import/ZerosNote.tsx';
import { isFilled, linesOfFile, type FileLines } from '../../../kit/import/table.ts';
import { csvBlob, csvLine, saveBlob } from '../../../kit/csv.ts';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { singleCell, type Range } from '../../../kit/sheet/range.ts';
import type { SheetHandle } from '../../../kit/sheet/Sheet.tsx';
import { partyText, placeText } from '../../../lib/bookings/display.ts';
import { openDocuments } from '../../../lib/bookings/documents.ts';
import { runOperation } from '../../../lib/bookings/operations.ts';
import { sendingCustomerQuery } from '../../../lib/bookings/sending-customer.ts';
import { failure } from '../../../kit/mutate.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { packageTypesQuery } from '../../../lib/package-types.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading, type HeadingAction } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { BatchSheet, problemsNow } from './BatchSheet.tsx';
import { BatchStatus, CellNote } from './BatchStatus.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { COLUMNS, FILLED_COLUMNS, RESULT } from './columns.ts';
import { MappingDialog } from './MappingDialog.tsx';
import { exportCell } from './numbers.ts';
import {
  bookingOf,
  cell as textOf,
  checkerOf,
  headingOf,
  isBlank,
  MAX_ROWS,
  type AddressBody,
  type Row,
  type RowProblem,
  type Shared,
} from './rows.ts';
import { priceOf } from './send.ts';
import { added, isLocked, typed, without } from './sheet-state.ts';
import { useBatch } from './use-batch.ts';
import { useZeros, zeroChanges } from './zeros.ts';

export const Batch = screen(
  {
    needs: 'Pages.Booking.Create',
    title: msg('Book many consignments'),
    to: msg('book consignments'),
    breadcrumbs: (t) => [{ text: t('Bookings'), href: '/bookings' }],
  },
  BatchScreen,
);

/** Reports nothing until the reference data is loaded. */
const UNCHECKED = (): readonly RowProblem[] => [];

/** Sender of rows without one. */
function useShared(customerId: number | null, isAsGiven: boolean, lostZeros: Shared['lostZeros']) {
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const { countryCode } = useTenant();
  const packageTypes = useQuery(packageTypesQuery).data;
  const customer = useQuery({
    ...sendingCustomerQuery(isTenant ? customerId : null, has('Pages.FrequentAddress')),
    enabled: !isTenant || customerId !== null,
  });
  const address = customer.data?.address;
  return useMemo(() => {
    const usual: AddressBody | null =
      address?.suburb && address.postCode && address.addressLine1
        ? {
            ...address,
            companyName: address.companyName || customer.data?.companyName || null,
            contactName: address.contactName || customer.data?.contactName || null,
          }
        : null;
    const shared: Shared = {
      customerId: isTenant ? customerId : null,
      sender: usual,
      countryCode,
      packageTypes: packageTypes ?? [],
      isAsGiven,
      lostZeros,
    };
    return {
      shared,
      isReady:
        packageTypes !== undefined &&
        (isTenant && customerId === null ? false : !customer.isPending),
      sender:
        usual && address
          ? [partyText({ ...address, companyName: usual.companyName ?? null }), placeText(address)]
              .filter(Boolean)
              .join(', ')
          : null,
    };
  }, [
    address,
    customer.data,
    customer.isPending,
    customerId,
    countryCode,
    packageTypes,
    isAsGiven,
    isTenant,
    lostZeros,
  ]);
}

function BatchScreen() {
  const t = useT();
  const { isTenant } = useSession();
  const format = useFormat();
  const batch = useBatch();
  const { sheet, change, customerId, choice, progress } = batch;
  const zeros = useZeros(sheet, useTenant().countryCode);
  const { shared, isReady, sender } = useShared(customerId, choice.kind === 'given', zeros.codes);
  const [range, setRange] = useState<Range>(singleCell(0, 1));
  const [table, setTable] = useState<Pick<FileLines, 'lines' | 'hasCommas'> | null>(null);
  const [asking, setAsking] = useState<'send' | 'clear' | null>(null);
  const [isOver, setOver] = useState(false);
  const grid = useRef<SheetHandle>(null);
  const input = useRef<HTMLInputElement>(null);

  const checked = useMemo(() => (isReady ? checkerOf(shared) : UNCHECKED), [shared, isReady]);
  const { filled, booked, open, priced, wrong } = useMemo(() => {
    const all = sheet.rows.filter((row) => !isBlank(row));
    const left = all.filter((row) => !isLocked(sheet.outcomes.get(row.key)));
    // A rejected row can be retried unchanged.
    const complete = left.filter((row) => checked(row).length === 0);
    const hasPrice = (row: Row) =>
      isReady && priceOf(row, sheet.outcomes.get(row.key), { shared, choice }) !== null;
    return {
      filled: all,
      booked: all.filter((row) => sheet.outcomes.get(row.key)?.state === 'booked'),
      open: complete.filter((row) => !hasPrice(row)),
      priced: complete.filter(hasPrice),
      wrong: left.filter(
        (row) => problemsNow(row, sheet.outcomes.get(row.key), checked).length > 0,
      ),
    };
  }, [sheet, checked, shared, choice, isReady]);
  const sum = priced.reduce(
    (total, row) => total + (sheet.outcomes.get(row.key)?.priced?.total ?? 0),
    0,
  );
  const first = priced[0] ?? open[0];
  const sample = first && isReady ? bookingOf(first, shared) : null;

  const take = ({ lines, hasCommas }: FileLines) => {
    const filledLines = lines.filter(isFilled);
    if (filledLines.length > 0) setTable({ lines: filledLines, hasCommas });
    else toast({ title: t('This file is empty'), variant: 'destructive' });
  };
  const read = (file: File | undefined) => {
    if (file) linesOfFile(file).then(take, failure(t('The file could not be read')));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!progress) read(event.dataTransfer.files[0]);
  };
  const onLines = (block: string[][]): boolean => {
    const headings = block[0] ?? [];
    if (
      block.length < 2 ||
      !isHeading(recognised(headings, FILLED_COLUMNS, inThisLanguage), headings)
    )
      return false;
    setTable({ lines: block, hasCommas: null });
    return true;
  };
  const next = () => {
    const from = range.head.row;
    const places = wrong.map((row) => sheet.rows.indexOf(row));
    const row = places.find((place) => place > from) ?? places[0];
    const found = row === undefined ? undefined : sheet.rows[row];
    if (row === undefined || !found) return;
    const column = problemsNow(found, sheet.outcomes.get(found.key), checked)[0]?.column ?? RESULT;
    const cell = {
      row,
      column: Math.max(
        0,
        COLUMNS.findIndex(({ id }) => id === column),
      ),
    };
    setRange({ anchor: cell, head: cell });
    grid.current?.show(cell);
    grid.current?.focus();
  };
  const template = () =>
    saveBlob(csvBlob([csvLine(FILLED_COLUMNS.map(({ id }) => headingOf(id)))]), 'bookings.csv');
  const results = () => {
    const columns = FILLED_COLUMNS;
    const head = [t('Connote'), t('Result'), t('Price'), ...columns.map(({ id }) => headingOf(id))];
    const body = filled.map((row) => {
      const outcome = sheet.outcomes.get(row.key);
      const statusText =
        outcome?.state === 'booked'
          ? t('Booked')
          : problemsNow(row, outcome, checked)
              .map(({ column, message }) =>
                column === RESULT ? message : `${headingOf(column)}: ${message}`,
              )
              .join('; ');
      return csvLine([
        outcome?.booking?.consignmentId ?? '',
        statusText,
        outcome?.priced ? String(outcome.priced.total) : '',
        ...columns.map(({ id }) => exportCell(id, textOf(row, id))),
      ]);
    });
    saveBlob(csvBlob([csvLine(head), ...body]), 'bookings-results.csv');
  };
  const print = () => {
    const ids = booked.flatMap((row) => sheet.outcomes.get(row.key)?.booking?.id ?? []);
    openDocuments(async () => (await runOperation('PrintLabel', ids)).label).catch(
      failure(t('The labels could not be opened')),
    );
  };
  const actions: HeadingAction[] = [
    ...(progress
      ? []
      : [
          ...(priced.length > 0
            ? [
                {
                  text: t(
                    'Book {count} rows for {total}',
                    { count: priced.length, total: format.money(sum) },
                    'Book {count} row for {total}',
                  ),
                  icon: <PackageCheck aria-hidden />,
                  primary: true,
                  onClick: () => setAsking('send'),
                },
              ]
            : []),
          {
            text: t(
              'Check and price {count} rows',
              { count: open.length },
              'Check and price {count} row',
            ),
            icon: <Calculator aria-hidden />,
            primary: true,
            disabled: open.length === 0 || !isReady,
            onClick: () => void batch.send(open, shared, false),
          },
          {
            text: t('Open a file'),
            icon: <FileUp aria-hidden />,
            primary: priced.length === 0,
            onClick: () => input.current?.click(),
          },
        ]),
    { text: t('Download an empty table'), icon: <FileDown aria-hidden />, onClick: template },
    ...(filled.length > 0
      ? [{ text: t('Export results'), icon: <FileDown aria-hidden />, onClick: results }]
      : []),
    ...(filled.length > 0 && !progress
      ? [
          {
            text: t('Empty the sheet…'),
            icon: <Trash2 aria-hidden />,
            destructive: true,
            onClick: () => setAsking('clear'),
          },
        ]
      : []),
  ];
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={drop}
      className={cn('flex min-w-0 flex-col rounded-lg', isOver && 'outline-2 outline-ring')}
    >
      <PageHeading
        title={t('Book many consignments')}
        breadcrumbs={[{ text: t('Bookings'), href: '/bookings' }]}
        description={t(
          'One row is one consignment. Paste from a spreadsheet, or drop a CSV or Excel file here.',
        )}
        actions={actions}
      />
      <input
        ref={input}
        type="file"
        aria-label={t('Open a file')}
        accept=".csv,.tsv,.txt,.xlsx"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          read(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Card className="mb-2 grid items-start gap-x-4 gap-y-3 p-3 sm:grid-cols-2 lg:grid-cols-3">
        {isTenant && (
          <Field label={t('Customer')}>
            <CustomerPicker
              name="customer"
              value={customerId}
              disabled={progress !== null || booked.length > 0}
              onChange={(customer) => batch.setCustomerId(customer?.id ?? null)}
            />
          </Field>
        )}
        <ChoiceField
          choice={choice}
          sample={sample}
          disabled={progress !== null}
          onChange={batch.setChoice}
        />
        <div className="text-[13px]">
          <p className="font-medium">{t('Sender')}</p>
          <p className="mt-1 break-words text-muted-foreground">
            {isTenant && customerId === null
              ? t('Choose the customer who pays.')
              : sender
                ? t('{address}, unless a row has another', { address: sender })
                : isReady &&
                  t('This customer has no usual address: fill in the sender in each row.')}
          </p>
        </div>
      </Card>
      <BatchStatus
        progress={progress}
        filled={filled.length}
        booked={booked.length}
        priced={{ count: priced.length, total: sum }}
        wrong={wrong.length}
        onNext={next}
        onStop={batch.stop}
        onPrint={print}
        onDropBooked={() =>
          change((state) =>
            without(state, (row) => state.outcomes.get(row.key)?.state === 'booked'),
          )
        }
      />
      {zeros.codes.size + zeros.phones.size > 0 && (
        <div className="mb-2">
          <ZerosNote
            zeros={[...zeros.codes.values()]}
            phones={[...zeros.phones].map(([from, to]) => ({ from, to }))}
            isBusy={progress !== null}
            onCorrect={() => {
              change((state) => typed(state, zeroChanges(state, zeros)));
              grid.current?.focus();
            }}
            extra={
              zeros.phones.size > 0 && (
                <Button size="sm" variant="ghost" onClick={zeros.leavePhones}>
                  {t('Leave the phone numbers')}
                </Button>
              )
            }
          />
        </div>
      )}
      <BatchSheet
        ref={grid}
        sheet={sheet}
        problems={checked}
        priceOf={(row) =>
          isReady ? priceOf(row, sheet.outcomes.get(row.key), { shared, choice }) : null
        }
        readOnly={progress !== null}
        range={range}
        onRange={setRange}
        onChange={change}
        onLines={onLines}
        className="h-[max(20rem,calc(100dvh-22rem))]"
      />
      <CellNote
        row={sheet.rows[range.head.row]}
        column={COLUMNS[range.head.column]?.id ?? ''}
        problems={(row) => problemsNow(row, sheet.outcomes.get(row.key), checked)}
      />
      {table && (
        <MappingDialog
          {...table}
          room={MAX_ROWS - filled.length}
          onClose={() => setTable(null)}
          onTake={(cells) => {
            setTable(null);
            change((state) => added(state, cells));
            setTimeout(() => grid.current?.focus());
          }}
        />
      )}
      <ConfirmDialog
        open={asking === 'send'}
        onOpenChange={(open_) => !open_ && setAsking(null)}
        title={t(
          'Book {count} rows for {total}?',
          { count: priced.length, total: format.money(sum) },
          'Book {count} row for {total}?',
        )}
        description={[
          open.length + wrong.length > 0
            ? t(
                '{count} rows without a price are skipped.',
                { count: filled.length - booked.length - priced.length },
                '{count} row without a price is skipped.',
              )
            : '',
          t('Carriers receive the bookings immediately.'),
        ]
          .filter(Boolean)
          .join(' ')}
        confirmLabel={t('Book')}
        onConfirm={() => void batch.send(priced, shared, true)}
      />
      <ConfirmDialog
        open={asking === 'clear'}
        onOpenChange={(open_) => !open_ && setAsking(null)}
        title={t('Empty the sheet?')}
        description={t('All {count} rows are removed from it. Existing bookings are kept.', {
          count: filled.length,
        })}
        confirmLabel={t('Empty the sheet')}
        destructive
        onConfirm={batch.clear}
      />
    </div>
  );
}
