// Settings: the currency everything is kept in, and what others are worth.
import { Plus, Trash2 } from 'lucide-react';
import { Button, Card, CardHeader, EmptyState, Field, formatNumber, Input, Table, TBody, Td, Th, THead, useSpeech } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { type Numbers } from '../../../kit/form-numbers.ts';
import { SelectField } from '../../../kit/form-fields.tsx';
import { readNumber } from '../../../lib/numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const NUMBERS: Numbers = { 'currency.factors.*.factor': 'needed' };
const CODES = Intl.supportedValuesOf('currency');

function useCurrencyNames() {
  const { language } = useSpeech();
  const names = new Intl.DisplayNames([language, 'en'], { type: 'currency' });
  return (code: string) => `${code} – ${names.of(code) ?? code}`;
}

/** A small field in a table's cell: its label is the column's. */
function Cell({ name, label, ...rest }: { name: string; label: string; inputMode?: 'decimal'; list?: string; maxLength?: number; className?: string }) {
  const { register, getFieldState, formState } = useFormContext();
  return (
    <Field label={label} labelHidden error={getFieldState(name, formState).error?.message}>
      <Input autoComplete="off" dir="ltr" {...rest} {...register(name)} />
    </Field>
  );
}

function Factors() {
  const t = useT();
  const { fields, append, remove } = useFieldArray({ name: 'currency.factors', keyName: 'key' });
  const base = String(useWatch({ name: 'currency.baseCurrency' }) ?? '');
  const typed = (useWatch({ name: 'currency.factors' }) as { factor: string; currency: string }[] | undefined) ?? [];
  const nameOf = useCurrencyNames();
  const add = (
    <Button variant="outline" size="sm" onClick={() => append({ factor: '', currency: '' })}>
      <Plus aria-hidden /> {t('Add a currency')}
    </Button>
  );
  return (
    <Card>
      <CardHeader title={t('Other currencies')} description={t('Units of the other currency per {base}.', { base })} actions={fields.length > 0 ? add : undefined} />
      <datalist id="currency-codes">
        {CODES.map((code) => (
          <option key={code} value={code}>
            {nameOf(code)}
          </option>
        ))}
      </datalist>
      {fields.length === 0 ? (
        <EmptyState title={t('Only {base}', { base })} description={t('Add a currency to show and accept prices in it.')} action={add} className="py-8" />
      ) : (
        <Table label={t('Other currencies')}>
          <THead>
            <tr>
              <Th>{t('Currency')}</Th>
              <Th numeric>{t('Factor')}</Th>
              <Th className="max-sm:hidden">{t('Rate')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {fields.map((field, index) => {
              const row = typed[index];
              const factor = readNumber(row?.factor ?? '');
              return (
                <tr key={field.key}>
                  <Td className="w-36 align-top">
                    <Cell name={`currency.factors.${index}.currency`} label={t('Currency')} list="currency-codes" maxLength={3} className="uppercase" />
                  </Td>
                  <Td className="w-40 align-top">
                    <Cell name={`currency.factors.${index}.factor`} label={t('Factor')} inputMode="decimal" className="text-end tabular-nums" />
                  </Td>
                  <Td className="text-muted-foreground max-sm:hidden">
                    <bdi>{factor && row?.currency ? `1 ${base} = ${formatNumber(factor, 6)} ${row.currency.toUpperCase()}` : '–'}</bdi>
                  </Td>
                  <Td className="w-px">
                    <Button variant="ghost" size="icon" aria-label={t('Remove {name}', { name: row?.currency || t('row') })} onClick={() => remove(index)}>
                      <Trash2 aria-hidden />
                    </Button>
                  </Td>
                </tr>
              );
            })}
          </TBody>
        </Table>
      )}
    </Card>
  );
}

function Base() {
  const t = useT();
  const nameOf = useCurrencyNames();
  return (
    <Card>
      <CardHeader title={t('Base currency')} />
      <div className="max-w-md">
        <SelectField name="currency.baseCurrency" label={t('Base currency')} hint={t('Used for prices and invoices. Changing it does not convert existing amounts.')}>
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
      if (!CODES.includes(upper)) problems[`${at}.currency`] = t('Enter a three-letter currency code');
      else if (upper === currency.baseCurrency) problems[`${at}.currency`] = t('This is the base currency');
      else if (currency.factors.findIndex((one) => one.currency.toUpperCase() === upper) < index) problems[`${at}.currency`] = t('This currency is already in the list');
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
          change={(wire) => ({ currency: { ...settings.currency, ...wire.currency, factors: (wire.currency?.factors ?? []).map((one) => ({ ...one, currency: one.currency.toUpperCase() })) } })}
        >
          <Base />
          <Factors />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
