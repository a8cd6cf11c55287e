// Where the registering customer is: street, then country and suburb, found while one types.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Combobox, Field, Input, Select } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Place } from '../../quotes/model.ts';
import { countriesQuery, findPlaces } from './places.ts';
import type { RegistrationDraft, RegistrationProblems } from './registration.ts';

const USUAL = 'AU';
const label = (place: Place) => [place.suburb, place.state, place.postCode].filter(Boolean).join(' ');

export interface RegisterAddressProps {
  draft: RegistrationDraft;
  errors: RegistrationProblems;
  onChange: (change: Partial<RegistrationDraft>) => void;
}

export function RegisterAddress({ draft, errors, onChange }: RegisterAddressProps) {
  const t = useT();
  const { data: countries = [] } = useQuery(countriesQuery);
  const [chosen, setChosen] = useState(USUAL);
  const country = draft.place?.countryCode ?? chosen;
  const known = countries.some((entry) => entry.countryCode === country) ? countries : [{ countryCode: country, countryName: country }, ...countries];
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-sm font-semibold">{t('Address')}</legend>
      <Field label={t('Street and number')} error={errors.addressLine1} className="sm:col-span-2">
        <Input name="addressLine1" autoComplete="address-line1" maxLength={128} value={draft.addressLine1} onChange={(event) => onChange({ addressLine1: event.target.value })} />
      </Field>
      <Field label={t('Unit, floor or building')} optional error={errors.addressLine2} className="sm:col-span-2">
        <Input name="addressLine2" autoComplete="address-line2" maxLength={128} value={draft.addressLine2} onChange={(event) => onChange({ addressLine2: event.target.value })} />
      </Field>
      <Field label={t('Country')}>
        <Select
          name="country"
          autoComplete="country"
          value={country}
          onChange={(event) => {
            setChosen(event.target.value);
            onChange({ place: null });
          }}
        >
          {known.map((entry) => (
            <option key={entry.countryCode} value={entry.countryCode}>
              {entry.countryName}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Suburb or postcode')} error={errors.place}>
        <Combobox<Place>
          name="place"
          value={draft.place}
          onChange={(place) => onChange({ place })}
          search={(text, signal) => findPlaces(country, text, signal)}
          getKey={(place) => `${place.suburb}|${place.state}|${place.postCode}`}
          getLabel={label}
          placeholder={t('Suburb or postcode')}
          emptyText={t('No suburb begins like this.')}
        />
      </Field>
    </fieldset>
  );
}
