// Proof of delivery: who signed, when, and the document.
import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { Button, Card, CardHeader, DefinitionList, useFormat } from '@waybill/plugin';
import { useMutate } from '../../../kit/mutate.ts';
import { download } from '../../../lib/download.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Job, ScanEvent } from '../model.ts';
import { scansQuery } from '../queries.ts';

/** Scans by which the receiver has the goods. */
const DELIVERIES: ReadonlySet<ScanEvent['code']> = new Set(['Delivered', 'Collected']);

export function Proof({ job }: { job: Job }) {
  const t = useT();
  const format = useFormat();
  const scans = useQuery(scansQuery(job.id));
  const open = useMutate({
    call: () => download('/api/jobs/scan-events/proof', { jobId: job.id }),
    failed: t('The proof of delivery could not be opened'),
  });
  const deliveries = scans.data?.filter(({ code }) => DELIVERIES.has(code)) ?? [];
  const [newest] = deliveries;
  // Of the scans of several articles, one carries the signature.
  const signedBy = deliveries.find(({ signedby }) => signedby)?.signedby;
  if (job.jobstatus !== 'Delivered' && job.jobstatus !== 'PartiallyDelivered') return null;
  return (
    <Card aria-label={t('Proof of delivery')}>
      <CardHeader
        title={t('Proof of delivery')}
        actions={
          <Button
            variant="outline"
            size="sm"
            pending={open.isPending}
            onClick={() => open.mutate()}
          >
            <FileDown aria-hidden /> {t('PDF')}
          </Button>
        }
      />
      {newest && (
        <DefinitionList
          items={[
            { label: t('Signed by'), value: <bdi>{signedBy ?? '–'}</bdi> },
            { label: t('Delivered'), value: format.dateTime(newest.scannedeventdatetime) },
          ]}
        />
      )}
    </Card>
  );
}
