// Canary and pinned tenants.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CardHeader,
  ConfirmDialog,
  ErrorNote,
  Skeleton,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { explained, type PackageGroup } from '../model.ts';
import { renew } from '../queries.ts';
import { liftPin, pinsQuery, type Pin } from '../version-queries.ts';
import { Trial } from './Trial.tsx';

export function Versions({ group }: { group: PackageGroup }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Trial group={group} />
      <Pins plugin={group.plugin} name={group.name} />
    </div>
  );
}

function Pins({ plugin, name }: { plugin: string; name: string }) {
  const t = useT();
  const format = useFormat();
  const pins = useQuery(pinsQuery(plugin));
  const [lifted, setLifted] = useState<Pin | null>(null);
  return (
    <Card>
      <CardHeader
        title={t('Pinned tenants')}
        description={t(
          'These tenants stay on their version until they choose the active version or you move them.',
        )}
      />
      {pins.isLoadingError ? (
        <ErrorNote
          title={t('The tenants could not be loaded')}
          error={pins.error}
          onRetry={() => void pins.refetch()}
        />
      ) : !pins.data ? (
        <Skeleton className="h-16" />
      ) : pins.data.length === 0 ? (
        <p className="text-[13px] text-muted-foreground">
          {t('All tenants use the active version.')}
        </p>
      ) : (
        <Table label={t('Pinned tenants')}>
          <THead>
            <tr>
              <Th>{t('Tenant')}</Th>
              <Th>{t('Version')}</Th>
              <Th className="max-md:hidden">{t('Since')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {pins.data.map((pin) => (
              <Tr key={pin.tenantId}>
                <Td className="max-w-48 break-words">{pin.tenantName}</Td>
                <Td>
                  {pin.version}
                  {pin.isHeld && (
                    <span className="block text-xs text-muted-foreground">
                      {t('Waiting for approval')}
                    </span>
                  )}
                </Td>
                <Td className="max-w-48 max-md:hidden">
                  <span className="block whitespace-nowrap tabular-nums">
                    {format.dateTime(pin.since)}
                  </span>
                  <span className="block truncate text-xs text-muted-foreground" title={pin.by}>
                    {pin.by}
                  </span>
                </Td>
                <Td className="w-px">
                  <span className="flex justify-end">
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={t('Move {tenant} to the active version…', {
                        tenant: pin.tenantName,
                      })}
                      onClick={() => setLifted(pin)}
                    >
                      {t('Use active version…')}
                    </Button>
                  </span>
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
      {lifted && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setLifted(null)}
          title={t('Move {tenant} to the active version?', { tenant: lifted.tenantName })}
          description={t(
            'The tenant is pinned to {version} of {name}. It will use the active version from its next call.',
            { version: lifted.version, name },
          )}
          confirmLabel={t('Use active version')}
          destructive
          onConfirm={async () => {
            await mutate({
              call: () => explained(liftPin(plugin, lifted.tenantId)),
              notice: t('{tenant} uses the active version', { tenant: lifted.tenantName }),
              after: renew,
            });
          }}
        />
      )}
    </Card>
  );
}
