// /track: public tracking by number and postcode.
import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { PackageX, Search } from 'lucide-react';
import {
  Button,
  Card,
  CardHeader,
  DefinitionList,
  EmptyState,
  ErrorNote,
  Skeleton,
  StatusBadge,
  useFormat,
} from '@waybill/plugin';
import { ApiError } from '../../../api/client.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import { placeText } from '../../../lib/bookings/display.ts';
import { useT } from '../../../lib/i18n.ts';
import { OutsidePage } from '../../../shell/OutsidePage.tsx';
import { Journey } from '../detail/Journey.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { trackHash, parseTrackingLink, type TrackingQuery } from './link.ts';
import { trackedQuery, type Tracked } from './queries.ts';

export function Track() {
  const t = useT();
  const hash = useLocation({ select: (location) => location.hash });
  const query = parseTrackingLink(hash);
  const tracked = useQuery(trackedQuery(query));
  const isAsked = query.connote !== '' && query.postCode !== '';
  const isUnknown = tracked.error instanceof ApiError && tracked.error.status === 404;
  return (
    <OutsidePage
      title={t('Track a consignment')}
      description={t('Enter the connote number and the postcode of either end.')}
    >
      <TrackForm query={query} pending={isAsked && tracked.isFetching} />
      <div aria-live="polite" className="grid gap-6">
        {isAsked && tracked.isPending && (
          <Card role="status" aria-label={t('Loading')} className="grid gap-3">
            <Skeleton className="w-40" />
            <Skeleton className="h-8.5" />
            <Skeleton className="w-2/3" />
          </Card>
        )}
        {isUnknown ? (
          <EmptyState
            icon={<PackageX />}
            title={t('We found no consignment {connote} for postcode {postCode}', {
              connote: query.connote,
              postCode: query.postCode,
            })}
            description={t(
              'Check both against your label or email. A new consignment can take a few minutes to appear.',
            )}
          />
        ) : (
          tracked.isError && (
            <ErrorNote
              title={t('The consignment could not be looked up')}
              error={tracked.error}
              onRetry={() => void tracked.refetch()}
            />
          )
        )}
        {tracked.data && <TrackedConsignment tracked={tracked.data} connote={query.connote} />}
      </div>
    </OutsidePage>
  );
}

function TrackForm({ query, pending }: { query: TrackingQuery; pending: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useRecordForm({
    record: null,
    values: () => query,
    rules: {
      connote: { needed: t('Enter the connote number.'), max: 128 },
      postCode: { needed: t('Enter a postcode.'), max: 16 },
    },
    save: (values) => Promise.resolve(values),
    saved: (values) => navigate({ to: '/track', hash: trackHash(values), replace: false }),
  });
  const { connote, postCode } = query;
  // On another link, or the way back.
  const fill = useEffectEvent((values: TrackingQuery) => form.form.reset(values));
  useEffect(() => fill({ connote, postCode }), [connote, postCode]);
  return (
    <FormBody
      of={form}
      brief
      className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
    >
      <TextField
        name="connote"
        label={t('Connote number')}
        autoComplete="off"
        maxLength={128}
        autoFocus={query.connote === ''}
      />
      <TextField name="postCode" label={t('Postcode')} autoComplete="postal-code" maxLength={16} />
      <Button type="submit" pending={pending} className="sm:mt-[1.6rem]">
        {!pending && <Search aria-hidden />} {t('Track')}
      </Button>
    </FormBody>
  );
}

/** One-sentence summary. */
function useSummary({ bookingStatus, proofOfDelivery, eta }: Tracked): string | null {
  const t = useT();
  const format = useFormat();
  if (proofOfDelivery)
    return t('Delivered {when}', { when: format.dateTime(proofOfDelivery.deliveredAt) });
  if (
    bookingStatus === 'Delivered' ||
    bookingStatus === 'Cancelled' ||
    bookingStatus === 'ReturnedToSender' ||
    bookingStatus === 'Lost'
  )
    return null;
  return eta ? t('Estimated delivery {day}', { day: format.date(eta) }) : null;
}

function TrackedConsignment({ tracked, connote }: { tracked: Tracked; connote: string }) {
  const t = useT();
  const format = useFormat();
  const summary = useSummary(tracked);
  const proof = tracked.proofOfDelivery;
  const route = [placeText(tracked.fromAddress), placeText(tracked.toAddress)]
    .filter(Boolean)
    .join(' → ');
  return (
    <>
      <Card aria-label={t('Consignment {connote}', { connote })} className="grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0">
            <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{connote}</h2>
            <p className="text-sm break-words text-muted-foreground">{route}</p>
          </div>
          <StatusBadge status={tracked.bookingStatus} />
        </div>
        {summary && <p className="text-base font-medium">{summary}</p>}
        <Journey booking={tracked} />
      </Card>
      {proof && (
        <Card>
          <CardHeader title={t('Proof of delivery')} />
          <DefinitionList
            items={[
              { label: t('Delivered'), value: format.dateTime(proof.deliveredAt) },
              ...(proof.location ? [{ label: t('Location'), value: proof.location }] : []),
              { label: t('Signed by'), value: proof.signedBy || '–' },
            ]}
          />
        </Card>
      )}
      <Card>
        <CardHeader title={t('Tracking')} />
        {tracked.trackingDetails.length > 0 ? (
          <Timeline entries={tracked.trackingDetails} />
        ) : (
          <p className="text-sm text-muted-foreground">
            {t(
              'Nothing has been scanned yet. This page shows it as soon as the carrier has the goods.',
            )}
          </p>
        )}
      </Card>
    </>
  );
}
