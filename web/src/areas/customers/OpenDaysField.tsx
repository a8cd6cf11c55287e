// Opening days of a customer.
import { Checkbox, cn } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { msg, useT } from '../../lib/i18n.ts';

const days = [
  ['Mon', msg('Monday')],
  ['Tue', msg('Tuesday')],
  ['Wed', msg('Wednesday')],
  ['Thu', msg('Thursday')],
  ['Fri', msg('Friday')],
  ['Sat', msg('Saturday')],
  ['Sun', msg('Sunday')],
] as const;

export function OpenDaysField({ className }: { className?: string }) {
  return (
    <Controller
      name="openDaysOfWeek"
      render={({ field }) => (
        <Days value={field.value as string[]} onChange={field.onChange} className={className} />
      )}
    />
  );
}

function Days({
  value,
  onChange,
  className,
}: {
  value: readonly string[];
  onChange: (days: string[]) => void;
  className: string | undefined;
}) {
  const t = useT();
  const set = (day: string, isOpen: boolean) =>
    onChange(
      days.map(([word]) => word).filter((word) => (word === day ? isOpen : value.includes(word))),
    );
  return (
    <fieldset className={cn(className)}>
      <legend className="mb-1 text-[13px] font-medium">{t('Open on')}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {days.map(([day, name]) => (
          <Checkbox
            key={day}
            label={t(name)}
            checked={value.includes(day)}
            onChange={(event) => set(day, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
