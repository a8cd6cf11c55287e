// Registration address with suburb search.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Combobox, Field, Select } from '@waybill/plugin';
import { useController, useFormContext } from '@waybill/plugin/forms';
import { useTenant } from '../../../api/tenant.tsx';
import { TextField } from '../../../kit/form-fields.tsx';
import { useT } from '../../../lib/i18n.ts';
import { countriesQuery, findPlaces, placeLabel, type Place } from '../../../lib/places.ts';
import type { RegistrationDraft } from './registration.ts';

export function RegisterAddress() {
  const t = useT();
  const { control } = useFormContext<RegistrationDraft>();
  const { field, fieldState } = useController({ control, name: 'place' });
  const { data: countries = [] } = useQuery(countriesQuery);
  const [chosen, setChosen] = useState(useTenant().countryCode);
  const country = field.value?.countryCode ?? chosen;
  const known = countries.some((entry) => entry.countryCode === country)
    ? countries
    : [{ countryCode: country, countryName: country, formalName: '' }, ...countries];
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-sm font-semibold">{t('Address')}</legend>
      <TextField
        name="addressLine1"
        label={t('Street and number')}
        autoComplete="address-line1"
        className="sm:col-span-2"
      />
      <TextField
        name="addressLine2"
        label={t('Unit, floor or building')}
        autoComplete="address-line2"
        className="sm:col-span-2"
      />
      <Field label={t('Country')}>
        <Select
          name="country"
          autoComplete="country"
          value={country}
          onChange={(event) => {
            setChosen(event.target.value);
            field.onChange(null);
          }}
        >
          {known.map((entry) => (
            <option
              key={entry.countryCode}
              value={entry.countryCode}
              title={entry.formalName || undefined}
            >
              {entry.countryName}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Suburb or postcode')} error={fieldState.error?.message}>
        <Combobox<Place>
          name="place"
          value={field.value}
          onChange={field.onChange}
          search={(text, signal) => findPlaces(country, text, signal)}
          getKey={(place) => `${place.suburb}|${place.state}|${place.postCode}`}
          getLabel={placeLabel}
          placeholder={t('Suburb or postcode')}
          emptyText={t('No matching suburbs.')}
        />
      </Field>
    </fieldset>
  );
}
