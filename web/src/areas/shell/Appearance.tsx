// This device's theme and language.
import { Monitor, Moon, Sun } from 'lucide-react';
import { Card, CardHeader, cn, Switch } from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';
import { setPreferences, usePreferences, type Preferences } from '../../shell/preferences.ts';
import { LanguageChoice } from '../../shell/LanguageChoice.tsx';
import { SectionHeading } from '../../shell/SectionHeading.tsx';

const THEMES: { value: Preferences['theme']; text: string; icon: typeof Sun }[] = [
  { value: 'system', text: msg('Same as device'), icon: Monitor },
  { value: 'light', text: msg('Light'), icon: Sun },
  { value: 'dark', text: msg('Dark'), icon: Moon },
];

function Theme() {
  const t = useT();
  const { theme } = usePreferences();
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{t('Theme')}</legend>
      <div className="grid grid-cols-3 gap-2">
        {THEMES.map(({ value, text, icon: Icon }) => (
          <label
            key={value}
            className={cn(
              'flex cursor-pointer flex-col items-center gap-1.5 rounded-md border',
              'border-input px-2 py-3 text-center text-[13px]',
              'has-focus-visible:outline-2 has-focus-visible:outline-ring',
              theme === value
                ? 'border-primary bg-accent font-medium ring-1 ring-primary'
                : 'hover:bg-accent',
            )}
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => setPreferences({ theme: value })}
              className="sr-only"
            />
            <Icon aria-hidden className="size-4" />
            {t(text)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export default function Appearance() {
  const t = useT();
  const { zoom, sidebar } = usePreferences();
  return (
    <>
      <SectionHeading title={t('Appearance')} />
      <div className="grid max-w-xl gap-4">
        <Card>
          <CardHeader title={t('Language')} description={t('Applies wherever you sign in.')} />
          <LanguageChoice />
        </Card>
        <Card>
          <CardHeader title={t('Appearance')} description={t('Remembered on this device.')} />
          <Theme />
          <div className="mt-4 grid gap-4 border-t border-border pt-4">
            <Switch
              label={t('Allow zoom')}
              hint={t('Allows pinch and double-tap zoom.')}
              checked={zoom}
              onChange={(event) => setPreferences({ zoom: event.target.checked })}
            />
            <Switch
              label={t('Show sidebar')}
              hint={t('On wide screens. On small screens, open it with the menu button.')}
              checked={sidebar}
              onChange={(event) => setPreferences({ sidebar: event.target.checked })}
            />
          </div>
        </Card>
      </div>
    </>
  );
}
