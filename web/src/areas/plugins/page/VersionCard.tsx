// Follows the active version, or pins one.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, CardHeader, ErrorNote, Field, Select, Skeleton } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { CONFIGURE } from '../config-queries.ts';
import { refusalText, type Plugin } from '../model.ts';
import { renew } from '../queries.ts';
import { setVersion, versionsQuery, type Version } from '../version-queries.ts';

export function VersionCard({ plugin }: { plugin: Plugin }) {
  const t = useT();
  const { has } = usePermissions();
  const versions = useQuery(versionsQuery(plugin.id));
  const versionText = plugin.isPinned
    ? t('Your organisation stays on {version}.', { version: plugin.version })
    : t(
        "Your organisation uses the platform's active version and gets new versions automatically.",
      );
  return (
    <Card>
      <CardHeader title={t('Version')} description={versionText} />
      {!has(CONFIGURE) ? (
        <p className="text-[13px]">{plugin.version}</p>
      ) : versions.isLoadingError ? (
        <ErrorNote
          title={t('The versions could not be loaded')}
          error={versions.error}
          onRetry={() => void versions.refetch()}
        />
      ) : versions.data ? (
        <Choice
          key={`${plugin.version} ${plugin.isPinned}`}
          plugin={plugin}
          versions={versions.data}
        />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Card>
  );
}

const FOLLOW = '';

function Choice({ plugin, versions }: { plugin: Plugin; versions: Version[] }) {
  const t = useT();
  const now = plugin.isPinned ? plugin.version : FOLLOW;
  const [chosen, setChosen] = useState(now);
  const active = versions.find((one) => one.isActive)?.version;
  const offered = versions.filter((one) => !one.isRevoked || one.isPinned);
  const save = useMutate({
    call: () => setVersion(plugin.id, chosen || null),
    notice: chosen
      ? t('{name} stays on {version}', { name: plugin.name, version: chosen })
      : t('{name} uses the active version', { name: plugin.name }),
    after: renew,
  });
  return (
    <form
      noValidate
      aria-label={t('Version of {name}', { name: plugin.name })}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending && chosen !== now) save.mutate();
      }}
    >
      <Field
        label={t('Version')}
        labelHidden
        error={save.error ? refusalText(save.error) : undefined}
        hint={t(
          'Settings belong to a version and are carried over when you switch to a newer one.',
        )}
        className="max-w-96"
      >
        <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value={FOLLOW}>
            {active
              ? t("Use the platform's active version (currently {version})", { version: active })
              : t("Use the platform's active version")}
          </option>
          {offered.map(({ version }) => (
            <option key={version} value={version}>
              {t('Stay on {version}', { version })}
            </option>
          ))}
        </Select>
      </Field>
      <div>
        <Button
          type="submit"
          size="sm"
          pending={save.isPending}
          disabled={chosen === now && !save.isPending}
        >
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
