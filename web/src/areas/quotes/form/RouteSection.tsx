// Who pays, from where to where, under which reference.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { Button, Card, CardHeader, Field, Input } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { FormCustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { usePermissions } from '../../../api/session.ts';
import { sendingCustomerQuery } from '../lookups.ts';
import { findSavedPlaces, type SavedPlace } from '../saved.ts';
import type { QuoteDraft } from '../model.ts';
import { SuburbField } from '../../../kit/pickers/SuburbField.tsx';

export function RouteSection({ isTenant }: { isTenant: boolean }) {
  const t = useT();
  const form = useFormContext<QuoteDraft>();
  const errors = form.formState.errors;
  const customerId = useWatch({ control: form.control, name: 'customerId' });
  const customer = useQuery({ ...sendingCustomerQuery(customerId), enabled: customerId !== null });
  const hasBook = usePermissions().has('Pages.FrequentAddress') && (!isTenant || customerId !== null);
  const fill = (name: 'from' | 'to', saved: SavedPlace) => {
    const set = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue(name === 'from' ? 'sender' : 'receiver', saved.party, set);
    if (saved.instructions) form.setValue(name === 'from' ? 'specialInstructions' : 'deliveryInstructions', saved.instructions, set);
    if (name === 'to') form.setValue('options', { ...form.getValues('options'), 'delivery:residential': saved.residential }, set);
  };
  const book = (name: 'from' | 'to') =>
    hasBook
      ? {
          find: (text: string, signal: AbortSignal) => findSavedPlaces(isTenant ? customerId : null, text, signal),
          onChoose: (saved: SavedPlace) => fill(name, saved),
          placeholder: t('Suburb, postcode or saved address'),
        }
      : undefined;
  const place = (name: 'from' | 'to', label: string) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => <SuburbField label={label} name={name} value={field.value} onChange={field.onChange} error={fieldState.error?.message} book={book(name)} />}
    />
  );
  const swap = () => {
    const { from, to, sender, receiver } = form.getValues();
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('from', to, options);
    form.setValue('to', from, options);
    form.setValue('sender', receiver, options);
    form.setValue('receiver', sender, options);
  };
  return (
    <Card>
      <CardHeader title={t('Route')} />
      <div className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
          {isTenant && (
            <Field label={t('Customer')} error={errors.customerId?.message} {...(customer.data?.canSendDG === false ? { hint: t('Not permitted to send dangerous goods') } : {})}>
              <FormCustomerPicker names={{ id: 'customerId', guid: 'customerGuid' }} />
            </Field>
          )}
          <Field label={t('Reference')} optional error={errors.reference?.message}>
            <Input {...form.register('reference')} maxLength={64} autoComplete="off" />
          </Field>
          <Field label={t('Promo code')} optional error={errors.promoCode?.message}>
            <Input {...form.register('promoCode')} maxLength={64} autoComplete="off" />
          </Field>
        </div>
        <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
          {place('from', t('From'))}
          <Button type="button" variant="ghost" size="icon" aria-label={t('Swap from and to')} onClick={swap} className="justify-self-center sm:mt-[1.4375rem]">
            <ArrowLeftRight aria-hidden className="max-sm:rotate-90" />
          </Button>
          {place('to', t('To'))}
        </div>
      </div>
    </Card>
  );
}
