// Requests and responses of the carrier.
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { cn, Card, CardHeader, ErrorNote, Skeleton, useFormat, words } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { operationLogQuery } from '../queries.ts';

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <h3 className="text-xs text-muted-foreground">{title}</h3>
      <pre
        tabIndex={0}
        aria-label={title}
        className={cn(
          'mt-1 max-h-72 overflow-auto rounded-md bg-muted p-2 text-xs',
          'focus-visible:outline-2 focus-visible:outline-ring',
        )}
      >
        {text || '–'}
      </pre>
    </div>
  );
}

export function Exchanges({ bookingId }: { bookingId: number }) {
  const t = useT();
  const format = useFormat();
  const log = useQuery(operationLogQuery(bookingId));
  const exchanges = (log.data?.carrierExchanges ?? []).toReversed();
  return (
    <Card>
      <CardHeader
        title={t('Carrier messages')}
        className="mb-1"
        description={t('Requests to the carrier and its responses. Secrets are masked.')}
      />
      {log.isPending && <Skeleton className="my-3 w-2/3" />}
      {log.isError && <ErrorNote error={log.error} onRetry={() => void log.refetch()} />}
      {log.data && exchanges.length === 0 && (
        <p className="py-2 text-[13px] text-muted-foreground">
          {t('No request has been sent to the carrier yet.')}
        </p>
      )}
      <ol className="divide-y divide-border">
        {exchanges.map((exchange, index) => (
          <li key={`${exchange.creationTime}-${index}`}>
            <details className="group">
              <summary
                className={cn(
                  'flex cursor-pointer list-none items-center gap-3 rounded-md py-2',
                  'text-[13px] hover:bg-accent focus-visible:outline-2',
                  'focus-visible:outline-ring [&::-webkit-details-marker]:hidden',
                )}
              >
                <ChevronRight
                  aria-hidden
                  className={cn(
                    'size-4 shrink-0 text-muted-foreground transition-transform',
                    'group-open:rotate-90 rtl:-scale-x-100',
                  )}
                />
                <time
                  dateTime={exchange.creationTime}
                  className="text-muted-foreground tabular-nums"
                >
                  {format.dateTime(exchange.creationTime)}
                </time>
                <span className="font-medium">{t(words(exchange.operation))}</span>
                {!exchange.isWhole && (
                  <span className="text-xs text-muted-foreground">{t('shortened')}</span>
                )}
              </summary>
              <div className="grid gap-3 pb-3 md:grid-cols-2">
                <Text title={t('Sent')} text={exchange.sent} />
                <Text title={t('Received')} text={exchange.answered} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </Card>
  );
}
