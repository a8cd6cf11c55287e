// Searches an end; Enter takes the first.
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { PlacePicker } from '../../../kit/pickers/PlacePicker.tsx';
import type { End, FoundPlace } from '../../../kit/pickers/places.ts';
import type { QuoteDraft } from '../model.ts';

export interface PlaceSearchProps {
  end: End;
  label: string;
  /** Guests find suburbs only. */
  isGuest: boolean;
  onChoose: (place: FoundPlace) => void;
}

export function PlaceSearch({ end, label, isGuest, onChoose }: PlaceSearchProps) {
  const { control, setValue, formState } = useFormContext<QuoteDraft>();
  const value = useWatch({ control, name: end });
  const customerId = useWatch({ control, name: 'customerId' });
  return (
    <PlacePicker
      end={end}
      label={label}
      labelHidden
      name={end}
      value={value}
      customerId={customerId}
      isGuest={isGuest}
      onChange={(place) =>
        setValue(end, place, { shouldDirty: true, shouldValidate: formState.isSubmitted })
      }
      onChoose={onChoose}
      error={formState.errors[end]?.message}
    />
  );
}
