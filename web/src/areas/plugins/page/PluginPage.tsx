// /settings/plugins/{id}: tabs, kept in the URL.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Puzzle } from 'lucide-react';
import { cn, Badge, Card } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { RecordOf, RecordPage } from '../../../kit/record.tsx';
import { target } from '../../../lib/href.ts';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { CONFIGURE } from '../config-queries.ts';
import { DisableDialog } from '../DisableDialog.tsx';
import { EnableDialog } from '../EnableDialog.tsx';
import { kindText, PLUGIN_STATES, pluginState, type Plugin } from '../model.ts';
import { pluginsQuery } from '../queries.ts';
import { Customers } from './Customers.tsx';
import { Endpoints } from './Endpoints.tsx';
import { HealthTab } from './HealthTab.tsx';
import { LogTab } from './LogTab.tsx';
import { Overview } from './Overview.tsx';
import { Recordings } from './Recordings.tsx';
import { SettingsEditor } from './SettingsEditor.tsx';

export const pluginAddress = (id: string, tab = ''): string =>
  `/settings/plugins/${encodeURIComponent(id)}${tab && `/${tab}`}`;

const crumbs = () => [{ text: t('Plugins'), href: '/settings/plugins' }];

export function PluginPage({ id, tab }: { id: string; tab: string }) {
  const t = useT();
  const plugin = useQuery({
    ...pluginsQuery,
    select: (all) => all.find((one) => one.id === id) ?? null,
  });
  return (
    <RecordOf
      id={id}
      query={plugin}
      inSettings
      title={t('Plugin')}
      breadcrumbs={crumbs()}
      icon={<Puzzle />}
      missing={t('Plugin not found')}
      failed={t('The plugins could not be loaded')}
      to={msg('see plugins')}
    >
      {(found) => <Loaded key={id} plugin={found} tab={tab} />}
    </RecordOf>
  );
}

function SettingsTab({ plugin, mayConfigure }: { plugin: Plugin; mayConfigure: boolean }) {
  const t = useT();
  const isCarrier = plugin.kind === 'carrier';
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isCarrier && (
        <p className="text-[13px] text-muted-foreground">
          {t('Account-specific settings are entered and tested with each carrier account.')}{' '}
          <Link
            to="/carriers"
            className={cn(
              'rounded text-link underline underline-offset-2 focus-visible:outline-2',
              'focus-visible:outline-ring',
            )}
          >
            {t('Go to accounts')}
          </Link>
        </p>
      )}
      <SettingsEditor
        whose={{ id: plugin.id }}
        name={plugin.name}
        readOnly={!mayConfigure}
        mayTest={!isCarrier}
      />
    </Card>
  );
}

function LogPage({ plugin }: { plugin: Plugin }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LogTab id={plugin.id} />
      <Recordings plugin={plugin} />
    </div>
  );
}

function Loaded({ plugin, tab }: { plugin: Plugin; tab: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { has } = usePermissions();
  const [pendingSwitch, setAsked] = useState<'enable' | 'disable' | null>(null);
  const { id, name } = plugin;
  const mayConfigure = has(CONFIGURE);
  const state = PLUGIN_STATES[pluginState(plugin)];
  return (
    <>
      <RecordPage
        inSettings
        className="max-w-4xl"
        kind={name}
        title={name}
        badge={
          <Badge tone={state.tone} dot>
            {t(state.text)}
          </Badge>
        }
        description={t('{kind}, version {version}', {
          kind: kindText(plugin.kind, t),
          version: plugin.version,
        })}
        breadcrumbs={crumbs()}
        tab={{
          open: tab || 'overview',
          onChange: (next) =>
            void navigate({
              ...target(pluginAddress(id, next === 'overview' ? '' : next)),
              replace: true,
            }),
        }}
        tabs={[
          {
            id: 'overview',
            label: t('Overview'),
            content: (
              <Overview
                plugin={plugin}
                onEnable={() => setAsked('enable')}
                onDisable={() => setAsked('disable')}
              />
            ),
          },
          {
            id: 'settings',
            label: t('Settings'),
            content: <SettingsTab plugin={plugin} mayConfigure={mayConfigure} />,
          },
          {
            id: 'customers',
            label: t('Customers'),
            content: <Customers plugin={plugin} mayConfigure={mayConfigure} />,
          },
          {
            id: 'endpoints',
            label: t('Endpoints'),
            content: <Endpoints plugin={plugin} mayConfigure={mayConfigure} />,
          },
          { id: 'health', label: t('Health'), content: <HealthTab id={id} /> },
          { id: 'log', label: t('Log'), content: <LogPage plugin={plugin} /> },
        ]}
      />
      {pendingSwitch === 'enable' && (
        <EnableDialog plugin={plugin} onClose={() => setAsked(null)} />
      )}
      <DisableDialog
        plugin={plugin}
        open={pendingSwitch === 'disable'}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
