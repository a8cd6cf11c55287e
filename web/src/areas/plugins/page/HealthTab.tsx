// Health tab: calls and limits.
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import {
  Button,
  Card,
  CardHeader,
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
import { useT } from '../../../lib/i18n.ts';
import { sizeText } from '../../../lib/size.ts';
import { limitText, unitText } from '../config.ts';
import { healthQuery, limitsQuery } from '../config-queries.ts';
import { HealthTable } from './HealthTable.tsx';

function Limits({ id }: { id: string }) {
  const t = useT();
  const format = useFormat();
  const limits = useQuery(limitsQuery(id));
  if (limits.isLoadingError)
    return (
      <ErrorNote
        title={t('The limits could not be loaded')}
        error={limits.error}
        onRetry={() => void limits.refetch()}
      />
    );
  if (!limits.data) return <Skeleton className="h-24" />;
  return (
    <Table label={t('Limits')}>
      <THead>
        <tr>
          <Th>{t('Limit')}</Th>
          <Th numeric>{t('In effect')}</Th>
        </tr>
      </THead>
      <TBody>
        {limits.data.map((limit) => (
          <Tr key={limit.name}>
            <Td>{limitText(limit.name, t)}</Td>
            <Td numeric>
              {limit.unit === 'bytes'
                ? sizeText(limit.value ?? limit.default, format.number)
                : `${format.number(limit.value ?? limit.default)} ${unitText(limit.unit, t)}`}
            </Td>
          </Tr>
        ))}
      </TBody>
    </Table>
  );
}

export function HealthTab({ id }: { id: string }) {
  const t = useT();
  const health = useQuery(healthQuery(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <CardHeader
          title={t('Calls since the plugin was loaded')}
          actions={
            <Button
              variant="ghost"
              size="sm"
              pending={health.isFetching}
              onClick={() => void health.refetch()}
            >
              {!health.isFetching && <RotateCw aria-hidden />} {t('Refresh')}
            </Button>
          }
        />
        {health.isError && (
          <ErrorNote
            className="mb-3"
            title={t('The health could not be loaded')}
            error={health.error}
            onRetry={() => void health.refetch()}
          />
        )}
        {health.data ? (
          <HealthTable health={health.data} label={t('Calls since the plugin was loaded')} />
        ) : (
          health.isPending && <Skeleton className="h-24" />
        )}
      </Card>
      <Card>
        <CardHeader
          title={t('Limits')}
          description={t(
            'Resource limits for this plugin in your organisation, set by the platform operator.',
          )}
        />
        <Limits id={id} />
      </Card>
    </div>
  );
}
