// /settings/tolerances: allowed differences by account.
import { Diff } from 'lucide-react';
import { Badge, useFormat } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { Belongings } from '../../../kit/Belongings.tsx';
import { FlagField, NumberField, SelectField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useT } from '../../../lib/i18n.ts';
import { readNumber } from '../../../lib/numbers.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { useCarriers } from '../carriers.ts';
import type { Tolerance } from '../model.ts';
import { fetchTolerances, saveTolerance, tolerancesKey, deleteTolerance } from '../queries.ts';

const MAX_PERCENT = 100;
const MAX_AMOUNT = 1_000_000;

export default function Tolerances() {
  const t = useT();
  const format = useFormat();
  const { accounts } = useCarriers();
  const account = ({ carrierAccountId }: Tolerance) =>
    accounts.find(({ id }) => id === carrierAccountId)?.name ?? `#${carrierAccountId}`;
  const side = (one: Tolerance) =>
    one.side === 'Above' ? t('Above the quote') : t('Below the quote');
  const limit = (one: Tolerance) =>
    one.measure === 'Percent' ? `${format.number(one.value, 4)} %` : format.money(one.value);
  const part = (one: Tolerance) => (one.appliesTo === 'FuelLevy' ? t('Fuel levy') : t('Total'));
  const effect = (one: Tolerance) =>
    one.effect === 'PassOn' ? t('Passed on to the customer') : t('Absorbed');
  const list = useList<Tolerance>({
    id: 'reconciliation.tolerances',
    key: tolerancesKey,
    fetch: fetchTolerances,
    rowKey: (one) => one.id,
    name: (one) => `${account(one)}, ${side(one)}`,
    columns: [
      {
        id: 'account',
        header: t('Carrier account'),
        cell: account,
        csv: account,
        sort: 'carrierAccountId',
        fixed: true,
      },
      { id: 'side', header: t('Invoiced'), cell: side, csv: side, sort: 'side', narrow: 'line' },
      { id: 'limit', header: t('At most'), cell: limit, csv: limit, numeric: true, narrow: 'line' },
      {
        id: 'part',
        header: t('Applies to'),
        cell: part,
        csv: part,
        sort: 'appliesTo',
        narrow: 'line',
      },
      {
        id: 'effect',
        header: t('The difference is'),
        cell: effect,
        csv: effect,
        sort: 'effect',
        narrow: 'line',
      },
      {
        id: 'active',
        header: t('Status'),
        cell: (one) =>
          one.isActive ? (
            <span className="max-md:hidden">{t('Active')}</span>
          ) : (
            <Badge>{t('Inactive')}</Badge>
          ),
        csv: (one) => (one.isActive ? t('Active') : t('Inactive')),
        narrow: 'badge',
      },
    ],
    filters: [
      {
        kind: 'choice',
        id: 'account',
        label: t('Carrier account'),
        pinned: true,
        odata: (value) => `carrierAccountId in (${value})`,
        open: true,
        options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
    sort: 'carrierAccountId',
    pageSize: 25,
    state: 'here',
  });
  return (
    <>
      <SectionHeading
        title={t('Tolerances')}
        description={t(
          'Lines of a carrier’s invoice that differ by no more than this are approved ' +
            'automatically as within tolerance.',
        )}
      />
      <Belongings
        list={list}
        title={t('Tolerances')}
        description={t(
          'By carrier account; all amounts before tax. They apply to invoices uploaded from now on.',
        )}
        mayEdit
        add={t('New tolerance')}
        texts={{
          failed: t('The tolerances could not be loaded'),
          filter: t('Filter tolerances'),
          empty: {
            icon: <Diff />,
            title: t('No tolerances yet'),
            description: t('Without one every difference waits for a decision.'),
          },
          none: { title: t('No matching tolerances'), clear: t('Show all') },
        }}
        remove={deleteTolerance}
        afterwards={t('Lines already approved by it are unchanged. This cannot be undone.')}
        stale={tolerancesKey}
      >
        {(one, close) => <ToleranceDialog tolerance={one} onClose={close} />}
      </Belongings>
    </>
  );
}

function ToleranceDialog({
  tolerance,
  onClose,
}: {
  tolerance: Tolerance | null;
  onClose: () => void;
}) {
  const t = useT();
  const { accounts } = useCarriers();
  const form = useRecordForm({
    record: tolerance,
    values: (one) => ({
      carrierAccountId: one ? String(one.carrierAccountId) : '',
      side: one?.side ?? 'Above',
      measure: one?.measure ?? 'Percent',
      value: one ? String(one.value) : '',
      appliesTo: one?.appliesTo ?? 'Total',
      effect: one?.effect ?? 'Absorb',
      isActive: one?.isActive ?? true,
    }),
    rules: ({ measure }) => ({
      carrierAccountId: { needed: t('Choose the carrier account') },
      value: {
        needed: t('Enter how far it may differ'),
        number: { min: 0, max: measure === 'Percent' ? MAX_PERCENT : MAX_AMOUNT },
      },
    }),
    members: Object.fromEntries(
      ['carrierAccountId', 'side', 'measure', 'value', 'appliesTo', 'effect'].map((member) => [
        `tolerance.${member}`,
        member,
      ]),
    ),
    save: ({ carrierAccountId, value, ...rest }, one) =>
      saveTolerance({
        ...(one ? { id: one.id, rowVersion: one.rowVersion } : {}),
        ...rest,
        carrierAccountId: Number(carrierAccountId),
        value: readNumber(value) ?? 0,
      }),
    stale: [tolerancesKey],
    notice: () => (tolerance ? t('Tolerance saved') : t('Tolerance added')),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={tolerance ? t('Edit tolerance') : t('New tolerance')}
      action={tolerance ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <SelectField name="carrierAccountId" label={t('Carrier account')}>
        <option value="">{t('Choose…')}</option>
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField name="side" label={t('Invoiced')}>
          <option value="Above">{t('Above the quote')}</option>
          <option value="Below">{t('Below the quote')}</option>
        </SelectField>
        <SelectField name="appliesTo" label={t('Applies to')}>
          <option value="Total">{t('Total')}</option>
          <option value="FuelLevy">{t('Fuel levy')}</option>
        </SelectField>
        <SelectField name="measure" label={t('Measured in')}>
          <option value="Percent">{t('Percent of the quote')}</option>
          <option value="Amount">{t('Amount')}</option>
        </SelectField>
        <Limit />
      </div>
      <SelectField name="effect" label={t('The difference is')}>
        <option value="Absorb">{t('Absorbed')}</option>
        <option value="PassOn">{t('Passed on to the customer')}</option>
      </SelectField>
      <FlagField name="isActive" label={t('Active')} />
    </FormDialog>
  );
}

function Limit() {
  const t = useT();
  const { currency } = useFormat();
  const measure = String(useWatch({ name: 'measure' }));
  return (
    <NumberField name="value" label={t('At most')} unit={measure === 'Percent' ? '%' : currency} />
  );
}
