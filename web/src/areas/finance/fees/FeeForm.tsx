// Fee form: kind, trigger, rates, validity.
import { useEffect } from 'react';
import { useWatch } from '@waybill/plugin/forms';
import { Card, CardHeader, Checkbox, useFormat, writeNumber } from '@waybill/plugin';
import { useController, useFormContext } from '@waybill/plugin/forms';
import { FlagField, NumberField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useResourceForm } from '../../../kit/resource/form.ts';
import { useT } from '../../../lib/i18n.ts';
import { choices } from '../model.ts';
import { FeeRequest } from '../../../api/resources/finance.gen.ts';
import {
  BY_CARD_PAYMENTS,
  CUSTOMER_TYPES,
  EVENTS,
  eventsOf,
  FEE_INVOICES,
  FEE_TYPES,
  METHODS,
  NEVER_CHARGED,
  newTier,
  offeredEvents,
  ratesOf,
  tierProblems,
  tiersOf,
  type Fee,
  type FeeMethod,
  type FeeType,
  type TypeEvents,
} from './model.ts';
import { feeQuery, feesKey, saveFee } from './queries.ts';
import { queryClient } from '../../../api/query-client.ts';
import { Tiers } from './Tiers.tsx';

const MAX_NAME = 128;

/** A fee of 0 has no minimum. */
const toDraft = (fee: Fee | null) => ({
  feeType: fee?.feeType ?? ('' as const),
  minimum: fee && fee.minimum !== 0 ? writeNumber(fee.minimum) : '',
  feeRates: fee ? tiersOf(fee.feeRates) : [newTier()],
});

export function FeeForm({
  fee,
  types,
  onSaved,
  onCancel,
}: {
  fee: Fee | null;
  /** Events by type. */
  types: readonly TypeEvents[];
  onSaved?: (fee: Fee) => void;
  onCancel?: () => void;
}) {
  const t = useT();
  const form = useResourceForm(FeeRequest, {
    record: fee,
    fields: [
      'name',
      'applyOn',
      'invoiceType',
      'calcMethod',
      'minimum',
      'isAccumulated',
      'isTaxApplicable',
      'isActive',
      'effectiveDate',
      'expireDate',
      'customerTypes',
    ],
    initial: { calcMethod: 'Fixed' },
    own: {
      values: toDraft,
      toWire: ({ feeRates, feeType }) => ({
        ...(feeType === '' ? {} : { feeType }),
        feeRates: ratesOf(feeRates),
      }),
    },
    rules: {
      name: { needed: t('Enter a name'), max: MAX_NAME },
      feeType: { needed: t('Choose what it is for') },
      minimum: { number: { min: 0 } },
    },
    name: ({ name }) => name ?? '',
    check: (values) => ({
      ...tierProblems(values.feeRates, t),
      ...(offeredEvents(types, values.feeType, fee).length === 0
        ? { feeType: t(BY_CARD_PAYMENTS) }
        : {}),
      ...(values.effectiveDate && values.expireDate && values.expireDate < values.effectiveDate
        ? { expireDate: t('The last day must not be before the first') }
        : {}),
    }),
    members: (member) => member.replace(/^fee\./, ''),
    save: saveFee,
    stale: [feesKey],
    saved: onSaved,
    units: ['customerTypes', 'feeRates'],
    newest: async ({ id }) => (await queryClient.fetchQuery({ ...feeQuery(id), staleTime: 0 })).fee,
    draft: fee ? undefined : 'finance.fee',
  });
  return (
    <FormPage
      of={form}
      label={t('Fee')}
      action={fee ? t('Save') : t('Add fee')}
      {...(onCancel ? { onCancel } : {})}
      className="max-w-4xl"
    >
      <Fields fee={fee} types={types} />
    </FormPage>
  );
}

function Fields({ fee, types }: { fee: Fee | null; types: readonly TypeEvents[] }) {
  const t = useT();
  const { setValue } = useFormContext<Fee>();
  const { currency } = useFormat();
  const [applyOn, calcMethod, feeType, isAccumulated] = useWatch<
    Fee,
    ['applyOn', 'calcMethod', 'feeType', 'isAccumulated']
  >({ name: ['applyOn', 'calcMethod', 'feeType', 'isAccumulated'] });
  const method: FeeMethod = calcMethod;
  const type = feeType as FeeType | '';
  const offered = offeredEvents(types, type, fee);
  const [first] = offered;
  const isOffered = offered.includes(applyOn);
  // Another type has other events.
  useEffect(() => {
    if (first && !isOffered) setValue('applyOn', first, { shouldDirty: true });
  }, [first, isOffered, setValue]);
  const events = eventsOf(types, type);
  const eventHint = events.includes(applyOn)
    ? EVENTS[applyOn].hint
    : events.length > 0
      ? NEVER_CHARGED
      : BY_CARD_PAYMENTS;
  return (
    <>
      <Card className="grid gap-3 sm:grid-cols-2">
        <TextField
          name="name"
          label={t('Name')}
          hint={t('Shown on the invoice.')}
          className="sm:col-span-2"
        />
        <SelectField
          name="feeType"
          label={t('For')}
          {...(first ? {} : { hint: t(BY_CARD_PAYMENTS) })}
        >
          <option value="">{t('Choose…')}</option>
          {choices(FEE_TYPES).map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        {first && (
          <SelectField
            name="applyOn"
            optional={false}
            label={t('Triggered by')}
            hint={t(eventHint)}
          >
            {offered.map((value) => (
              <option key={value} value={value}>
                {t(EVENTS[value].text)}
              </option>
            ))}
          </SelectField>
        )}
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
          type={type as FeeType}
          isAccumulated={isAccumulated && method !== 'Override'}
        />
      </Card>
      <Card className="grid gap-3">
        <CardHeader title={t('Customers and period')} className="mb-0" />
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
  const { control } = useFormContext<Fee>();
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
