// Finds a place of the address book, of past consignments, of customers, or a suburb.
import { useState } from 'react';
import { Combobox, cn, Field } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { useTenant } from '../../api/tenant.tsx';
import { useT } from '../../lib/i18n.ts';
import { placeLabel, type Place } from '../../lib/places.ts';
import { findPlaces, identityOf, suburbOf, type End, type FoundPlace } from './places.ts';
import { CountrySelect, SuburbOption } from './SuburbField.tsx';

function PlaceOption({ place }: { place: FoundPlace }) {
  const t = useT();
  if (place.source === 'Suburb') return <SuburbOption place={place} />;
  const { companyName, contactName, addressLine1 } = place.party;
  const where = [addressLine1, placeLabel(place)].filter(Boolean).join(', ');
  return (
    <span className="flex items-baseline gap-3">
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{place.name}</span>
        <span className="truncate text-xs text-muted-foreground">
          {[...[companyName, contactName].filter((name) => name !== place.name), where]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="shrink-0 text-xs text-muted-foreground tabular-nums">
        {place.uses > 0
          ? t('{count}×', { count: place.uses })
          : place.source === 'Customer'
            ? t('customer')
            : t('saved')}
      </span>
    </span>
  );
}

export interface PlacePickerProps {
  end: End;
  label: string;
  labelHidden?: boolean;
  name: string;
  value: Place | null;
  /** Its own places come first; null: the user's own, or none for staff. */
  customerId: number | null;
  /** Guests find suburbs only. */
  isGuest?: boolean;
  onChange: (place: Place | null) => void;
  /** After `onChange`, with all that is known of the place. */
  onChoose?: (place: FoundPlace) => void;
  error?: string | undefined;
}

export function PlacePicker({
  end,
  label,
  labelHidden = false,
  name,
  value,
  customerId,
  isGuest = false,
  onChange,
  onChoose,
  error,
}: PlacePickerProps) {
  const t = useT();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const { countryCode: home } = useTenant();
  const [chosen, setChosen] = useState<string | null>(null);
  const country = value?.countryCode ?? chosen ?? home;
  const hasCustomer = !isGuest && (!isTenant || customerId !== null);
  const sees = {
    places: hasCustomer && has('Pages.Booking'),
    customers: !isGuest && isTenant && has('Pages.Customer'),
  };
  return (
    <div
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_4.25rem] gap-1.5',
        labelHidden ? 'items-start' : 'items-end',
      )}
    >
      <Field label={label} labelHidden={labelHidden} error={error}>
        <Combobox<FoundPlace>
          name={name}
          aria-label={label}
          value={value ? suburbOf(value) : null}
          onChange={(place) => {
            if (!place) return onChange(null);
            const { suburb, postCode, state, countryCode } = place;
            onChange({ suburb, postCode, state, countryCode });
            onChoose?.(place);
          }}
          search={(text, signal) =>
            findPlaces(
              { customerId: isTenant ? customerId : null, end, countryCode: country, sees },
              text,
              signal,
            )
          }
          getKey={(place) => `${place.source}|${identityOf(place.party, place)}|${place.state}`}
          getLabel={placeLabel}
          renderItem={(place) => <PlaceOption place={place} />}
          debounce={150}
          minLength={sees.places ? 0 : 2}
          placeholder={
            sees.places || sees.customers
              ? t('Company, person, suburb or nickname')
              : t('Suburb or postcode')
          }
          emptyText={t('No matching places.')}
          className={cn(value && '[&_input]:font-medium')}
        />
      </Field>
      <CountrySelect
        label={label}
        value={country}
        onChange={(code) => {
          setChosen(code);
          onChange(null);
        }}
      />
    </div>
  );
}
