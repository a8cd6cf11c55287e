// /settings/tolerances: allowed differences by account.
import { Diff } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { ToleranceRequest } from '../../../api/resources/reconciliation.gen.ts';
import { RecordTab } from '../../../kit/RecordTab.tsx';
import { NumberField, SelectField } from '../../../kit/form-fields.tsx';
import { useT } from '../../../lib/i18n.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { useCarriers } from '../carriers.ts';
import type { Tolerance } from '../model.ts';
import { toleranceCalls } from '../queries.ts';

const line = { narrow: 'line' } as const;
const members = Object.fromEntries(
  ['carrierAccountId', 'side', 'measure', 'value', 'appliesTo', 'effect'].map((member) => [
    `tolerance.${member}`,
    member,
  ]),
);
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
  return (
    <>
      <SectionHeading
        title={t('Tolerances')}
        description={t(
          'Lines of a carrier’s invoice that differ by no more than this are approved ' +
            'automatically as within tolerance.',
        )}
      />
      <RecordTab
        id="reconciliation.tolerances"
        resource={ToleranceRequest}
        calls={toleranceCalls}
        mayEdit
        name={(one) => `${account(one)}, ${side(one)}`}
        columns={[
          {
            id: 'account',
            header: t('Carrier account'),
            cell: account,
            csv: account,
            sort: 'carrierAccountId',
          },
          { ...line, id: 'side', header: t('Invoiced'), cell: side, csv: side, sort: 'side' },
          { ...line, id: 'limit', header: t('At most'), cell: limit, csv: limit, numeric: true },
          {
            ...line,
            id: 'part',
            header: t('Applies to'),
            cell: part,
            csv: part,
            sort: 'appliesTo',
          },
          {
            ...line,
            id: 'effect',
            header: t('The difference is'),
            cell: effect,
            csv: effect,
            sort: 'effect',
          },
          'isActive',
        ]}
        overrides={{ isActive: { id: 'active' } }}
        filters={[
          {
            kind: 'choice',
            id: 'account',
            label: t('Carrier account'),
            pinned: true,
            odata: (value) => `carrierAccountId in (${value})`,
            open: true,
            options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]}
        icon={<Diff />}
        texts={{
          title: t('Tolerances'),
          description: t(
            'By carrier account; all amounts before tax. They apply to invoices uploaded from now on.',
          ),
          add: t('New tolerance'),
          edit: t('Edit tolerance'),
          failed: t('The tolerances could not be loaded'),
          filter: t('Filter tolerances'),
          empty: [t('No tolerances yet'), t('Without one every difference waits for a decision.')],
          none: t('No matching tolerances'),
          afterwards: t('Lines already approved by it are unchanged. This cannot be undone.'),
        }}
        wide
        initial={{ measure: 'Percent' }}
        fields={{
          carrierAccountId: <Account />,
          side: {
            options: { Above: t('Above the quote'), Below: t('Below the quote') },
          },
          appliesTo: { options: { Total: t('Total'), FuelLevy: t('Fuel levy') } },
          measure: {
            options: { Percent: t('Percent of the quote'), Amount: t('Amount') },
          },
          value: <Limit />,
          effect: {
            options: { Absorb: t('Absorbed'), PassOn: t('Passed on to the customer') },
          },
          isActive: {},
        }}
        rules={({ measure }) => ({
          carrierAccountId: { needed: t('Choose the carrier account') },
          value: {
            needed: t('Enter how far it may differ'),
            number: { min: 0, max: measure === 'Percent' ? MAX_PERCENT : MAX_AMOUNT },
          },
        })}
        members={members}
        notice={(isNew) => (isNew ? t('Tolerance added') : t('Tolerance saved'))}
      />
    </>
  );
}

function Account() {
  const t = useT();
  const { accounts } = useCarriers();
  return (
    <SelectField name="carrierAccountId" label={t('Carrier account')} className="sm:col-span-2">
      <option value="">{t('Choose…')}</option>
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
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
