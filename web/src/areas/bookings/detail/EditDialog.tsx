// Changes what can still be changed on a booking: references, people, times, instructions.
import { useState } from 'react';
import { ApiError, Button, ConfirmDialog, Dialog, Field, Input, Textarea, useFormat, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, FormProvider, useForm, useFormContext } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { bookingName, placeText } from '../display.ts';
import { editBody, editMembers, hasCarrier, toEdit, type BookingEdit } from '../edit.ts';
import type { BatchAnswer, BookingDetail } from '../model.ts';
import { bookingsKey } from '../queries.ts';

async function save(booking: BookingDetail, values: BookingEdit, toInstant: (local: string) => string | null): Promise<void> {
  const answer = await api.post<BatchAnswer>('/api/booking/booking/createorupdatebatchbooking', editBody(booking, values, toInstant));
  const info = answer.failBookings[0]?.errorInfo;
  if (info) throw new ApiError(400, info.message || 'The change was refused.', { code: info.code ?? 0, validationErrors: info.validationErrors ?? null });
}

function Party({ end, place, disabled }: { end: 'from' | 'to'; place: string; disabled: boolean }) {
  const t = useT();
  const { register, formState } = useFormContext<BookingEdit>();
  const errors = formState.errors[end];
  const field = (name: keyof BookingEdit['from'], label: string, className?: string) => (
    <Field label={label} optional error={errors?.[name]?.message} {...(className ? { className } : {})}>
      <Input {...register(`${end}.${name}`)} disabled={disabled} autoComplete="off" />
    </Field>
  );
  return (
    <fieldset className="grid content-start gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">
        {end === 'from' ? t('Pickup from') : t('Deliver to')} <span className="font-normal text-muted-foreground">{place}</span>
      </legend>
      {field('companyName', 'Company')}
      {field('contactName', 'Contact')}
      {field('addressLine1', 'Street address', 'sm:col-span-2')}
      {field('addressLine2', 'Unit, dock, building', 'sm:col-span-2')}
      {field('telephone', 'Telephone')}
      {field('email', 'E-mail')}
    </fieldset>
  );
}

export function EditDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  // The form begins with what was shown when it opened; a refresh behind it must not change it under the hand.
  const [before] = useState(booking);
  const form = useForm<BookingEdit>({ defaultValues: toEdit(before, format.toLocalInput) });
  const [others, setOthers] = useState<string[]>([]);
  const [leaving, setLeaving] = useState(false);
  const { register, formState } = form;
  const errors = formState.errors;
  const booked = hasCarrier(before);
  const close = () => (formState.isDirty ? setLeaving(true) : onClose());
  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    try {
      await save(before, values, format.fromLocalInput);
    } catch (error) {
      setOthers(applyServerErrors(form, error, editMembers));
      return;
    }
    await queryClient.invalidateQueries({ queryKey: bookingsKey });
    toast({ title: t('{name} is saved', { name: bookingName(before) }) });
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="lg"
      title={t('Edit {name}', { name: bookingName(before) })}
      {...(booked ? { description: t('The carrier has this consignment: addresses, items and options cannot change any more.') } : {})}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form="edit-booking" pending={formState.isSubmitting}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id="edit-booking" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t('Reference')} optional error={errors.reference?.message}>
              <Input {...register('reference')} maxLength={64} autoComplete="off" />
            </Field>
            <Field label={t('Order number')} optional error={errors.orderNumber?.message}>
              <Input {...register('orderNumber')} maxLength={64} autoComplete="off" />
            </Field>
            <Field label={t('Ready for pickup')} optional error={errors.pickupReadyTime?.message} hint={format.timezone}>
              <Input type="datetime-local" {...register('pickupReadyTime')} />
            </Field>
            <Field label={t('Closes at')} optional error={errors.businessClosingTime?.message}>
              <Input type="datetime-local" {...register('businessClosingTime')} />
            </Field>
            <Field label={t('Pickup instructions')} optional error={errors.specialInstructions?.message}>
              <Textarea rows={2} {...register('specialInstructions')} maxLength={500} />
            </Field>
            <Field label={t('Delivery instructions')} optional error={errors.deliveryInstructions?.message}>
              <Textarea rows={2} {...register('deliveryInstructions')} maxLength={500} />
            </Field>
          </div>
          <div className="grid gap-6 lg:grid-cols-2">
            <Party end="from" place={placeText(before.fromAddress)} disabled={booked} />
            <Party end="to" place={placeText(before.toAddress)} disabled={booked} />
          </div>
        </form>
      </FormProvider>
      <ConfirmDialog open={leaving} onOpenChange={setLeaving} title={t('Leave without saving?')} description={t('Your changes will be lost.')} confirmLabel={t('Leave')} cancelLabel={t('Stay')} destructive onConfirm={onClose} />
    </Dialog>
  );
}
