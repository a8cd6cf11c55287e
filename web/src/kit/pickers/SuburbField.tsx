// A place: its country and its suburb, found while one types a name or a postcode.
import { useState } from 'react';
import { BookUser } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Combobox, Field, Select } from '@waybill/plugin';
import { useTenant } from '../../api/tenant.tsx';
import { useT } from '../../lib/i18n.ts';
import { countriesQuery, findPlaces, placeLabel, type Place } from '../../lib/places.ts';

/** A place under a name of its own, found beside the suburbs. */
export interface NamedPlace extends Place {
  id: number;
  name: string;
  /** The street, say. */
  line: string;
}

export interface SuburbFieldProps<N extends NamedPlace = NamedPlace> {
  optional?: boolean;
  label: string;
  name: string;
  value: Place | null;
  onChange: (place: Place | null) => void;
  error?: string | undefined;
  /** Places of an address book: found by anything they hold, in any country. */
  book?: { find: (text: string, signal: AbortSignal) => Promise<N[]>; onChoose: (place: N) => void; placeholder: string } | undefined;
}

const isNamed = <N extends NamedPlace>(place: Place | N): place is N => 'id' in place;

export function SuburbField<N extends NamedPlace = NamedPlace>({ label, name, optional = false, value, onChange, error, book }: SuburbFieldProps<N>) {
  const t = useT();
  const { countryCode: home } = useTenant();
  const countries = useQuery(countriesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const country = value?.countryCode ?? chosen ?? home;
  const known = countries.data?.some((entry) => entry.countryCode === country) ? countries.data : [{ countryCode: country, countryName: country, formalName: '' }, ...(countries.data ?? [])];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4.75rem] gap-2">
      <Field label={label} optional={optional} error={error}>
        <Combobox<Place | N>
          name={name}
          value={value}
          onChange={(place) => {
            if (place === null || !isNamed(place)) return onChange(place);
            const { suburb, postCode, state, countryCode } = place;
            onChange({ suburb, postCode, state, countryCode });
            book?.onChoose(place);
          }}
          search={async (text, signal) => {
            const [named, places] = await Promise.all([book?.find(text, signal) ?? [], findPlaces(country, text, signal)]);
            return [...named, ...places];
          }}
          getKey={(place) => (isNamed(place) ? `saved ${place.id}` : `${place.suburb}|${place.state}|${place.postCode}`)}
          getLabel={placeLabel}
          renderItem={(place) =>
            isNamed(place) ? (
              <span className="flex items-center gap-2">
                <BookUser aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                <span className="grid min-w-0">
                  <span className="truncate font-medium">{place.name}</span>
                  <span className="truncate text-xs text-muted-foreground">{[place.line, placeLabel(place)].filter(Boolean).join(', ')}</span>
                </span>
              </span>
            ) : (
            <span className="flex justify-between gap-4">
              <span className="truncate">{place.suburb}</span>
              <span className="shrink-0 text-muted-foreground tabular-nums">
                {place.state} {place.postCode}
              </span>
            </span>
            )
          }
          placeholder={book?.placeholder ?? t('Suburb or postcode')}
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
