// Parts of a carrier account form: loading, checking, saving, errors.
import { useEffect, useState, type ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import {
  Button,
  Checkbox,
  errorMessage,
  Field,
  fromPlain,
  Input,
  numberError,
  readNumber,
  Select,
  Skeleton,
  toPlain,
  ErrorNote,
  useHost,
  useT,
  ValidationSummary,
  type CarrierAccountSaved,
  type SlotProps,
} from '@waybill/plugin';
import { applyServerErrors, errorItems } from './forms.ts';

/** One setting of a carrier's accounts, as its plugin describes it. */
export interface CarrierAttribute {
  key: string;
  displayName: string;
  value?: string | null;
  dataType: 'text' | 'secret' | 'number' | 'boolean' | 'choice';
  required: boolean;
  choices?: string[] | null;
  help?: string | null;
}

export interface CarrierAccountValues {
  name: string;
  code: string;
  isActive: boolean;
  availableForGuest: boolean;
  availableForPayg: boolean;
  useManualRates: boolean;
  attributes: Record<string, string>;
}

export interface CarrierAccountForm {
  form: UseFormReturn<CarrierAccountValues>;
  attributes: CarrierAttribute[];
  loading: boolean;
  failed: unknown;
  retry: () => void;
  /** Stored secrets: never shown, kept by an empty field. */
  stored: ReadonlySet<string>;
  submit: (event?: { preventDefault?: () => void }) => void;
  saving: boolean;
  /** Sentences that belong to no field. */
  problems: string[];
}

/** The form would read dots as path steps. */
const fieldKey = (key: string) => key.replaceAll('.', '__');

/** An attribute's value as its field shows it. */
function fieldText({ dataType }: CarrierAttribute, value: string): string {
  if (dataType === 'secret') return '';
  return dataType === 'number' ? fromPlain(value) : value;
}

/** The value that a field's text means: numbers have a decimal point in all languages. */
const fieldValue = ({ dataType }: CarrierAttribute, text: string): string =>
  dataType === 'number' ? toPlain(text) : text;

function initialValues(
  { account }: SlotProps['carrier.account.form@1'],
  attributes: CarrierAttribute[],
): CarrierAccountValues {
  const saved = new Map((account?.attributes ?? []).map((a) => [a.key, a]));
  return {
    name: account?.name ?? '',
    code: account?.code ?? '',
    isActive: account?.isActive ?? true,
    availableForGuest: account?.availableForGuest ?? false,
    availableForPayg: account?.availableForPayg ?? false,
    useManualRates: account?.useManualRates ?? false,
    attributes: Object.fromEntries(
      attributes.map((a) => [
        fieldKey(a.key),
        fieldText(a, saved.get(a.key)?.value ?? a.value ?? ''),
      ]),
    ),
  };
}

export function useCarrierAccountForm(
  props: SlotProps['carrier.account.form@1'],
): CarrierAccountForm {
  const { carrierCode, account, activeCarrierServiceIds, onSaved, onDirtyChange } = props;
  const t = useT();
  const { api, toast } = useHost();
  const queryClient = useQueryClient();
  const [problems, setProblems] = useState<string[]>([]);
  const described = useQuery({
    queryKey: ['carriers', 'attributes', carrierCode],
    staleTime: 300_000,
    queryFn: () =>
      api.get<CarrierAttribute[]>('/api/carrier/carrieraccount/getcarrierattributes', {
        carrierCode,
      }),
  });
  const attributes = described.data ?? [];
  const form = useForm<CarrierAccountValues>({
    values: initialValues(props, attributes),
    resetOptions: { keepDirtyValues: true },
  });
  const stored = new Set(
    (account?.attributes ?? []).filter((a) => a.isSet === 'true').map((a) => a.key),
  );

  const save = useMutation({
    mutationFn: (values: CarrierAccountValues) => {
      const { attributes: typed, ...rest } = values;
      return api.post<CarrierAccountSaved>(
        '/api/carrier/carrieraccount/createorupdatecarrieraccount',
        {
          carrierAccount: {
            ...(account
              ? { id: account.id, customerId: account.customerId, rowVersion: account.rowVersion }
              : {}),
            ...rest,
            carrierCode,
            attributes: attributes.map((a) => ({
              key: a.key,
              value: fieldValue(a, typed[fieldKey(a.key)] ?? ''),
            })),
          },
          ...(activeCarrierServiceIds ? { activeCarrierServiceIds } : {}),
        },
      );
    },
    onSuccess: (saved, values) => {
      setProblems([]);
      const entries = attributes.map((a) => [
        fieldKey(a.key),
        a.dataType === 'secret' ? '' : (values.attributes[fieldKey(a.key)] ?? ''),
      ]);
      // Nothing is dirty any more; typed secrets leave the page.
      form.reset(
        { ...values, attributes: Object.fromEntries(entries) },
        { keepDirtyValues: false },
      );
      onDirtyChange?.(false);
      void queryClient.invalidateQueries({ queryKey: ['carriers'] });
      toast({ title: t('Carrier account saved'), description: values.name });
      onSaved(saved);
    },
    onError: (error) => {
      const names = Object.fromEntries(
        attributes.map((a) => [a.key, `attributes.${fieldKey(a.key)}`]),
      );
      setProblems(applyServerErrors(form, error, names));
    },
  });

  const { isDirty } = form.formState;
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange]);

  return {
    form,
    attributes,
    loading: described.isPending,
    failed: described.error,
    retry: () => void described.refetch(),
    stored,
    submit: (event) => {
      event?.preventDefault?.();
      if (!save.isPending) void form.handleSubmit((values) => save.mutate(values))();
    },
    saving: save.isPending,
    problems,
  };
}

/** Field by type. `label` and `hint` override the plugin's. */
export function CarrierAttributeField({
  of,
  name,
  label,
  hint,
  placeholder,
}: {
  of: CarrierAccountForm;
  name: string;
  label?: ReactNode;
  hint?: ReactNode;
  placeholder?: string;
}) {
  const t = useT();
  const attribute = of.attributes.find((a) => a.key === name);
  if (!attribute) return null;
  const path = `attributes.${fieldKey(name)}` as const;
  const error = of.form.formState.errors.attributes?.[fieldKey(name)]?.message;
  const isStored = of.stored.has(name);
  const help = hint ?? attribute.help;
  const text = label ?? attribute.displayName;
  const rules = {
    ...(attribute.required && !(attribute.dataType === 'secret' && isStored)
      ? { required: t('{name} is required.', { name: attribute.displayName }) }
      : {}),
    ...(attribute.dataType === 'number'
      ? {
          validate: (typed: string) =>
            typed.trim() === '' || readNumber(typed) !== null || numberError(typed, t),
        }
      : {}),
  };
  if (attribute.dataType === 'boolean') {
    const value = of.form.watch(path);
    return (
      <Checkbox
        name={path}
        label={text}
        hint={help}
        checked={value === 'true'}
        onChange={(event) =>
          of.form.setValue(path, event.target.checked ? 'true' : 'false', { shouldDirty: true })
        }
      />
    );
  }
  const common = { ...of.form.register(path, rules) };
  return (
    <Field
      label={text}
      optional={!attribute.required}
      error={error}
      hint={
        attribute.dataType === 'secret' && isStored
          ? t('Saved and never shown. Leave empty to keep it.')
          : help
      }
    >
      {attribute.dataType === 'choice' ? (
        <Select {...common}>
          {!attribute.required && <option value="">{t('Default')}</option>}
          {attribute.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
      ) : (
        <Input
          {...common}
          type={attribute.dataType === 'secret' ? 'password' : 'text'}
          inputMode={attribute.dataType === 'number' ? 'decimal' : undefined}
          autoComplete={attribute.dataType === 'secret' ? 'new-password' : 'off'}
          placeholder={attribute.dataType === 'secret' && isStored ? '••••••••' : placeholder}
        />
      )}
    </Field>
  );
}

/** Name, code and common switches. */
export function CarrierAccountBasics({
  of,
  className,
}: {
  of: CarrierAccountForm;
  className?: string;
}) {
  const t = useT();
  const { register, formState } = of.form;
  return (
    <div className={className}>
      <Field label={t('Account name')} error={formState.errors.name?.message}>
        <Input
          autoComplete="off"
          {...register('name', {
            required: t('Enter an account name.'),
            maxLength: {
              value: 128,
              message: t('At most {count} characters', { count: 128 }, 'At most {count} character'),
            },
          })}
        />
      </Field>
      <Field
        label={t('Account code')}
        error={formState.errors.code?.message}
        hint={t('Short and unique. Shown on quotes and invoices.')}
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          className="uppercase placeholder:normal-case"
          {...register('code', {
            setValueAs: (text: string) => text.trim().toUpperCase(),
            required: t('Enter an account code.'),
            pattern: {
              value: /^[A-Z0-9_-]{2,32}$/,
              message: t('A code is 2 to 32 letters, digits, - or _.'),
            },
          })}
        />
      </Field>
    </div>
  );
}

export function CarrierAccountAvailability({
  of,
  className,
}: {
  of: CarrierAccountForm;
  className?: string;
}) {
  const t = useT();
  const { register } = of.form;
  return (
    <fieldset className={className}>
      <legend className="sr-only">{t('Availability')}</legend>
      <Checkbox
        label={t('Active')}
        hint={t('Use this account for quotes and bookings.')}
        {...register('isActive')}
      />
      <Checkbox
        label={t('Available to guests')}
        hint={t('Visitors who are not signed in see its prices too.')}
        {...register('availableForGuest')}
      />
      <Checkbox
        label={t('Available to pay-as-you-go customers')}
        {...register('availableForPayg')}
      />
      <Checkbox
        label={t('Use our own rate cards')}
        hint={t("Prices come from the rate card with this account's code instead of the carrier.")}
        {...register('useManualRates')}
      />
    </fieldset>
  );
}

/** The form around the fields: loading, errors, Save and Cancel. */
export function CarrierAccountFormFrame({
  of,
  onCancel,
  isNew,
  children,
}: {
  of: CarrierAccountForm;
  onCancel: () => void;
  isNew: boolean;
  children: ReactNode;
}) {
  const t = useT();
  if (of.loading) {
    return (
      <div aria-busy="true" className="grid gap-3">
        <Skeleton className="h-8.5" />
        <Skeleton className="h-8.5" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (of.failed)
    return (
      <ErrorNote
        title={t("The carrier's settings could not be loaded.")}
        message={errorMessage(of.failed)}
        onRetry={of.retry}
      />
    );
  return (
    <form noValidate onSubmit={of.submit} className="grid gap-5">
      <ValidationSummary errors={errorItems(of.form.formState.errors, of.problems)} />
      {children}
      <div className="flex flex-wrap gap-2 border-t border-border pt-4">
        <Button type="submit" pending={of.saving}>
          {isNew ? t('Create account') : t('Save changes')}
        </Button>
        <Button variant="outline" onClick={onCancel} disabled={of.saving}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
