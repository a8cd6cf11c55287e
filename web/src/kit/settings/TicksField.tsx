// Field of a list of values, one tick each, in a fixed order.
import { Checkbox } from '@waybill/plugin';
import { useController } from '@waybill/plugin/forms';

/** The chosen values with one more or less, in the order of all values. */
export const ticked = <V extends string>(
  all: readonly V[],
  chosen: readonly V[],
  value: V,
  isOn: boolean,
): V[] => all.filter((one) => (one === value ? isOn : chosen.includes(one)));

export function TicksField<V extends string>({
  name,
  label,
  options,
  none,
}: {
  name: string;
  /** Read out; the card shows its own heading. */
  label: string;
  options: readonly { value: V; text: string }[];
  /** What it means that nothing is ticked. */
  none: string;
}) {
  const { field, fieldState } = useController({ name });
  const chosen = field.value as V[];
  const values = options.map(({ value }) => value);
  const message = fieldState.error?.message;
  return (
    <fieldset data-field={name} tabIndex={-1} className="grid gap-3 outline-none">
      <legend className="sr-only">{label}</legend>
      <div className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {options.map(({ value, text }) => (
          <Checkbox
            key={value}
            label={text}
            checked={chosen.includes(value)}
            onBlur={field.onBlur}
            onChange={(event) =>
              field.onChange(ticked(values, chosen, value, event.target.checked))
            }
          />
        ))}
      </div>
      {chosen.length === 0 && <p className="text-[13px] text-muted-foreground">{none}</p>}
      {message && (
        <p className="text-xs font-medium text-destructive-text first-letter:uppercase">
          {message}
        </p>
      )}
    </fieldset>
  );
}
