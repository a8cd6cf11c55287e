// Audit of number series.
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw } from 'lucide-react';
import {
  Badge,
  Button,
  Card,
  CardHeader,
  EmptyState,
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
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { holesText, KINDS, seriesOf, type ProvedSeries } from './numbering.ts';
import { numberProofQuery, unitNamesQuery } from './queries.ts';

/** Names by id, as permitted. */
export function useUnitNames(): ReadonlyMap<number, string> {
  const may = usePermissions().has('Pages.Administration.OrganizationUnits');
  const { data } = useQuery({ ...unitNamesQuery, enabled: may });
  return new Map(data?.map(({ id, name }) => [id, name]));
}

export function NumberProof() {
  const t = useT();
  const format = useFormat();
  const proof = useQuery(numberProofQuery);
  const items = proof.data?.items ?? [];
  const wrong = items.filter(({ missing, lost }) => missing > 0 || lost > 0).length;
  return (
    <Card>
      <CardHeader
        title={t('Verification')}
        description={t(
          'Every number between the first and the last one of a series belongs to a document that is still there.',
        )}
        actions={
          <Button
            size="sm"
            variant="outline"
            pending={proof.isFetching}
            onClick={() => void proof.refetch()}
          >
            <RefreshCw aria-hidden /> {t('Check again')}
          </Button>
        }
      />
      {proof.isError && (
        <ErrorNote
          className="mb-3"
          title={t('The numbers could not be proved')}
          error={proof.error}
          onRetry={() => void proof.refetch()}
        />
      )}
      {!proof.data ? (
        proof.isPending && <Skeleton className="h-24" />
      ) : items.length === 0 ? (
        <EmptyState
          title={t('No number assigned yet')}
          description={t('Series appear here with their first document.')}
          className="py-6"
        />
      ) : (
        <div className="grid gap-3">
          {proof.data.isProven ? (
            <p
              role="status"
              className="flex items-center gap-2 rounded-lg bg-success-soft px-3 py-2.5 text-[13px] text-success-text"
            >
              <CircleCheck aria-hidden className="size-4 shrink-0" />
              {t('No number is missing, {time}', { time: format.dateTime(proof.data.provedTime) })}
            </p>
          ) : (
            <p
              role="alert"
              className="flex items-center gap-2 rounded-lg bg-danger-soft px-3 py-2.5 text-[13px] text-danger-text"
            >
              <CircleAlert aria-hidden className="size-4 shrink-0" />
              {t('{count} series have gaps', { count: wrong }, '{count} series has gaps')}
            </p>
          )}
          <Table label={t('Series')}>
            <THead>
              <tr>
                <Th>{t('Series')}</Th>
                <Th className="max-sm:hidden">{t('First')}</Th>
                <Th>{t('Last')}</Th>
                <Th numeric className="max-sm:hidden">
                  {t('Numbers')}
                </Th>
                <Th>{t('Missing')}</Th>
              </tr>
            </THead>
            <TBody>
              {items.map((one) => (
                <Row key={one.series} of={one} />
              ))}
            </TBody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function Row({ of }: { of: ProvedSeries }) {
  const t = useT();
  const format = useFormat();
  const units = useUnitNames();
  const { kind, year, unit } = seriesOf(of.series);
  const unitName =
    unit === null
      ? null
      : unit === 0
        ? t('No unit')
        : (units.get(unit) ?? t('Unit {number}', { number: unit }));
  return (
    <Tr>
      <Td className="whitespace-normal">
        {kind ? t(KINDS[kind]) : of.series}
        {(year || unitName) && (
          <span className="block text-xs text-muted-foreground">
            {[year, unitName].filter(Boolean).join(' · ')}
          </span>
        )}
      </Td>
      <Td className="tabular-nums max-sm:hidden">
        <bdi>{of.firstNumber}</bdi>
      </Td>
      <Td className="tabular-nums">
        <bdi>{of.lastNumber}</bdi>
      </Td>
      <Td numeric className="max-sm:hidden">
        {format.number(of.count)}
      </Td>
      <Td className="whitespace-normal">
        {of.missing === 0 && of.lost === 0 ? (
          <Badge tone="success" dot>
            {t('None')}
          </Badge>
        ) : (
          <span className="text-danger-text">
            {of.missing > 0 && (
              <span className="block">
                {t('{count} missing: {numbers}', {
                  count: of.missing,
                  numbers: holesText(of.holes),
                })}
              </span>
            )}
            {of.lost > 0 && (
              <span className="block">{t('{count} without a document', { count: of.lost })}</span>
            )}
          </span>
        )}
      </Td>
    </Tr>
  );
}
