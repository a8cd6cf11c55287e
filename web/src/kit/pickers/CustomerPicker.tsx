// Customer picker: popover with search; choosing again clears.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import { Check, ChevronsUpDown } from 'lucide-react';
import { cn, errorMessage, useFieldProps } from '@waybill/plugin';
import { useController, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useDebounced } from '../../lib/debounce.ts';
import { useT } from '../../lib/i18n.ts';
import {
  customerByGuid,
  customerById,
  customerLabel,
  customersOf,
  findCustomer,
  searchCustomers,
  type PickedCustomer,
} from './customers.ts';

export type { PickedCustomer } from './customers.ts';

export interface CustomerPickerProps {
  /** Id, or guid if `byGuid`. */
  value: number | string | null;
  onChange: (customer: PickedCustomer | null) => void;
  /** Called once the list has closed, and moves the focus on. */
  onChosen?: (customer: PickedCustomer) => void;
  /** Ids of the latest customers: offered first. */
  recent?: readonly number[];
  /** The customer that the value names, once it is loaded. */
  onFound?: (customer: PickedCustomer) => void;
  byGuid?: boolean;
  id?: string;
  name?: string;
  disabled?: boolean;
  className?: string;
  /** Shown while no customer is selected. */
  empty?: string;
  'aria-label'?: string;
}

const SEARCH_PAUSE = 250;

export function CustomerPicker({
  value,
  onChange,
  onChosen,
  recent = [],
  onFound,
  byGuid = false,
  id,
  name,
  disabled,
  className,
  empty,
  'aria-label': ariaLabel,
}: CustomerPickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<PickedCustomer | null>(null);
  /** Enter preceded the results: take the first. */
  const isAwaited = useRef(false);
  const chosenNow = useRef<PickedCustomer | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const field = useFieldProps({ id });
  const keyOf = (customer: PickedCustomer) => (byGuid ? customer.customerGuid : customer.id);
  const known = picked !== null && keyOf(picked) === value ? picked : null;

  const lookup = useQuery({
    queryKey: ['customers', 'picker', 'one', value],
    enabled: value !== null && value !== '' && known === null,
    queryFn: () =>
      findCustomer(byGuid ? customerByGuid(String(value)) : customerById(Number(value))),
  });
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => {
    if (lookup.data) found.current?.(lookup.data);
  }, [lookup.data]);
  const searchText = useDebounced(text.trim(), SEARCH_PAUSE);
  const results = useQuery({
    queryKey: ['customers', 'picker', 'search', searchText, recent],
    enabled: open && (searchText !== '' || recent.length > 0),
    queryFn: ({ signal }) =>
      searchText === '' ? customersOf(recent, signal) : searchCustomers(searchText, signal, recent),
  });

  const customer = known ?? (value === null ? null : (lookup.data ?? null));
  const isIdle = text.trim() === '' && recent.length === 0;
  const searching = !isIdle && (text.trim() !== searchText || results.isFetching);
  const choose = (chosen: PickedCustomer) => {
    const next = customer && keyOf(chosen) === keyOf(customer) ? null : chosen;
    setPicked(next);
    onChange(next);
    chosenNow.current = next;
    setOpen(false);
    setText('');
  };
  const takeFirst = useEffectEvent((customer: PickedCustomer) => {
    if (isAwaited.current) choose(customer);
    isAwaited.current = false;
  });
  const first = searching ? undefined : results.data?.[0];
  useEffect(() => {
    if (first) takeFirst(first);
  }, [first]);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        {...field}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={ariaLabel ?? (field.id ? undefined : t('Customer'))}
        data-field={name}
        disabled={disabled}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || !/^[^\s]$/u.test(event.key)) return;
          event.preventDefault();
          // Fast typing precedes the list's own field.
          setText((before) => (open ? before : '') + event.key);
          setOpen(true);
        }}
        className={cn(
          'flex h-8.5 w-full items-center justify-between gap-2 rounded-md border',
          'border-input bg-field px-2.5 text-start text-sm shadow-xs',
          'aria-invalid:border-destructive-text',
          'focus-visible:outline-2 focus-visible:-outline-offset-1',
          'focus-visible:outline-ring disabled:cursor-not-allowed',
          'disabled:bg-muted',
          className,
        )}
      >
        <span className={cn('truncate', !customer && 'text-muted-foreground')}>
          {customer
            ? `${customerLabel(customer)} (${customer.code})`
            : value !== null && lookup.isFetching
              ? t('Loading…')
              : (empty ?? t('Please select a customer'))}
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            // Without the selection that the next letter would replace.
            search.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            const chosen = chosenNow.current;
            chosenNow.current = null;
            if (!chosen || !onChosen) return;
            event.preventDefault();
            onChosen(chosen);
          }}
          className={cn(
            'z-50 w-[400px] max-w-[calc(100vw-1rem)] overflow-hidden rounded-lg',
            'border border-border bg-popover text-popover-foreground shadow-lg',
          )}
        >
          <Command shouldFilter={false} label={t('Customers')}>
            <Command.Input
              ref={search}
              value={text}
              onValueChange={(typed) => {
                isAwaited.current = false;
                setText(typed);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && searching) isAwaited.current = true;
              }}
              placeholder={t('Search customers…')}
              className={cn(
                'h-10 w-full border-b border-border bg-transparent px-3 text-sm',
                'outline-none placeholder:text-muted-foreground',
              )}
            />
            <Command.List className="max-h-72 overflow-y-auto p-1">
              {isIdle ? (
                <p className="px-2 py-4 text-center text-sm text-muted-foreground">
                  {t('Type a name, a code or a number.')}
                </p>
              ) : searching ? (
                <p role="status" className="px-2 py-4 text-center text-sm text-muted-foreground">
                  {t('Searching..')}
                </p>
              ) : (
                <Command.Empty className="px-2 py-4 text-center text-sm text-muted-foreground">
                  {results.isLoadingError ? errorMessage(results.error) : t('No customer found.')}
                </Command.Empty>
              )}
              {!searching &&
                !isIdle &&
                results.data?.map((found) => (
                  <Command.Item
                    key={found.id}
                    value={String(found.id)}
                    onSelect={() => choose(found)}
                    className={cn(
                      'flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-sm',
                      'data-[selected=true]:bg-accent',
                    )}
                  >
                    <Check
                      aria-hidden
                      className={cn(
                        'size-4 shrink-0 text-primary',
                        found.id !== customer?.id && 'invisible',
                      )}
                    />
                    <span className="min-w-0 flex-1 truncate">{customerLabel(found)}</span>
                    <span className="shrink-0 text-xs text-muted-foreground">{found.code}</span>
                  </Command.Item>
                ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

export interface FormCustomerPickerProps extends Omit<
  CustomerPickerProps,
  'value' | 'onChange' | 'byGuid' | 'onFound'
> {
  names?: { id: string; guid: string };
}

/** Picker bound to the form's id and guid. */
export function FormCustomerPicker({
  names = { id: 'customerid', guid: 'customerguid' },
  ...rest
}: FormCustomerPickerProps) {
  const form = useFormContext();
  const value = useWatch({ control: form.control, name: names.id }) as number | null | undefined;
  // Registers a field without a control.
  useController({ control: form.control, name: names.guid });
  return (
    <CustomerPicker
      {...rest}
      name={rest.name ?? names.id}
      value={value ?? null}
      onChange={(customer) => {
        const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
        form.setValue(names.guid, customer?.customerGuid ?? null, options);
        form.setValue(names.id, customer?.id ?? null, options);
      }}
      onFound={(customer) => {
        // The guid of an initial id is no change of the form.
        if (form.getValues(names.guid) !== customer.customerGuid)
          form.resetField(names.guid, { defaultValue: customer.customerGuid });
      }}
    />
  );
}
