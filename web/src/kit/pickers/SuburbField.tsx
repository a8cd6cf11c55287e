// Country and suburb, found by name or postcode.
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

/** Country select by two-letter code. */
export function CountrySelect({
  label,
  value,
  onChange,
  className,
}: {
  label: string;
  value: string;
  onChange: (countryCode: string) => void;
  className?: string;
}) {
  const t = useT();
  const countries = useQuery(countriesQuery);
  const known = countries.data?.some((entry) => entry.countryCode === value)
    ? countries.data
    : [{ countryCode: value, countryName: value, formalName: '' }, ...(countries.data ?? [])];
  return (
    <Field label={t('Country')} labelHidden {...(className ? { className } : {})}>
      <Select
        aria-label={t('{label}: country', { label })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {known.map((entry) => (
          <option
            key={entry.countryCode}
            value={entry.countryCode}
            title={entry.formalName || entry.countryName}
          >
            {entry.countryCode}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function SuburbOption({ place }: { place: Place }) {
  return (
    <span className="flex justify-between gap-4">
      <span className="truncate">{place.suburb}</span>
      <span className="shrink-0 text-muted-foreground tabular-nums">
        {place.state} {place.postCode}
      </span>
    </span>
  );
}

export function SuburbField({
  label,
  name,
  optional = false,
  value,
  onChange,
  error,
}: SuburbFieldProps) {
  const t = useT();
  const { countryCode: home } = useTenant();
  const [chosen, setChosen] = useState<string | null>(null);
  const country = value?.countryCode ?? chosen ?? home;
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
          renderItem={(place) => <SuburbOption place={place} />}
          placeholder={t('Suburb or postcode')}
          emptyText={t('No matching suburbs.')}
        />
      </Field>
      <CountrySelect
        label={label}
        value={country}
        className="mt-[1.4375rem]"
        onChange={(code) => {
          setChosen(code);
          onChange(null);
        }}
      />
    </div>
  );
}
