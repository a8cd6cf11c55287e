// Who pays, from where to where, under which reference.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { Button, Card, CardHeader, Field, Input } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { CustomerPicker } from '../../../shell/CustomerPicker.tsx';
import { sendingCustomerQuery } from '../lookups.ts';
import type { QuoteDraft } from '../model.ts';
import { SuburbField } from './SuburbField.tsx';

export function RouteSection({ isTenant }: { isTenant: boolean }) {
  const t = useT();
  const form = useFormContext<QuoteDraft>();
  const errors = form.formState.errors;
  const customerId = useWatch({ control: form.control, name: 'customerId' });
  const customer = useQuery({ ...sendingCustomerQuery(customerId), enabled: customerId !== null });
  const place = (name: 'from' | 'to', label: string) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => <SuburbField label={label} name={name} value={field.value} onChange={field.onChange} error={fieldState.error?.message} />}
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
        <div className="grid gap-3 sm:grid-cols-2">
          {isTenant && (
            <Controller
              control={form.control}
              name="customerId"
              render={({ field, fieldState }) => (
                <Field label={t('Customer')} error={fieldState.error?.message} {...(customer.data?.canSendDG === false ? { hint: t('May not send dangerous goods') } : {})}>
                  <CustomerPicker name="customerId" value={field.value} onChange={(picked) => field.onChange(picked?.id ?? null)} />
                </Field>
              )}
            />
          )}
          <Field label={t('Reference')} optional error={errors.reference?.message}>
            <Input {...form.register('reference')} maxLength={64} autoComplete="off" />
          </Field>
        </div>
        <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
          {place('from', 'From')}
          <Button type="button" variant="ghost" size="icon" aria-label={t('Swap from and to')} onClick={swap} className="justify-self-center sm:mt-[1.4375rem]">
            <ArrowLeftRight aria-hidden className="max-sm:rotate-90" />
          </Button>
          {place('to', 'To')}
        </div>
      </div>
    </Card>
  );
}
