// Settings: logo, colour and style sheet.
import { useState } from 'react';
import { cn, Card, CardHeader, Field, Input } from '@waybill/plugin';
import { useController } from '@waybill/plugin/forms';
import { Check, TriangleAlert } from 'lucide-react';
import { useT } from '../../../lib/i18n.ts';
import { checkContrast, SHAPE, TEXT } from './contrast.ts';
import { CustomCss } from './CustomCss.tsx';
import { Logo } from './Logo.tsx';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const STANDARD = '#1d5a6b';

function Verdict({ ok, children }: { ok: boolean; children: string }) {
  const Icon = ok ? Check : TriangleAlert;
  return (
    <li
      className={
        ok
          ? 'flex items-center gap-1.5 text-success-text'
          : 'flex items-center gap-1.5 text-warning-text'
      }
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </li>
  );
}

function Colour() {
  const t = useT();
  const { field, fieldState } = useController({ name: 'ui.primaryColor' });
  const [typed, setTyped] = useState<string | null>(null);
  const value = (field.value as string | null) ?? '';
  const judged = checkContrast(value);
  const change = (text: string) => {
    setTyped(text);
    field.onChange(text.trim() === '' ? null : text.trim().toLowerCase());
  };
  return (
    <Card>
      <CardHeader title={t('Colour')} description={t('Used for buttons and selected items.')} />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div>
          <Field
            label={t('Main colour')}
            optional
            error={fieldState.error?.message}
            hint={t('For example {example}. Leave empty for the standard colour.', {
              example: '#1d4ed8',
            })}
          >
            <span className="flex gap-2">
              <Input
                name="ui.primaryColor"
                dir="ltr"
                value={typed ?? value}
                maxLength={7}
                onChange={(event) => change(event.target.value)}
                onBlur={() => setTyped(null)}
                className="w-40 tabular-nums"
              />
              <input
                type="color"
                aria-label={t('Choose a colour')}
                value={judged ? value : STANDARD}
                onChange={(event) => change(event.target.value)}
                className={cn(
                  'h-8.5 w-11 shrink-0 cursor-pointer rounded-md border border-input',
                  'bg-field p-0.5 focus-visible:outline-2 focus-visible:outline-ring',
                )}
              />
            </span>
          </Field>
        </div>
        {judged && (
          <div className="grid gap-2 text-[13px]" aria-live="polite">
            <span
              aria-hidden
              className="inline-flex h-8.5 items-center justify-self-start rounded-md px-3.5 text-sm font-medium"
              style={{ background: value, color: judged.textColor }}
            >
              {t('Save')}
            </span>
            <ul className="grid gap-1">
              <Verdict ok={judged.text >= TEXT}>
                {t('Text contrast: {ratio} to 1', { ratio: judged.text.toFixed(1) })}
              </Verdict>
              <Verdict ok={judged.light >= SHAPE}>
                {t('On light background: {ratio} to 1', { ratio: judged.light.toFixed(1) })}
              </Verdict>
              <Verdict ok={judged.dark >= SHAPE}>
                {t('On dark background: {ratio} to 1', { ratio: judged.dark.toFixed(1) })}
              </Verdict>
            </ul>
            {(judged.light < SHAPE || judged.dark < SHAPE) && (
              <p className="max-w-72 text-muted-foreground">
                {t('Contrast below {least} to 1 is hard to read for many people.', {
                  least: SHAPE,
                })}
              </p>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

export default function Look() {
  const t = useT();
  const check = ({ ui }: TenantSettings) =>
    ui.primaryColor !== null && !/^#[0-9a-f]{6}$/i.test(ui.primaryColor)
      ? {
          'ui.primaryColor': t('Enter a # and six hexadecimal digits, such as {example}', {
            example: '#1d4ed8',
          }),
        }
      : {};
  return (
    <SettingsPage
      title={t('Branding')}
      description={t('Logo, colours and styles of the application for your organisation.')}
    >
      {(settings) => (
        <>
          <Logo settings={settings} />
          {/* Only the colour: logo and style sheet have separate calls. */}
          <SettingsForm
            settings={settings}
            groups={['ui']}
            check={check}
            change={({ ui }) =>
              ({ ui: { primaryColor: ui?.primaryColor ?? null } }) as Partial<TenantSettings>
            }
          >
            <Colour />
          </SettingsForm>
          <CustomCss settings={settings} />
        </>
      )}
    </SettingsPage>
  );
}
