// Select bound to a form's value by name, whose options may load later than the value.
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Select } from '@waybill/plugin';
import { useFormContext } from '@waybill/plugin/forms';

type FormSelectProps = Omit<ComponentProps<'select'>, 'name' | 'ref' | 'onChange' | 'onBlur'> & {
  name: string;
};

export function FormSelect({ name, children, ...rest }: FormSelectProps) {
  const { getValues, register } = useFormContext();
  const { ref, onBlur, ...bound } = register(name);
  const select = useRef<HTMLSelectElement>(null);
  /** The form's value while the select shows another one; null while they agree. */
  const unseen = () => {
    const value = String(getValues(name) ?? '');
    return select.current && select.current.value !== value ? value : null;
  };
  // The form sets the select once; options can load later.
  useLayoutEffect(() => {
    const value = unseen();
    if (value === null || !select.current) return;
    if ([...select.current.options].some((option) => option.value === value))
      select.current.value = value;
  });
  return (
    <Select
      {...rest}
      {...bound}
      ref={(node) => {
        select.current = node;
        ref(node);
      }}
      onBlur={(event) => {
        // The form would take the shown option for the value, whose own option is missing.
        if (!unseen()) void onBlur(event);
      }}
    >
      {children}
    </Select>
  );
}
