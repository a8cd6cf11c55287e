// /settings: who one is, how the application looks on this device, and the organisation one works in.
import { Monitor, Moon, Sun } from 'lucide-react';
import { Badge, Card, CardHeader, cn, DefinitionList, Switch } from '@waybill/plugin';
import { useSession } from '../../api/session.ts';
import { useTenant } from '../../api/tenant.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { setPreferences, usePreferences, type Preferences } from '../../shell/preferences.ts';

const THEMES: { value: Preferences['theme']; text: string; icon: typeof Sun }[] = [
  { value: 'system', text: 'As this device', icon: Monitor },
  { value: 'light', text: 'Light', icon: Sun },
  { value: 'dark', text: 'Dark', icon: Moon },
];

function Appearance() {
  const { theme, zoom, sidebar } = usePreferences();
  return (
    <Card>
      <CardHeader title="Appearance" description="Remembered on this device." />
      <fieldset>
        <legend className="mb-1.5 text-[13px] font-medium">Theme</legend>
        <div className="grid grid-cols-3 gap-2">
          {THEMES.map(({ value, text, icon: Icon }) => (
            <label
              key={value}
              className={cn(
                'flex cursor-pointer flex-col items-center gap-1.5 rounded-md border border-input px-2 py-3 text-center text-[13px] has-focus-visible:outline-2 has-focus-visible:outline-ring',
                theme === value ? 'border-primary bg-accent font-medium ring-1 ring-primary' : 'hover:bg-accent',
              )}
            >
              <input type="radio" name="theme" value={value} checked={theme === value} onChange={() => setPreferences({ theme: value })} className="sr-only" />
              <Icon aria-hidden className="size-4" />
              {text}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-4 grid gap-4 border-t border-border pt-4">
        <Switch label="Allow zoom" hint="Lets pages be enlarged with two fingers or a double tap." checked={zoom} onChange={(event) => setPreferences({ zoom: event.target.checked })} />
        <Switch label="Show the sidebar" hint="On wide screens. Small screens open it with the menu button." checked={sidebar} onChange={(event) => setPreferences({ sidebar: event.target.checked })} />
      </div>
    </Card>
  );
}

function kindOfUser(session: ReturnType<typeof useSession>): string {
  if (session.isCustomer) return 'Customer';
  return session.isDriver ? 'Driver' : 'Staff';
}

export function Settings() {
  const session = useSession();
  const tenant = useTenant();
  const user = session.data?.user;
  return (
    <>
      <PageHeading title="Settings" />
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Card>
            <CardHeader title="Profile" />
            <DefinitionList
              items={[
                { label: 'Name', value: user?.name },
                { label: 'E-mail', value: user?.email },
                { label: 'Kind of user', value: <Badge>{kindOfUser(session)}</Badge> },
              ]}
            />
          </Card>
          <Card>
            <CardHeader title="Organisation" />
            <DefinitionList
              items={[
                { label: 'Name', value: tenant.name },
                { label: 'Legal name', value: tenant.billing.legalName || '–' },
                { label: 'Tax number', value: tenant.billing.taxVatNo || '–' },
                { label: 'Address', value: tenant.billing.address || '–' },
                { label: 'Currency', value: tenant.currency },
                { label: 'Time zone', value: tenant.timezone },
              ]}
            />
          </Card>
        </div>
        <Appearance />
      </div>
    </>
  );
}
