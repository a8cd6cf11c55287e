// Documents of a booking.
import { useQuery } from '@tanstack/react-query';
import { Download, ExternalLink, FileText } from 'lucide-react';
import { Button, Card, CardHeader, errorMessage, Skeleton } from '@waybill/plugin';
import { failure } from '../../../kit/mutate.ts';
import { t, useT } from '../../../lib/i18n.ts';
import { openDocuments, saveDocument } from '../../../lib/bookings/documents.ts';
import { DocumentType, type BookingDetail } from '../../../lib/bookings/model.ts';
import { documentsQuery } from '../queries.ts';

const failed = (error: unknown) => failure(t('The document could not be opened'))(error);

function Row({
  bookingId,
  type,
  label,
  missing,
}: {
  bookingId: number;
  type: number;
  label: string;
  missing: string;
}) {
  const t = useT();
  const documents = useQuery(documentsQuery(bookingId, type));
  const tokens = documents.data?.tokens ?? [];
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <FileText aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 text-sm">
        {label}
        {tokens.length > 1 && <span className="text-muted-foreground"> ({tokens.length})</span>}
        {documents.isError && (
          <span className="block text-xs text-danger-text">{errorMessage(documents.error)}</span>
        )}
        {documents.data && tokens.length === 0 && (
          <span className="block text-xs text-muted-foreground">{missing}</span>
        )}
      </span>
      {documents.isPending && <Skeleton className="w-28" />}
      {documents.isError && (
        <Button variant="outline" size="sm" onClick={() => void documents.refetch()}>
          {t('Try again')}
        </Button>
      )}
      {tokens.length > 0 && (
        <span className="flex gap-1.5">
          <Button
            variant="outline"
            size="sm"
            aria-label={t('View {label}', { label })}
            onClick={() => void openDocuments(() => Promise.resolve(tokens)).catch(failed)}
          >
            <ExternalLink aria-hidden /> {t('View')}
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={t('Download {label}', { label })}
            onClick={() => void Promise.all(tokens.map(saveDocument)).catch(failed)}
          >
            <Download aria-hidden /> {t('Download')}
          </Button>
        </span>
      )}
    </li>
  );
}

export function ProofOfDelivery({ booking }: { booking: BookingDetail }) {
  const t = useT();
  const isDelivered =
    booking.bookingStatus === 'Delivered' || booking.bookingStatus === 'PartiallyDelivered';
  const proof = useQuery({
    ...documentsQuery(booking.id, DocumentType.ProofOfDelivery),
    enabled: isDelivered,
  });
  const tokens = proof.data?.tokens ?? [];
  if (tokens.length === 0) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={() => void openDocuments(() => Promise.resolve(tokens)).catch(failed)}
    >
      <FileText aria-hidden /> {t('Proof of delivery')}
    </Button>
  );
}

export function Documents({ booking }: { booking: BookingDetail }) {
  const t = useT();
  const rows = [
    { type: DocumentType.Label, label: t('Label'), missing: t('Available once booked') },
    { type: DocumentType.Manifest, label: t('Manifest'), missing: t('Available once manifested') },
    {
      type: DocumentType.ProofOfDelivery,
      label: t('Proof of delivery'),
      missing: t('Available once the carrier has sent it'),
    },
    ...(booking.isDangerousGood
      ? [
          {
            type: DocumentType.DangerousGoodsDeclaration,
            label: t('Dangerous goods declaration'),
            missing: t('Not available yet'),
          },
        ]
      : []),
    ...(booking.isInsured
      ? [
          {
            type: DocumentType.InsuranceCertificate,
            label: t('Insurance certificate'),
            missing: t('Available once booked'),
          },
        ]
      : []),
  ];
  return (
    <Card>
      <CardHeader title={t('Documents')} className="mb-1" />
      <ul className="divide-y divide-border">
        {rows.map((row) => (
          <Row key={row.type} bookingId={booking.id} {...row} />
        ))}
      </ul>
    </Card>
  );
}
