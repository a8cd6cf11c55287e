// Settings: travel times and search time of route planning.
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { NumberField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import type { Numbers } from '../../../kit/form-numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import type { TenantSettings } from './model.ts';
import { RUN_NUMBERS, runProblems, RunSettings } from './RunSettings.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const MILLISECONDS = 1000;
const BUDGET = 'routing.timeBudget';
const PROFILES = [
  { name: 'car', title: msg('Car') },
  { name: 'auto', title: msg('Van') },
  { name: 'truck', title: msg('Truck') },
] as const;
const NUMBERS: Numbers = {
  ...RUN_NUMBERS,
  [BUDGET]: MILLISECONDS,
  ...Object.fromEntries(
    PROFILES.flatMap(({ name }) =>
      ['detourPercent', 'speed'].map((member) => [`routing.profiles.${name}.${member}`, 'needed']),
    ),
  ),
};

function TravelTimes() {
  const t = useT();
  const source: unknown = useWatch({ name: 'routing.source' });
  const isStraight = source === 'straightLine';
  return (
    <Card>
      <CardHeader title={t('Travel times')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField name="routing.source" label={t('Source')}>
          <option value="straightLine">{t('Straight lines')}</option>
          <option value="osrm">{t('Road server with the API of OSRM')}</option>
          <option value="valhalla">{t('Road server with the API of Valhalla')}</option>
          <option value="own">{t('Road graph of the program')}</option>
        </SelectField>
        {(source === 'osrm' || source === 'valhalla') && (
          <TextField
            name="routing.server"
            label={t('Address of the road server')}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            maxLength={512}
            hint={t('Such as {example}.', { example: 'https://roads.example.com' })}
          />
        )}
      </div>
      {isStraight &&
        PROFILES.map(({ name, title }) => (
          <fieldset key={name} className="mt-3 grid gap-3 sm:grid-cols-2">
            <legend className="mb-1 font-medium">{t(title)}</legend>
            <NumberField
              name={`routing.profiles.${name}.speed`}
              label={t('Average speed')}
              unit={t('km/h')}
              integer
            />
            <NumberField
              name={`routing.profiles.${name}.detourPercent`}
              label={t('Road length')}
              unit={t('% of the straight line')}
              integer
            />
          </fieldset>
        ))}
    </Card>
  );
}

export default function Routing() {
  const t = useT();
  const check = ({ routing }: TenantSettings) => {
    const { profiles, timeBudget } = routing;
    const problems: Problems = {};
    for (const { name } of PROFILES) {
      const { speed, detourPercent } = profiles[name];
      const path = `routing.profiles.${name}`;
      if (speed < 5 || speed > 130)
        problems[`${path}.speed`] = t('Enter {min} to {max} km/h', { min: 5, max: 130 });
      if (detourPercent < 100 || detourPercent > 300)
        problems[`${path}.detourPercent`] = t('Enter {min} to {max} %', { min: 100, max: 300 });
    }
    if (timeBudget < 100 || timeBudget > 30 * MILLISECONDS)
      problems[BUDGET] = t('Enter {min} to {max} seconds', { min: 0.1, max: 30 });
    return { ...problems, ...runProblems(routing, t) };
  };
  return (
    <SettingsPage
      title={t('Route planning')}
      description={t('Travel times of vehicles, and the time to search for a plan.')}
    >
      {(settings) => (
        <SettingsForm settings={settings} groups={['routing']} numbers={NUMBERS} check={check}>
          <TravelTimes />
          <RunSettings />
          <Card>
            <CardHeader title={t('Search')} />
            <NumberField
              name={BUDGET}
              label={t('Time to search for a plan')}
              unit={t('seconds')}
              hint={t('A longer search finds better plans. Small ones end sooner.')}
            />
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
