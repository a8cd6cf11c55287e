// What the carrier needs once a price is chosen: contacts and streets at both ends, times, instructions.
import { Card, CardHeader, Field, Input, Textarea } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import type { QuoteDraft } from '../model.ts';
import { placeLabel } from './SuburbField.tsx';

function Party({ which }: { which: 'sender' | 'receiver' }) {
  const { control, register, formState } = useFormContext<QuoteDraft>();
  const place = useWatch({ control, name: which === 'sender' ? 'from' : 'to' });
  const company = useWatch({ control, name: `${which}.companyName` });
  const errors = formState.errors[which];
  const title = which === 'sender' ? 'Pickup from' : 'Deliver to';
  return (
    <Card role="group" aria-label={title}>
      <CardHeader title={title} {...(place ? { description: placeLabel(place) } : {})} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Company" optional error={errors?.companyName?.message}>
          <Input {...register(`${which}.companyName`)} maxLength={128} autoComplete="off" />
        </Field>
        <Field label="Contact" optional={company.trim() !== ''} error={errors?.contactName?.message}>
          <Input {...register(`${which}.contactName`)} maxLength={128} autoComplete="off" />
        </Field>
        <Field label="Street address" error={errors?.addressLine1?.message} className="sm:col-span-2">
          <Input {...register(`${which}.addressLine1`)} maxLength={128} autoComplete="off" />
        </Field>
        <Field label="Unit, dock, building" optional error={errors?.addressLine2?.message} className="sm:col-span-2">
          <Input {...register(`${which}.addressLine2`)} maxLength={128} autoComplete="off" />
        </Field>
        <Field label="Telephone" optional error={errors?.telephone?.message}>
          <Input type="tel" {...register(`${which}.telephone`)} maxLength={32} autoComplete="off" />
        </Field>
        <Field label="E-mail" optional error={errors?.email?.message}>
          <Input type="email" {...register(`${which}.email`)} maxLength={256} autoComplete="off" />
        </Field>
      </div>
    </Card>
  );
}

export function ContactSection() {
  const { register, formState } = useFormContext<QuoteDraft>();
  const errors = formState.errors;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <Party which="sender" />
        <Party which="receiver" />
      </div>
      <Card>
        <CardHeader title="Pickup and delivery" />
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label="Pickup day" optional error={errors.pickupDate?.message}>
            <Input type="date" {...register('pickupDate')} />
          </Field>
          <Field label="Ready from" optional error={errors.pickupReadyTime?.message}>
            <Input type="time" {...register('pickupReadyTime')} />
          </Field>
          <Field label="Closes at" optional error={errors.businessClosingTime?.message}>
            <Input type="time" {...register('businessClosingTime')} />
          </Field>
        </div>
        <div className="mt-3 grid gap-3 sm:grid-cols-3">
          <Field label="Pickup instructions" optional error={errors.specialInstructions?.message}>
            <Textarea rows={2} {...register('specialInstructions')} maxLength={500} />
          </Field>
          <Field label="Delivery instructions" optional error={errors.deliveryInstructions?.message}>
            <Textarea rows={2} {...register('deliveryInstructions')} maxLength={500} />
          </Field>
          <Field label="Note for colleagues" optional error={errors.note?.message}>
            <Textarea rows={2} {...register('note')} maxLength={4000} />
          </Field>
        </div>
      </Card>
    </div>
  );
}
