// Rate card fields without terms.
import { useQuery } from '@tanstack/react-query';
import { Field } from '@waybill/plugin';
import { Controller, useFormContext } from '@waybill/plugin/forms';
import { usePermissions } from '../../api/session.ts';
import { AreaField, SelectField, TextField } from '../../kit/form-fields.tsx';
import { CustomerPicker } from '../../kit/pickers/CustomerPicker.tsx';
import { useT } from '../../lib/i18n.ts';
import type { CardDraft } from './card-draft.ts';
import { choices, kinds } from './model.ts';
import { enginesQuery } from './queries.ts';

/** Default engine. */
const USUAL_ENGINE = 'zone-rates';

export function CardFields({
  readOnly = false,
  isOwnForm = false,
}: {
  readOnly?: boolean;
  isOwnForm?: boolean;
}) {
  const t = useT();
  const seesCustomers = usePermissions().has('Pages.Customer');
  return (
    <>
      <TextField name="code" label={t('Code')} />
      <TextField name="name" label={t('Name')} />
      <SelectField
        name="kind"
        label={t('Kind')}
        optional={false}
        hint={t('Sale: what customers are charged. Cost: what you pay.')}
      >
        {choices(kinds).map(([value, text]) => (
          <option key={value} value={value}>
            {t(text)}
          </option>
        ))}
      </SelectField>
      {seesCustomers && (
        <Controller
          name="customerId"
          render={({ field, fieldState }) => (
            <Field
              label={t('Customer')}
              optional
              hint={t('Leave empty for all customers')}
              error={fieldState.error?.message}
            >
              <CustomerPicker
                name="customerId"
                disabled={readOnly}
                value={field.value as number | null}
                onChange={(customer) => field.onChange(customer?.id ?? null)}
              />
            </Field>
          )}
        />
      )}
      <TextField
        name="currency"
        label={t('Currency')}
        hint={t('Three letters. Leave empty for your own currency.')}
        maxLength={3}
        dir="ltr"
        className="[&_input]:uppercase"
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField name="effectiveDate" type="date" label={t('First day')} />
        <TextField name="expireDate" type="date" label={t('Last day')} />
      </div>
      {!isOwnForm && <EngineField />}
      <AreaField name="description" rows={2} label={t('Description')} className="sm:col-span-2" />
    </>
  );
}

function EngineField() {
  const t = useT();
  const engines = useQuery(enginesQuery);
  const chosen = useFormContext<CardDraft>().getValues('engine');
  const others = (engines.data ?? []).filter(({ id }) => id !== USUAL_ENGINE || id === chosen);
  // Keeps an engine whose plugin is disabled.
  const known =
    chosen === '' || others.some(({ id }) => id === chosen)
      ? others
      : [...others, { id: chosen, name: chosen }];
  return (
    <SelectField
      name="engine"
      label={t('Rate engine')}
      optional={false}
      hint={t('Calculates prices from zones and rates')}
      className="sm:col-span-2"
    >
      <option value="">{t('Zone rates')}</option>
      {known.map(({ id, name }) => (
        <option key={id} value={id}>
          {id === USUAL_ENGINE ? t('Zone rates') : t(name)}
        </option>
      ))}
    </SelectField>
  );
}
