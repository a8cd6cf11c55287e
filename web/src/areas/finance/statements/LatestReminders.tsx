// A customer's latest reminders.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  Badge,
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
import { DateCell } from '../../../kit/list/Cells.tsx';
import { useT } from '../../../lib/i18n.ts';
import { target } from '../../../lib/href.ts';
import { latestNoticesQuery } from '../reminders/queries.ts';

export function LatestReminders({ customerId }: { customerId: number }) {
  const t = useT();
  const format = useFormat();
  const notices = useQuery(latestNoticesQuery(customerId));
  if (notices.isPending) return <Skeleton className="h-16" />;
  if (notices.isLoadingError)
    return (
      <ErrorNote
        title={t('The reminders could not be loaded')}
        error={notices.error}
        onRetry={() => void notices.refetch()}
      />
    );
  if (notices.data.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t('Latest reminders')}
        actions={
          <Link
            {...target(`/finance/reminders?customer=${customerId}`)}
            className="rounded text-[13px] text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
          >
            {t('All reminders')}
          </Link>
        }
      />
      <Table label={t('Latest reminders')}>
        <THead>
          <tr>
            <Th>{t('Day')}</Th>
            <Th>{t('Step')}</Th>
            <Th numeric>{t('Overdue')}</Th>
            <Th className="max-sm:hidden">{t('Sent to')}</Th>
          </tr>
        </THead>
        <TBody>
          {notices.data.map((one) => (
            <Tr key={one.id}>
              <Td>
                <DateCell value={one.day} />
              </Td>
              <Td className="whitespace-normal">
                {one.stepName}{' '}
                {one.stopsCredit && <Badge tone="danger">{t('Credit stopped')}</Badge>}
              </Td>
              <Td numeric>{format.money(one.amount, one.currency)}</Td>
              <Td className="max-sm:hidden">
                {one.emailAddress ? <bdi dir="ltr">{one.emailAddress}</bdi> : t('No address')}
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </Card>
  );
}
