// Reminder steps form.
import { useRef } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { cn, Button, Card, CardHeader, EmptyState, useFormat } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { AreaField, FlagField, NumberField, TextField } from '../../../kit/form-fields.tsx';
import { useT } from '../../../lib/i18n.ts';
import { filled, nextStep, WORDS } from '../reminders/model.ts';

const MAX_STEPS = 10;

interface Typed {
  name: string;
  daysOverdue: string;
  subject: string;
  text: string;
  stopsCredit: boolean;
}

function Example({ at }: { at: number }) {
  const t = useT();
  const { currency } = useFormat();
  const [subject, text, days] = useWatch({
    name: [
      `dunning.steps.${at}.subject`,
      `dunning.steps.${at}.text`,
      `dunning.steps.${at}.daysOverdue`,
    ],
  }) as [string, string, string];
  const amount = `110.00 ${currency}`;
  const values = {
    customer: 'Bluegum Wines',
    amount,
    overdue: amount,
    unapplied: `0.00 ${currency}`,
    days,
    invoices: `INV000123: ${amount}`,
    brand: t('Your organisation'),
  };
  return (
    <details className="text-[13px]">
      <summary
        className={cn(
          'w-fit cursor-pointer rounded py-1 text-link focus-visible:outline-2',
          'focus-visible:outline-ring',
        )}
      >
        {t('Example email')}
      </summary>
      <div dir="auto" className="mt-1.5 grid gap-2 rounded-md bg-muted px-3 py-2.5">
        <p className="font-medium">{filled(subject, values)}</p>
        <p className="break-words whitespace-pre-line">{filled(text, values)}</p>
      </div>
    </details>
  );
}

export function Steps() {
  const t = useT();
  const box = useRef<HTMLElement>(null);
  const { getFieldState, formState, getValues } = useFormContext();
  const { fields, append, remove } = useFieldArray({ name: 'dunning.steps', keyName: 'key' });
  const names = (useWatch({ name: 'dunning.steps' }) as Typed[] | undefined) ?? [];
  const error = getFieldState('dunning.steps', formState).error;
  const tableError = error?.root?.message ?? error?.message;
  const add = () => {
    const steps = getValues('dunning.steps') as Typed[];
    append(nextStep(steps, { subject: t('Overdue: {amount}', { amount: '{amount}' }), text: '' }), {
      shouldFocus: false,
    });
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[name="dunning.steps.${steps.length}.name"]`)
        ?.focus(),
    );
  };
  const button = (
    <Button variant="outline" size="sm" disabled={fields.length >= MAX_STEPS} onClick={add}>
      <Plus aria-hidden /> {t('Add step')}
    </Button>
  );
  return (
    <Card ref={box} data-field="dunning.steps" tabIndex={-1}>
      <CardHeader
        title={t('Steps')}
        description={t(
          'Each step sends one reminder per invoice; if two steps are reached, the later one is ' +
            'sent. Placeholders: {words}.',
          { words: WORDS.map((word) => `{${word}}`).join(', ') },
        )}
        actions={fields.length > 0 && button}
      />
      {tableError && <p className="mb-2 text-xs font-medium text-destructive-text">{tableError}</p>}
      {fields.length === 0 ? (
        <EmptyState
          title={t('No steps')}
          description={t('Add the first one, such as a friendly reminder after seven days.')}
          action={button}
          className="py-8"
        />
      ) : (
        <ol className="grid gap-4">
          {fields.map(({ key }, at) => (
            <li key={key}>
              <fieldset className="grid gap-3 rounded-md border border-border p-3">
                <legend className="px-1 text-[13px] font-semibold">
                  {names[at]?.name || t('Step {number}', { number: at + 1 })}
                </legend>
                <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
                  <TextField name={`dunning.steps.${at}.name`} label={t('Name')} maxLength={100} />
                  <NumberField
                    name={`dunning.steps.${at}.daysOverdue`}
                    label={t('After')}
                    unit={t('days overdue')}
                    integer
                  />
                  <Button
                    variant="ghost"
                    size="icon"
                    className="self-start sm:mt-6"
                    aria-label={t('Remove {name}', {
                      name: names[at]?.name || t('Step {number}', { number: at + 1 }),
                    })}
                    onClick={() => remove(at)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </div>
                <TextField
                  name={`dunning.steps.${at}.subject`}
                  label={t('Subject')}
                  maxLength={200}
                  dir="auto"
                />
                <AreaField
                  name={`dunning.steps.${at}.text`}
                  label={t('Text')}
                  rows={7}
                  maxLength={5000}
                  dir="auto"
                />
                <FlagField
                  name={`dunning.steps.${at}.stopsCredit`}
                  label={t('Stops credit')}
                  hint={t('The customer cannot book on account until all that is overdue is paid.')}
                />
                <Example at={at} />
              </fieldset>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
