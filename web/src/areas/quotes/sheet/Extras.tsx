// Option chips and their fields.
import { useState, type ReactNode } from 'react';
import { cn, Input } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { useSession } from '../../../api/session.ts';
import { useFeatures } from '../../../api/tenant.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import { options } from '../../../lib/bookings/options.ts';
import type { QuoteDraft } from '../model.ts';
import { Cell } from './Cell.tsx';
import { DangerousFields } from './DangerousFields.tsx';
import { InsuranceFields } from './InsuranceFields.tsx';
import type { LastOptions } from './use-last-time.ts';

const CHIP =
  'inline-flex h-7 cursor-pointer items-center rounded-full border px-2.5 text-xs whitespace-nowrap transition-colors';
const looks = (isOn: boolean) =>
  cn(
    CHIP,
    isOn
      ? 'border-primary bg-primary/10 font-medium text-foreground'
      : 'border-input bg-card text-foreground hover:bg-accent',
  );

function Toggle({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label
      className={cn(
        looks(checked),
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring',
      )}
    >
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-full outline-none"
      />
      {label}
    </label>
  );
}

type Part = 'insurance' | 'promo' | 'note';

const PARTS: { part: Part; label: string; isUsed: (draft: QuoteDraft) => boolean }[] = [
  {
    part: 'insurance',
    label: msg('Insurance…'),
    isUsed: ({ insurance, insuredValue }) => insurance !== '' || insuredValue.trim() !== '',
  },
  { part: 'promo', label: msg('Promo code…'), isUsed: ({ promoCode }) => promoCode.trim() !== '' },
  { part: 'note', label: msg('Note…'), isUsed: ({ note }) => note.trim() !== '' },
];

function Opened({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="grid w-full gap-x-3 gap-y-1 border-t border-border pt-2 sm:grid-cols-2 lg:grid-cols-3"
    >
      {children}
    </div>
  );
}

function NoteCell() {
  const t = useT();
  const { isTenant } = useSession();
  const { register, formState } = useFormContext<QuoteDraft>();
  return (
    <Cell
      label={t('Note')}
      error={formState.errors.note?.message}
      className="sm:col-span-2 lg:col-span-3"
    >
      <Input
        {...register('note')}
        maxLength={4000}
        autoComplete="off"
        placeholder={isTenant ? t('The customer reads it too') : undefined}
      />
    </Cell>
  );
}

export interface ExtrasProps {
  isGuest: boolean;
  lastOptions: LastOptions | null;
}

export function Extras({ isGuest, lastOptions }: ExtrasProps) {
  const t = useT();
  const features = useFeatures();
  const { control, register, setValue, formState } = useFormContext<QuoteDraft>();
  const [chosen, isDangerous] = useWatch({ control, name: ['options', 'isDangerousGood'] });
  const draft = useWatch({ control, compute: (values: QuoteDraft) => values });
  const [opened, setOpened] = useState<readonly Part[]>([]);
  const { errors } = formState;
  const set = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const hasDangerous = !isGuest && features.has('DangerousGoods');
  const parts = PARTS.filter(({ part }) =>
    part === 'insurance'
      ? !isGuest && features.has('Insurance')
      : part === 'note'
        ? !isGuest
        : true,
  );
  // Open with errors.
  const wrong: Record<Part, boolean> = {
    insurance: Boolean(errors.insurance ?? errors.insuredValue),
    promo: Boolean(errors.promoCode),
    note: Boolean(errors.note),
  };
  const isOpen = (part: Part) => opened.includes(part) || wrong[part];
  return (
    <>
      <div
        role="group"
        aria-label={t('Options')}
        className="flex min-w-0 flex-1 basis-96 flex-wrap gap-1.5"
      >
        {options.map((option) => (
          <Toggle
            key={option.key}
            label={t(option.label)}
            checked={Boolean(chosen[option.key])}
            onChange={(isOn) => setValue('options', { ...chosen, [option.key]: isOn }, set)}
          />
        ))}
        {lastOptions && (
          <button
            type="button"
            onClick={lastOptions.take}
            className={cn(
              looks(false),
              'border-dashed focus-visible:outline-2 focus-visible:outline-offset-1',
              'focus-visible:outline-ring',
            )}
          >
            {t('As last time: {options}', { options: lastOptions.text })}
          </button>
        )}
        {hasDangerous && (
          <Toggle
            label={t('Dangerous goods')}
            checked={isDangerous}
            onChange={(isOn) => setValue('isDangerousGood', isOn, set)}
          />
        )}
        {parts.map(({ part, label, isUsed }) => (
          <button
            key={part}
            type="button"
            aria-expanded={isOpen(part)}
            onClick={() =>
              setOpened(
                opened.includes(part)
                  ? opened.filter((other) => other !== part)
                  : [...opened, part],
              )
            }
            className={cn(
              looks(isUsed(draft)),
              'focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-ring',
            )}
          >
            {t(label)}
          </button>
        ))}
      </div>
      {hasDangerous && isDangerous && (
        <Opened label={t('Dangerous goods')}>
          <DangerousFields />
        </Opened>
      )}
      {isOpen('insurance') && (
        <Opened label={t('Insurance')}>
          <InsuranceFields />
        </Opened>
      )}
      {isOpen('promo') && (
        <Opened label={t('Promo code')}>
          <Cell label={t('Promo code')} error={errors.promoCode?.message}>
            <Input {...register('promoCode')} maxLength={64} autoComplete="off" />
          </Cell>
        </Opened>
      )}
      {isOpen('note') && (
        <Opened label={t('Note')}>
          <NoteCell />
        </Opened>
      )}
    </>
  );
}
