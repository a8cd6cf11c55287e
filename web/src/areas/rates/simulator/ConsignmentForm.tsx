// Simulator form of a consignment.
import { ArrowLeftRight } from 'lucide-react';
import { cn, Button, Card, CardHeader, Checkbox, Field, Input } from '@waybill/plugin';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useFeatures } from '../../../api/tenant.tsx';
import { ItemLines } from '../../../kit/goods/ItemLines.tsx';
import { SuburbField } from '../../../kit/pickers/SuburbField.tsx';
import { options } from '../../../lib/bookings/options.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Consignment } from './consignment.ts';

export function ConsignmentForm({ onEnter }: { onEnter: () => void }) {
  const t = useT();
  const { control, getValues, setValue, formState } = useFormContext<Consignment>();
  const chosen = useWatch({ control, name: 'options' });
  const isDangerous = useWatch({ control, name: 'isDangerousGood' });
  const features = useFeatures();
  const { errors } = formState;
  const place = (name: 'from' | 'to', label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <SuburbField
          label={label}
          name={name}
          value={field.value}
          onChange={field.onChange}
          error={errors[name]?.message}
        />
      )}
    />
  );
  const swap = () => {
    const { from, to } = getValues();
    setValue('from', to);
    setValue('to', from);
  };
  return (
    <form
      noValidate
      aria-label={t('Consignment')}
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <Card>
        <CardHeader
          title={t('Route')}
          actions={
            <Button
              variant="ghost"
              size="icon"
              className="size-7"
              aria-label={t('Swap from and to')}
              onClick={swap}
            >
              <ArrowLeftRight aria-hidden />
            </Button>
          }
        />
        <div className="grid gap-2 sm:grid-cols-2 min-[64rem]:grid-cols-1">
          {place('from', t('From'))}
          {place('to', t('To'))}
        </div>
      </Card>
      <ItemLines />
      <Card>
        <CardHeader title={t('Options')} />
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 min-[64rem]:grid-cols-1 min-[75rem]:grid-cols-2">
          {options.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={t(label)}
              checked={Boolean(chosen[key])}
              onChange={(event) => setValue('options', { ...chosen, [key]: event.target.checked })}
            />
          ))}
          {features.has('DangerousGoods') && (
            <Checkbox
              label={t('Dangerous goods')}
              checked={isDangerous}
              onChange={(event) => setValue('isDangerousGood', event.target.checked)}
            />
          )}
        </div>
      </Card>
      <More />
      {/* Submits on Enter; visible for discoverability. */}
      <Button type="submit" variant="outline" className="justify-self-end">
        {t('Price now')}
      </Button>
    </form>
  );
}

/** Open if any has a value. */
function More() {
  const t = useT();
  const { register, formState, getValues } = useFormContext<Consignment>();
  const { readyTime, distanceKm, durationMinutes, waitingMinutes } = getValues();
  const { errors } = formState;
  const number = (
    name: 'distanceKm' | 'durationMinutes' | 'waitingMinutes',
    label: string,
    hint: string,
  ) => (
    <Field label={label} optional hint={hint} error={errors[name]?.message}>
      <Input
        {...register(name)}
        inputMode={name === 'distanceKm' ? 'decimal' : 'numeric'}
        autoComplete="off"
        dir="ltr"
        maxLength={12}
        className="text-end tabular-nums"
      />
    </Field>
  );
  return (
    <details
      className="rounded-lg border border-border bg-card p-4 text-card-foreground shadow-xs"
      open={
        [readyTime, distanceKm, durationMinutes, waitingMinutes].some((value) => value !== '') ||
        undefined
      }
    >
      <summary
        className={cn(
          'cursor-pointer rounded text-sm font-semibold focus-visible:outline-2',
          'focus-visible:outline-offset-2 focus-visible:outline-ring',
        )}
      >
        {t('Time, distance and waiting')}
      </summary>
      <div className="mt-3 grid items-start gap-3 sm:grid-cols-2 min-[64rem]:grid-cols-1 min-[75rem]:grid-cols-2">
        <Field
          label={t('Ready at')}
          optional
          hint={t('Leave empty for now')}
          error={errors.readyTime?.message}
        >
          <Input type="datetime-local" {...register('readyTime')} />
        </Field>
        {number('distanceKm', t('Distance (km)'), t('For prices per kilometre'))}
        {number('durationMinutes', t('Time on the road (minutes)'), t('For prices per hour'))}
        {number('waitingMinutes', t('Waiting (minutes)'), t('Charged as on the rate card'))}
      </div>
    </details>
  );
}
