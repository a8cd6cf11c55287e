// Settings: currency and exchange rates.
import { Card, CardHeader, formatNumber, Input, useSpeech, readNumber } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { type Numbers } from '../../../kit/form-numbers.ts';
import { SelectField } from '../../../kit/form-fields.tsx';
import { RowField, RowsCard } from '../../../kit/settings/RowsCard.tsx';
import type { Problems } from '../../../kit/form-rules.ts';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const NAME = 'currency.factors';
const NUMBERS: Numbers = { 'currency.factors.*.factor': 'needed' };
const CODES = Intl.supportedValuesOf('currency');

function useCurrencyNames() {
  const { language } = useSpeech();
  const names = new Intl.DisplayNames([language, 'en'], { type: 'currency' });
  return (code: string) => `${code} – ${names.of(code) ?? code}`;
}

function Factors() {
  const t = useT();
  const { register } = useFormContext();
  const { fields, append, remove } = useFieldArray({ name: NAME, keyName: 'key' });
  const base = String(useWatch({ name: 'currency.baseCurrency' }) ?? '');
  const typed =
    (useWatch({ name: NAME }) as { factor: string; currency: string }[] | undefined) ?? [];
  const nameOf = useCurrencyNames();
  const rate = (at: number) => {
    const { factor = '', currency = '' } = typed[at] ?? {};
    const units = readNumber(factor);
    return units && currency
      ? `1 ${base} = ${formatNumber(units, 6)} ${currency.toUpperCase()}`
      : '–';
  };
  return (
    <RowsCard
      name={NAME}
      title={t('Other currencies')}
      description={t('Units of the other currency per {base}.', { base })}
      keys={fields.map(({ key }) => key)}
      columns={[
        {
          header: t('Currency'),
          className: 'w-36 align-top',
          cell: (at) => (
            <RowField name={`${NAME}.${at}.currency`} label={t('Currency')}>
              <Input
                autoComplete="off"
                dir="ltr"
                list="currency-codes"
                maxLength={3}
                className="uppercase"
                {...register(`${NAME}.${at}.currency`)}
              />
            </RowField>
          ),
        },
        {
          header: t('Factor'),
          numeric: true,
          className: 'w-40 align-top',
          cell: (at) => (
            <RowField name={`${NAME}.${at}.factor`} label={t('Factor')}>
              <Input
                autoComplete="off"
                dir="ltr"
                inputMode="decimal"
                className="text-end tabular-nums"
                {...register(`${NAME}.${at}.factor`)}
              />
            </RowField>
          ),
        },
        {
          header: t('Rate'),
          className: 'max-sm:hidden',
          cell: (at) => <bdi className="text-muted-foreground">{rate(at)}</bdi>,
        },
      ]}
      nameOf={(at) => typed[at]?.currency || t('row')}
      onRemove={remove}
      add={{
        text: t('Add a currency'),
        onClick: () => append({ factor: '', currency: '' }, { shouldFocus: false }),
      }}
      empty={{
        title: t('Only {base}', { base }),
        description: t('Add a currency to show and accept prices in it.'),
      }}
    >
      <datalist id="currency-codes">
        {CODES.map((code) => (
          <option key={code} value={code}>
            {nameOf(code)}
          </option>
        ))}
      </datalist>
    </RowsCard>
  );
}

function Base() {
  const t = useT();
  const nameOf = useCurrencyNames();
  return (
    <Card>
      <CardHeader title={t('Base currency')} />
      <div className="max-w-md">
        <SelectField
          name="currency.baseCurrency"
          label={t('Base currency')}
          hint={t('Used for prices and invoices. Changing it does not convert existing amounts.')}
        >
          {CODES.map((code) => (
            <option key={code} value={code}>
              {nameOf(code)}
            </option>
          ))}
        </SelectField>
      </div>
    </Card>
  );
}

export default function Currency() {
  const t = useT();
  const check = ({ currency }: TenantSettings) => {
    const problems: Problems = {};
    currency.factors.forEach(({ currency: code, factor }, index) => {
      const at = `currency.factors.${index}`;
      const upper = code.toUpperCase();
      if (!CODES.includes(upper))
        problems[`${at}.currency`] = t('Enter a three-letter currency code');
      else if (upper === currency.baseCurrency)
        problems[`${at}.currency`] = t('This is the base currency');
      else if (currency.factors.findIndex((one) => one.currency.toUpperCase() === upper) < index)
        problems[`${at}.currency`] = t('This currency is already in the list');
      if (factor <= 0) problems[`${at}.factor`] = t('The factor must be above 0');
    });
    return problems;
  };
  return (
    <SettingsPage title={t('Currencies')}>
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['currency']}
          numbers={NUMBERS}
          check={check}
          change={(wire) => ({
            currency: {
              ...settings.currency,
              ...wire.currency,
              factors: (wire.currency?.factors ?? []).map((one) => ({
                ...one,
                currency: one.currency.toUpperCase(),
              })),
            },
          })}
        >
          <Base />
          <Factors />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
