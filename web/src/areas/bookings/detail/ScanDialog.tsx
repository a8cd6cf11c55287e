// A scan entered by hand: what happened to the consignment, where and when.
import { useState } from 'react';
import { Button, Dialog, Field, Input, Select, Textarea, useFormat, ValidationSummary, words } from '@waybill/plugin';
import { applyServerErrors, errorItems, useForm } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { bookingName } from '../display.ts';
import type { BookingDetail } from '../model.ts';
import { bookingsKey } from '../queries.ts';
import { scanStatuses } from '../status.ts';

interface ScanForm {
  status: string;
  at: string;
  location: string;
  signedBy: string;
  description: string;
}

const usualNext: Record<string, string> = {
  Manifested: 'PickedUp',
  PickupBooked: 'PickedUp',
  AtPickup: 'PickedUp',
  PickedUp: 'InTransit',
  InTransit: 'AtDepot',
  AtDepot: 'OutForDelivery',
  OutForDelivery: 'Delivered',
  AtDelivery: 'Delivered',
};

export function ScanDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const form = useForm<ScanForm>({
    defaultValues: { status: usualNext[booking.bookingStatus ?? ''] ?? '', at: format.toLocalInput(new Date()), location: '', signedBy: '', description: '' },
  });
  const [others, setOthers] = useState<string[]>([]);
  const errors = form.formState.errors;
  const isDelivery = form.watch('status') === 'Delivered';
  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    try {
      await api.post('/api/booking/booking/addtrackingevent', {
        bookingId: booking.id,
        status: values.status,
        description: values.description.trim(),
        location: values.location.trim(),
        at: format.fromLocalInput(values.at),
        signedBy: isDelivery ? values.signedBy.trim() : '',
      });
    } catch (error) {
      setOthers(applyServerErrors(form, error));
      return;
    }
    await queryClient.invalidateQueries({ queryKey: bookingsKey });
    toast({ title: t('{name} is now: {status}', { name: bookingName(booking), status: t(words(values.status)) }) });
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Add a scan')}
      description={t('The status of {name} follows the latest scan, and its automatic tracking stops.', { name: bookingName(booking) })}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form="scan" pending={form.formState.isSubmitting}>
            {t('Add scan')}
          </Button>
        </>
      }
    >
      <form id="scan" noValidate onSubmit={(event) => void submit(event)} className="grid gap-3 sm:grid-cols-2">
        <ValidationSummary className="sm:col-span-2" errors={errorItems(errors, others)} />
        <Field label={t('Status')} error={errors.status?.message}>
          <Select {...form.register('status', { required: 'Choose what happened' })}>
            <option value="">{t('Choose')}</option>
            {scanStatuses.map((status) => (
              <option key={status} value={status}>
                {words(status)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('When')} error={errors.at?.message} hint={format.timezone}>
          <Input type="datetime-local" {...form.register('at', { required: 'Say when it happened' })} />
        </Field>
        <Field label={t('Where')} optional error={errors.location?.message} {...(isDelivery ? {} : { className: 'sm:col-span-2' })}>
          <Input {...form.register('location')} placeholder={booking.toAddress?.suburb ?? ''} />
        </Field>
        {isDelivery && (
          <Field label={t('Signed by')} optional error={errors.signedBy?.message}>
            <Input {...form.register('signedBy')} autoComplete="off" />
          </Field>
        )}
        <Field label={t('Description')} optional error={errors.description?.message} className="sm:col-span-2">
          <Textarea rows={2} {...form.register('description')} />
        </Field>
      </form>
    </Dialog>
  );
}
