// "Enter a scan": status, place and time.
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  Button,
  Field,
  Input,
  Select,
  useFormat,
  useHost,
  useT,
  ValidationSummary,
  words,
  type SlotBooking,
} from '@waybill/plugin';
import { applyServerErrors, errorItems, useForm } from '@waybill/plugin/forms';
import { SCAN_STATUSES } from './scans.ts';

interface Values {
  status: string;
  description: string;
  location: string;
  at: string;
  signedBy: string;
}

export function ScanForm({ booking, onDone }: { booking: SlotBooking; onDone: () => void }) {
  const t = useT();
  const { api, toast } = useHost();
  const { toLocalInput, fromLocalInput, timezone } = useFormat();
  const queryClient = useQueryClient();
  const [problems, setProblems] = useState<string[]>([]);
  const form = useForm<Values>({
    defaultValues: {
      status: 'InTransit',
      description: '',
      location: '',
      at: toLocalInput(new Date()),
      signedBy: '',
    },
  });
  const status = form.watch('status');
  /** The field has minutes; the current minute means now, after existing scans. */
  const instantOf = (local: string) =>
    local === toLocalInput(new Date()) ? new Date().toISOString() : fromLocalInput(local);
  const save = useMutation({
    mutationFn: (values: Values) =>
      api.post('/api/booking/booking/addtrackingevent', {
        bookingId: booking.id,
        status: values.status,
        description: values.description || words(values.status),
        location: values.location,
        at: instantOf(values.at),
        signedBy: values.status === 'Delivered' ? values.signedBy : null,
      }),
    onSuccess: async (_, values) => {
      await queryClient.invalidateQueries({ queryKey: ['bookings'] });
      toast({ title: t('Scan entered'), description: t(words(values.status)) });
      onDone();
    },
    onError: (error) => setProblems(applyServerErrors(form, error)),
  });
  const { errors } = form.formState;
  const notInFuture = (local: string) => {
    const at = fromLocalInput(local);
    return (
      (at !== null && Date.parse(at) <= Date.now() + 60_000) ||
      t('A scan cannot lie in the future.')
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
      className="of:@container of:mt-4 of:grid of:gap-3 of:rounded-lg of:border of:border-border of:bg-muted/50 of:p-4"
    >
      <ValidationSummary errors={errorItems(errors, problems)} />
      <div className="of:grid of:items-start of:gap-3 of:@sm:grid-cols-2">
        <Field label={t('What happened')} error={errors.status?.message}>
          <Select {...form.register('status')}>
            {SCAN_STATUSES.map((value) => (
              <option key={value} value={value}>
                {t(words(value))}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('When')} error={errors.at?.message} hint={timezone}>
          <Input
            type="datetime-local"
            {...form.register('at', {
              required: t('Say when it happened.'),
              validate: notInFuture,
            })}
          />
        </Field>
        <Field label={t('Where')} optional error={errors.location?.message}>
          <Input placeholder={t('Depot, suburb')} {...form.register('location')} />
        </Field>
        {status === 'Delivered' ? (
          <Field label={t('Signed by')} error={errors.signedBy?.message}>
            <Input
              autoComplete="off"
              {...form.register('signedBy', {
                required: t('Name who signed for it.'),
                shouldUnregister: true,
              })}
            />
          </Field>
        ) : (
          <Field label={t('Note')} optional error={errors.description?.message}>
            <Input placeholder={t(words(status))} {...form.register('description')} />
          </Field>
        )}
      </div>
      <div className="of:flex of:gap-2">
        <Button type="submit" pending={save.isPending}>
          {t('Save the scan')}
        </Button>
        <Button variant="outline" onClick={onDone} disabled={save.isPending}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
