// Searches an end; Enter takes the first.
import { useState } from 'react';
import { Combobox, cn, Field } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { CountrySelect, SuburbOption } from '../../../kit/pickers/SuburbField.tsx';
import { useT } from '../../../lib/i18n.ts';
import { placeLabel } from '../../../lib/places.ts';
import type { QuoteDraft } from '../model.ts';
import { findPlaces, identityOf, suburbOf, type End, type FoundPlace } from '../places.ts';

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

export interface PlaceSearchProps {
  end: End;
  label: string;
  /** Guests find suburbs only. */
  isGuest: boolean;
  onChoose: (place: FoundPlace) => void;
}

export function PlaceSearch({ end, label, isGuest, onChoose }: PlaceSearchProps) {
  const t = useT();
  const { control, setValue, formState } = useFormContext<QuoteDraft>();
  const value = useWatch({ control, name: end });
  const customerId = useWatch({ control, name: 'customerId' });
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
  const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4.25rem] gap-1.5">
      <Field label={label} labelHidden error={formState.errors[end]?.message}>
        <Combobox<FoundPlace>
          name={end}
          aria-label={label}
          value={value ? suburbOf(value) : null}
          onChange={(place) => {
            if (!place) return setValue(end, null, set);
            const { suburb, postCode, state, countryCode } = place;
            setValue(end, { suburb, postCode, state, countryCode }, set);
            onChoose(place);
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
          setValue(end, null, set);
        }}
      />
    </div>
  );
}
