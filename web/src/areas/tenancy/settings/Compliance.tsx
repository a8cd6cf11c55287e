// Settings: drivers' checklists, hours of work and retention of positions.
import { Card, CardHeader, Checkbox, Input } from '@waybill/plugin';
import { useFieldArray, useFormContext, useWatch } from '@waybill/plugin/forms';
import { NumberField, SelectField } from '../../../kit/form-fields.tsx';
import type { Numbers } from '../../../kit/form-numbers.ts';
import { RowField, RowsCard } from '../../../kit/settings/RowsCard.tsx';
import { useT } from '../../../lib/i18n.ts';
import {
  CHECKLISTS,
  checklistPath,
  MAX_ITEMS,
  MAX_RETENTION_DAYS,
  MAX_TITLE_LENGTH,
  titleProblems,
  type ChecklistName,
  type Checklists,
} from './checklists.ts';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const RETENTION = 'compliance.positionRetentionDays';
const NUMBERS: Numbers = { [RETENTION]: 'needed' };

function Checklist({ list, title }: { list: ChecklistName; title: string }) {
  const t = useT();
  const { register } = useFormContext();
  const name = checklistPath(list);
  const { fields, append, move, remove } = useFieldArray({ name, keyName: 'key' });
  const items = (useWatch({ name }) as Checklists[ChecklistName] | undefined) ?? [];
  const nameOf = (at: number) => items[at]?.title.trim() || t('Check {number}', { number: at + 1 });
  return (
    <RowsCard
      name={name}
      title={title}
      description={
        fields.length >= MAX_ITEMS
          ? t('A checklist can have at most {max} checks.', { max: MAX_ITEMS })
          : undefined
      }
      keys={fields.map(({ key }) => key)}
      columns={[
        {
          header: t('The driver checks'),
          className: 'align-top',
          cell: (at) => (
            <RowField name={`${name}.${at}.title`} label={t('The driver checks')}>
              <Input
                autoComplete="off"
                maxLength={MAX_TITLE_LENGTH}
                {...register(`${name}.${at}.title`)}
              />
            </RowField>
          ),
        },
        {
          header: t('Bars the shift'),
          className: 'w-32',
          cell: (at) => (
            <Checkbox
              aria-label={t('{name} bars the shift', { name: nameOf(at) })}
              {...register(`${name}.${at}.bars`)}
            />
          ),
        },
      ]}
      nameOf={nameOf}
      onRemove={remove}
      onMove={move}
      add={{
        text: t('Add check'),
        disabled: fields.length >= MAX_ITEMS,
        onClick: () => append({ title: '', bars: false }, { shouldFocus: false }),
      }}
      empty={{
        title: t('No checks'),
        description: t('Drivers confirm nothing of this kind before a shift.'),
      }}
    />
  );
}

export default function Compliance() {
  const t = useT();
  const check = ({ compliance: { checklists, positionRetentionDays: days } }: TenantSettings) => ({
    ...titleProblems(checklists, t),
    ...(Number.isInteger(days) && days >= 0 && days <= MAX_RETENTION_DAYS
      ? {}
      : { [RETENTION]: t('Enter whole days from 0 to {max}', { max: MAX_RETENTION_DAYS }) }),
  });
  return (
    <SettingsPage
      title={t('Driver compliance')}
      description={t(
        'What drivers confirm before a shift, how long they work, and their positions.',
      )}
    >
      {(settings) => (
        <SettingsForm settings={settings} groups={['compliance']} numbers={NUMBERS} check={check}>
          <Card>
            <CardHeader title={t('Hours of work and rest')} />
            <SelectField
              name="compliance.fatigueRules"
              label={t('Rules for drivers of heavy vehicles')}
              hint={t(
                'Heavy Vehicle National Law (Australia), for solo drivers of vehicles over 12 t. ' +
                  'A driver without hours left gets no new work.',
              )}
              className="max-w-md"
            >
              <option value="standard">{t('Standard hours: at most 12 hours a day')}</option>
              <option value="basic">
                {t('Basic fatigue management: at most 14 hours a day, with accreditation')}
              </option>
              <option value="none">{t('No limits: hours are not checked')}</option>
            </SelectField>
          </Card>
          <Card>
            <CardHeader title={t('Positions')} />
            <NumberField
              name={RETENTION}
              label={t('Keep positions of drivers for')}
              unit={t('days')}
              integer
              hint={t('Older positions are deleted for good. 0 to keep all, at most {max}.', {
                max: MAX_RETENTION_DAYS,
              })}
            />
          </Card>
          <p className="text-[13px] text-muted-foreground">
            {t(
              'Drivers answer these checklists before each shift, in this order. A check that is ' +
                'not in order is a defect to report; one that bars the shift also keeps the driver ' +
                'from work. Given answers do not change.',
            )}
          </p>
          {CHECKLISTS.map(({ list, title }) => (
            <Checklist key={list} list={list} title={t(title)} />
          ))}
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
