// Settings of runs: costs, times at stops, hours of drivers.
import { Card, CardHeader, useFormat } from '@waybill/plugin';
import { NumberField } from '../../../kit/form-fields.tsx';
import type { Numbers } from '../../../kit/form-numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import type { TenantSettings } from './model.ts';

const SECONDS = 60;
const MINUTES = 60;
const MAX_COST = 10_000;
/** A shift ends on the next day at the latest. */
const MAX_HOURS = 48;

const path = (member: string) => `routing.runs.${member}`;

export const RUN_NUMBERS: Numbers = {
  [path('costPerRun')]: 'needed',
  [path('costPerHour')]: 'needed',
  [path('costPerKm')]: 'needed',
  [path('stopSeconds')]: SECONDS,
  [path('pieceSeconds')]: 'needed',
  [path('shiftStart')]: MINUTES,
  [path('shiftEnd')]: MINUTES,
};

export function runProblems({ runs }: TenantSettings['routing'], t: Translate): Problems {
  const problems: Problems = {};
  const within = (member: string, value: number, min: number, max: number, text: string) => {
    if (value < min || value > max) problems[path(member)] = text;
  };
  const cost = t('Enter {min} to {max}', { min: 0, max: MAX_COST });
  within('costPerRun', runs.costPerRun, 0, MAX_COST, cost);
  within('costPerHour', runs.costPerHour, 0, MAX_COST, cost);
  within('costPerKm', runs.costPerKm, 0, MAX_COST, cost);
  within(
    'stopSeconds',
    runs.stopSeconds,
    0,
    7200,
    t('Enter {min} to {max} minutes', { min: 0, max: 120 }),
  );
  within(
    'pieceSeconds',
    runs.pieceSeconds,
    0,
    600,
    t('Enter {min} to {max} seconds', { min: 0, max: 600 }),
  );
  const day = 24 * MINUTES;
  within('shiftStart', runs.shiftStart, 0, day - 1, t('Enter an hour of the day'));
  within(
    'shiftEnd',
    runs.shiftEnd,
    runs.shiftStart + 1,
    MAX_HOURS * MINUTES,
    t('Enter an hour after the start, {max} at most', { max: MAX_HOURS }),
  );
  return problems;
}

export function RunSettings() {
  const t = useT();
  const { currency } = useFormat();
  return (
    <Card>
      <CardHeader title={t('Runs')} />
      <div className="grid gap-3 sm:grid-cols-3">
        <NumberField
          name={path('costPerRun')}
          label={t('Cost of a run')}
          unit={currency}
          hint={t('For each vehicle that is used.')}
        />
        <NumberField name={path('costPerHour')} label={t('Cost of an hour')} unit={currency} />
        <NumberField name={path('costPerKm')} label={t('Cost of a kilometre')} unit={currency} />
        <NumberField name={path('stopSeconds')} label={t('Time at a stop')} unit={t('minutes')} />
        <NumberField
          name={path('pieceSeconds')}
          label={t('Time for each piece')}
          unit={t('seconds')}
          integer
        />
      </div>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        <NumberField
          name={path('shiftStart')}
          label={t('Start of the shift')}
          unit={t('h')}
          hint={t('Hours after midnight: 6.5 is 6:30.')}
        />
        <NumberField
          name={path('shiftEnd')}
          label={t('End of the shift')}
          unit={t('h')}
          hint={t('Above 24 on the next day.')}
        />
      </div>
    </Card>
  );
}
