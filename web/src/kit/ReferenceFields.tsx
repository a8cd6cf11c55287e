// Reference fields of bookings, in a form that holds `references`.
import { Field, Input } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { MAX_REFERENCE_VALUE, type ReferenceDraft } from '../lib/bookings/references.ts';

/** `booking` makes required fields mandatory; a draft may leave them empty. */
export function ReferenceFields({ booking }: { booking: boolean }) {
  const { control, register, getFieldState, formState } = useFormContext<{
    references: ReferenceDraft[];
  }>();
  const fields = useWatch({ control, name: 'references' });
  return fields.map((one, index) => (
    <Field
      key={one.referenceId}
      label={one.name}
      optional={!(booking && one.isRequired)}
      {...(one.description ? { hint: one.description } : {})}
      error={getFieldState(`references.${index}.value`, formState).error?.message}
    >
      <Input
        {...register(`references.${index}.value`)}
        maxLength={MAX_REFERENCE_VALUE}
        autoComplete="off"
      />
    </Field>
  ));
}
