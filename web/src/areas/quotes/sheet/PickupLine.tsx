// Pickup: the account's first day, unless chosen.
import { Input, useFormat } from '@waybill/plugin';
import { useController, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useTenant } from '../../../api/tenant.tsx';
import { dayText } from '../../../lib/days.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import type { QuoteDraft } from '../model.ts';
import { firstPickupDay, useToday, type PickupDay } from '../pickup.ts';

const MOVED: Record<string, string> = {
  CutOff: msg("Past today's cut-off"),
  Closed: msg('The sender is closed by then'),
  DayOff: msg('No pickup on {day}'),
};

/** A typed moment, else the default. */
function Moment({
  name,
  type,
  label,
  short,
  sent,
}: {
  name: 'pickupDate' | 'pickupReadyTime' | 'businessClosingTime';
  type: 'date' | 'time';
  label: string;
  short: string;
  sent: string;
}) {
  const { control } = useFormContext<QuoteDraft>();
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error?.message;
  return (
    <label className="flex items-center gap-1.5 text-xs text-muted-foreground" title={error}>
      {/* A date is known by its form; of two times each needs its label. */}
      <span className={type === 'date' ? 'hidden @min-[36rem]:inline' : undefined}>{short}</span>
      <Input
        {...field}
        type={type}
        aria-label={label}
        value={field.value || sent}
        aria-invalid={error ? true : undefined}
        onChange={(event) => field.onChange(event.target.value)}
        className={type === 'date' ? 'w-31 px-1.5' : 'w-[6.5rem] px-1.5'}
      />
    </label>
  );
}

/** `day`: of the selected price's account. */
export function PickupLine({ day }: { day: PickupDay | undefined }) {
  const t = useT();
  const format = useFormat();
  const { control, formState } = useFormContext<QuoteDraft>();
  const today = useToday();
  const typed = useWatch({
    control,
    name: ['pickupDate', 'pickupReadyTime', 'businessClosingTime'],
  });
  const [typedDay] = typed;
  const requested = typedDay || today;
  const { holidays } = useTenant();
  const local = (instant: string | undefined) =>
    instant ? format.toLocalInput(instant).slice(11) : '';
  // The default day is simply the first that is worked.
  const isChosen = day?.moved === 'Closed' ? typed.some(Boolean) : typedDay !== '';
  const moved = isChosen && day?.moved && MOVED[day.moved];
  const error =
    formState.errors.businessClosingTime?.message ??
    formState.errors.pickupReadyTime?.message ??
    formState.errors.pickupDate?.message;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Moment
          name="pickupDate"
          type="date"
          label={t('Pickup day')}
          short={t('Pickup')}
          sent={day?.day ?? firstPickupDay(format.toLocalInput(new Date()), holidays)}
        />
        <Moment
          name="pickupReadyTime"
          type="time"
          label={t('Ready from')}
          short={t('Ready')}
          sent={local(day?.readyTime)}
        />
        <Moment
          name="businessClosingTime"
          type="time"
          label={t('Closes at')}
          short={t('Closes')}
          sent={local(day?.closingTime)}
        />
      </div>
      {error ? (
        <p role="alert" className="basis-full text-end text-xs font-medium text-destructive-text">
          {error}
        </p>
      ) : moved ? (
        <p className="basis-full text-end text-xs text-warning-text">
          {t('{reason}; next pickup {day}', {
            reason: t(moved, { day: dayText(requested, format.language) }),
            day: dayText(day.day, format.language),
          })}
        </p>
      ) : null}
    </>
  );
}
