// A place: its country and its suburb, found while one types a name or a postcode.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Combobox, Field, Select } from '@waybill/plugin';
import { useTenant } from '../../api/tenant.tsx';
import { useT } from '../../lib/i18n.ts';
import { countriesQuery, findPlaces, placeLabel, type Place } from '../../lib/places.ts';

export interface SuburbFieldProps {
  optional?: boolean;
  label: string;
  name: string;
  value: Place | null;
  onChange: (place: Place | null) => void;
  error?: string | undefined;
}

export function SuburbField({ label, name, optional = false, value, onChange, error }: SuburbFieldProps) {
  const t = useT();
  const { countryCode: home } = useTenant();
  const countries = useQuery(countriesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const country = value?.countryCode ?? chosen ?? home;
  const known = countries.data?.some((entry) => entry.countryCode === country) ? countries.data : [{ countryCode: country, countryName: country, formalName: '' }, ...(countries.data ?? [])];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4.75rem] gap-2">
      <Field label={label} optional={optional} error={error}>
        <Combobox<Place>
          name={name}
          value={value}
          onChange={onChange}
          search={(text, signal) => findPlaces(country, text, signal)}
          getKey={(place) => `${place.suburb}|${place.state}|${place.postCode}`}
          getLabel={placeLabel}
          renderItem={(place) => (
            <span className="flex justify-between gap-4">
              <span className="truncate">{place.suburb}</span>
              <span className="shrink-0 text-muted-foreground tabular-nums">
                {place.state} {place.postCode}
              </span>
            </span>
          )}
          placeholder={t('Suburb or postcode')}
          emptyText={t('No matching suburbs.')}
        />
      </Field>
      <Field label={t('Country')} labelHidden className="mt-[1.4375rem]">
        <Select
          aria-label={t('{label}: country', { label })}
          value={country}
          onChange={(event) => {
            setChosen(event.target.value);
            onChange(null);
          }}
        >
          {known.map((entry) => (
            <option key={entry.countryCode} value={entry.countryCode} title={entry.formalName || entry.countryName}>
              {entry.countryCode}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
