// What the carrier needs once a price is chosen: contacts and streets at both ends, times, instructions.
import { Card, CardHeader, Field, Input, Textarea } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { ReferenceFields } from '../../../kit/ReferenceFields.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { QuoteDraft } from '../model.ts';
import { placeLabel } from '../../../lib/places.ts';

function Party({ which }: { which: 'sender' | 'receiver' }) {
  const t = useT();
  const { control, register, formState } = useFormContext<QuoteDraft>();
  const place = useWatch({ control, name: which === 'sender' ? 'from' : 'to' });
  const company = useWatch({ control, name: `${which}.companyName` });
  const errors = formState.errors[which];
  const title = which === 'sender' ? t('Pickup from') : t('Deliver to');
  return (
    <Card role="group" aria-label={title}>
      <CardHeader title={title} {...(place ? { description: placeLabel(place) } : {})} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('Company')} optional error={errors?.companyName?.message}>
          <Input {...register(`${which}.companyName`)} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Contact')} optional={company.trim() !== ''} error={errors?.contactName?.message}>
          <Input {...register(`${which}.contactName`)} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Street address')} error={errors?.addressLine1?.message} className="sm:col-span-2">
          <Input {...register(`${which}.addressLine1`)} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Unit, dock, building')} optional error={errors?.addressLine2?.message} className="sm:col-span-2">
          <Input {...register(`${which}.addressLine2`)} maxLength={128} autoComplete="off" />
        </Field>
        <Field label={t('Phone number')} optional error={errors?.telephone?.message}>
          <Input type="tel" {...register(`${which}.telephone`)} maxLength={32} autoComplete="off" />
        </Field>
        <Field label={t('E-mail')} optional error={errors?.email?.message}>
          <Input type="email" {...register(`${which}.email`)} maxLength={256} autoComplete="off" />
        </Field>
      </div>
    </Card>
  );
}

export function ContactSection() {
  const t = useT();
  const { control, register, formState } = useFormContext<QuoteDraft>();
  const errors = formState.errors;
  const hasReferences = useWatch({ control, name: 'references' }).length > 0;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <Party which="sender" />
        <Party which="receiver" />
      </div>
      {hasReferences && (
        <Card>
          <CardHeader title={t('References')} />
          <div className="grid gap-3 sm:grid-cols-3">
            <ReferenceFields booking />
          </div>
        </Card>
      )}
      <Card>
        <CardHeader title={t('Pickup and delivery')} />
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label={t('Pickup day')} optional error={errors.pickupDate?.message}>
            <Input type="date" {...register('pickupDate')} />
          </Field>
          <Field label={t('Ready from')} optional error={errors.pickupReadyTime?.message}>
            <Input type="time" {...register('pickupReadyTime')} />
          </Field>
          <Field label={t('Closes at')} optional error={errors.businessClosingTime?.message}>
            <Input type="time" {...register('businessClosingTime')} />
          </Field>
        </div>
        <div className="mt-3 grid gap-3 sm:grid-cols-3">
          <Field label={t('Pickup instructions')} optional error={errors.specialInstructions?.message}>
            <Textarea rows={2} {...register('specialInstructions')} maxLength={500} />
          </Field>
          <Field label={t('Delivery instructions')} optional error={errors.deliveryInstructions?.message}>
            <Textarea rows={2} {...register('deliveryInstructions')} maxLength={500} />
          </Field>
          <Field label={t('Internal note')} optional error={errors.note?.message}>
            <Textarea rows={2} {...register('note')} maxLength={4000} />
          </Field>
        </div>
      </Card>
    </div>
  );
}
