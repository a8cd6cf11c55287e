// Loading and unloading by scan on a line haul's page, next to its capacity.
import { Card, cn, ErrorNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { Measures } from '../Measures.tsx';
import { isOpen, type LineHaul } from '../model.ts';
import { Panel } from '../scan/Panel.tsx';
import { ScanField } from '../scan/ScanField.tsx';
import { LastScans } from '../scan/Side.tsx';
import { Strip } from '../scan/Strip.tsx';
import { useStation } from '../scan/use-station.ts';

const COLUMNS = 'grid grid-cols-[minmax(0,1fr)] content-start gap-2';

export function ScanBox({ lineHaul }: { lineHaul: LineHaul }) {
  const t = useT();
  const isLoading = isOpen(lineHaul);
  const station = useStation(
    {
      depot: (isLoading ? lineHaul.startheadport : lineHaul.destinationheadport).code,
      mode: isLoading ? 'load' : 'unload',
      haul: lineHaul.id,
    },
    null,
  );
  const hasScans = station.scans.length > 0;
  return (
    <div className={cn(COLUMNS, 'gap-4 lg:grid-cols-2')}>
      <section aria-label={t('Scan')} className={COLUMNS}>
        {station.hasFailed && (
          <ErrorNote
            title={t('This browser does not keep data')}
            message={t('Leave private browsing: scans must be kept until they are sent.')}
          />
        )}
        <ScanField station={station} focusKey="i" />
        {(hasScans || station.notice) && <Panel station={station} />}
        <Strip station={station} />
      </section>
      <div className={COLUMNS}>
        <Capacity lineHaul={lineHaul} />
        {hasScans && <LastScans station={station} className="max-h-56 rounded-lg text-[13px]" />}
      </div>
    </div>
  );
}

export function Capacity({ lineHaul }: { lineHaul: LineHaul }) {
  const t = useT();
  return (
    <Card aria-label={t('Capacity')} className="py-2">
      <Measures lineHaul={lineHaul} className="grid-cols-3 gap-x-5" />
    </Card>
  );
}
