// Fee form: kind, trigger, rates, validity.
import { useWatch } from '@waybill/plugin/forms';
import { Card, CardHeader, Checkbox, useFormat } from '@waybill/plugin';
import { useController, useFormContext } from '@waybill/plugin/forms';
import { FlagField, NumberField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { readNumber } from '../../../lib/numbers.ts';
import { choices } from '../model.ts';
import {
  CUSTOMER_TYPES,
  EVENTS,
  FEE_INVOICES,
  FEE_TYPES,
  METHODS,
  newTier,
  ratesOf,
  tierProblems,
  tiersOf,
  type Fee,
  type FeeMethod,
  type FeeType,
} from './model.ts';
import { feeQuery, feesKey, saveFee } from './queries.ts';
import { queryClient } from '../../../api/query-client.ts';
import { Tiers } from './Tiers.tsx';

const MAX_NAME = 128;

const valuesOf = (fee: Fee | null) => ({
  name: fee?.name ?? '',
  feeType: fee?.feeType ?? ('' as const),
  applyOn: fee?.applyOn ?? ('Booking' as const),
  invoiceType: fee?.invoiceType ?? ('Fee' as const),
  calcMethod: fee?.calcMethod ?? ('Fixed' as const),
  minimum: fee && fee.minimum !== 0 ? String(fee.minimum) : '',
  isAccumulated: fee?.isAccumulated ?? false,
  isTaxApplicable: fee?.isTaxApplicable ?? true,
  isActive: fee?.isActive ?? true,
  effectiveDate: fee?.effectiveDate ?? '',
  expireDate: fee?.expireDate ?? '',
  customerTypes: fee?.customerTypes ?? [],
  feeRates: fee ? tiersOf(fee.feeRates) : [newTier()],
});
type Draft = ReturnType<typeof valuesOf>;

export function FeeForm({
  fee,
  onSaved,
  onCancel,
}: {
  fee: Fee | null;
  onSaved?: (fee: Fee) => void;
  onCancel?: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: fee,
    values: valuesOf,
    rules: {
      name: { needed: t('Enter a name'), max: MAX_NAME },
      feeType: { needed: t('Choose what it is for') },
      minimum: { number: { min: 0 } },
    },
    check: (values) => ({
      ...tierProblems(values.feeRates, t),
      ...(values.effectiveDate && values.expireDate && values.expireDate < values.effectiveDate
        ? { expireDate: t('The last day must not be before the first') }
        : {}),
    }),
    members: (member) => member.replace(/^fee\./, ''),
    save: ({ feeRates, feeType, minimum, effectiveDate, expireDate, ...rest }, one) =>
      saveFee({
        ...(one ? { id: one.id, rowVersion: one.rowVersion } : {}),
        ...rest,
        ...(feeType === '' ? {} : { feeType }),
        minimum: readNumber(minimum) ?? 0,
        effectiveDate: effectiveDate || null,
        expireDate: expireDate || null,
        feeRates: ratesOf(feeRates),
      }),
    stale: [feesKey],
    notice: (saved) =>
      fee ? t('{name} saved', { name: saved.name }) : t('{name} added', { name: saved.name }),
    saved: onSaved,
    units: ['customerTypes', 'feeRates'],
    ...(fee
      ? {
          newest: async () =>
            (await queryClient.fetchQuery({ ...feeQuery(fee.id), staleTime: 0 })).fee,
        }
      : { draft: 'finance.fee' }),
  });
  return (
    <FormPage
      of={form}
      label={t('Fee')}
      action={fee ? t('Save') : t('Add fee')}
      {...(onCancel ? { onCancel } : {})}
      className="max-w-4xl"
    >
      <Fields />
    </FormPage>
  );
}

function Fields() {
  const t = useT();
  const { currency } = useFormat();
  const [applyOn, calcMethod, feeType, isAccumulated] = useWatch<
    Draft,
    ['applyOn', 'calcMethod', 'feeType', 'isAccumulated']
  >({ name: ['applyOn', 'calcMethod', 'feeType', 'isAccumulated'] });
  const method: FeeMethod = calcMethod;
  return (
    <>
      <Card className="grid gap-3 sm:grid-cols-2">
        <TextField
          name="name"
          label={t('Name')}
          hint={t('Shown on the invoice.')}
          className="sm:col-span-2"
        />
        <SelectField name="feeType" label={t('For')}>
          <option value="">{t('Choose…')}</option>
          {choices(FEE_TYPES).map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="applyOn"
          optional={false}
          label={t('Triggered by')}
          hint={t(EVENTS[applyOn].hint)}
        >
          {choices(EVENTS).map(([value, { text }]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <SelectField name="invoiceType" optional={false} label={t('On invoices of type')}>
          {choices(FEE_INVOICES).map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <FlagField name="isTaxApplicable" label={t('Tax is added')} className="self-end pb-2" />
      </Card>
      <Card className="grid gap-3">
        <CardHeader title={t('Amount')} className="mb-0" />
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            name="calcMethod"
            optional={false}
            label={t('Method')}
            hint={t(METHODS[method].hint)}
          >
            {choices(METHODS).map(([value, { text }]) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </SelectField>
          {method !== 'Override' && (
            <NumberField name="minimum" label={t('Minimum before tax')} unit={currency} optional />
          )}
        </div>
        {method !== 'Override' && (
          <FlagField
            name="isAccumulated"
            label={t('Each part in its own tier')}
            hint={t(
              'As with income tax: the first pieces by the first tier, the next by the second.',
            )}
          />
        )}
        <Tiers
          method={method}
          type={feeType as FeeType}
          isAccumulated={isAccumulated && method !== 'Override'}
        />
      </Card>
      <Card className="grid gap-3">
        <CardHeader title={t('Who and when')} className="mb-0" />
        <CustomerTypes />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField name="effectiveDate" type="date" label={t('First day')} optional />
          <TextField name="expireDate" type="date" label={t('Last day')} optional />
        </div>
        <FlagField
          name="isActive"
          label={t('Active')}
          hint={t('An inactive fee is no longer charged. Past charges are kept.')}
        />
      </Card>
    </>
  );
}

function CustomerTypes() {
  const t = useT();
  const { control } = useFormContext<Draft>();
  const { field, fieldState } = useController({ control, name: 'customerTypes' });
  return (
    <fieldset data-field="customerTypes" tabIndex={-1} className="grid gap-1.5">
      <legend className="mb-1 text-[13px] font-medium">
        {t('Charged to all customers of these types')}
      </legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {choices(CUSTOMER_TYPES).map(([type, text]) => (
          <Checkbox
            key={type}
            label={t(text)}
            checked={field.value.includes(type)}
            onChange={({ target }) =>
              field.onChange(
                target.checked ? [...field.value, type] : field.value.filter((one) => one !== type),
              )
            }
          />
        ))}
      </div>
      <p className="text-[13px] text-muted-foreground">
        {t('Others are charged if they have their own terms, under Customers.')}
      </p>
      {fieldState.error?.message && (
        <p className="text-xs font-medium text-destructive-text first-letter:uppercase">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}
