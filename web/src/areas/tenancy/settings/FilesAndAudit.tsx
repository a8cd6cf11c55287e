// Settings: accepted files, and retention of the audit log.
import { Card, CardHeader } from '@waybill/plugin';
import { NumberField } from '../../../kit/form-fields.tsx';
import type { Numbers } from '../../../kit/form-numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { TicksField } from '../../../kit/settings/TicksField.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

/** The server's limits. */
const MAX_MEGABYTES = 50;
const MIN_DAYS = 30;
const MAX_DAYS = 3650;
const SIZE = 'files.maxMegabytes';
const DAYS = 'audit.retentionDays';
const NUMBERS: Numbers = { [SIZE]: 'needed', [DAYS]: 'needed' };

/** The server's media types. */
const TYPES = [
  { value: 'application/pdf', text: msg('PDF') },
  { value: 'image/jpeg', text: msg('JPEG picture') },
  { value: 'image/png', text: msg('PNG picture') },
  { value: 'image/gif', text: msg('GIF picture') },
  { value: 'image/webp', text: msg('WebP picture') },
  { value: 'image/svg+xml', text: msg('SVG drawing') },
  {
    value: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    text: msg('Word document (.docx)'),
  },
  {
    value: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    text: msg('Excel (.xlsx)'),
  },
  { value: 'text/csv', text: msg('CSV') },
  { value: 'text/plain', text: msg('Plain text') },
  { value: 'application/zip', text: msg('ZIP archive') },
  { value: 'application/zpl', text: msg('ZPL label') },
  { value: 'application/json', text: msg('JSON') },
  { value: 'application/xml', text: msg('XML') },
  { value: 'text/html', text: msg('HTML') },
] as const;

export default function FilesAndAudit() {
  const t = useT();
  const check = ({ files, audit }: TenantSettings) => {
    const problems: Problems = {};
    const { maxMegabytes: size } = files;
    const { retentionDays: days } = audit;
    if (!Number.isInteger(size) || size < 1 || size > MAX_MEGABYTES)
      problems[SIZE] = t('Enter a whole number from 1 to {max}', { max: MAX_MEGABYTES });
    if (!Number.isInteger(days) || (days !== 0 && (days < MIN_DAYS || days > MAX_DAYS)))
      problems[DAYS] = t('Enter whole days from {min} to {max}, or 0', {
        min: MIN_DAYS,
        max: MAX_DAYS,
      });
    return problems;
  };
  return (
    <SettingsPage
      title={t('Files and audit log')}
      description={t('Which files are accepted, and how long changes are recorded.')}
    >
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['files', 'audit']}
          numbers={NUMBERS}
          check={check}
        >
          <Card>
            <CardHeader
              title={t('Accepted files')}
              description={t('The content decides, not the name of the file. Stored files stay.')}
            />
            <div className="grid gap-4">
              <NumberField name={SIZE} label={t('Maximum size')} unit="MB" integer />
              <TicksField
                name="files.allowedTypes"
                label={t('Accepted files')}
                options={TYPES.map(({ value, text }) => ({ value, text: t(text) }))}
                none={t('None is chosen: files of all these kinds are accepted.')}
              />
            </div>
          </Card>
          <Card>
            <CardHeader title={t('Audit log')} />
            <NumberField
              name={DAYS}
              label={t('Keep entries for')}
              unit={t('days')}
              integer
              hint={t(
                'Older entries are deleted for good. 0 to keep all, otherwise {min} to {max}.',
                {
                  min: MIN_DAYS,
                  max: MAX_DAYS,
                },
              )}
            />
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
