// Loading and unloading by scan on a line haul's page.
import { ErrorNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { isOpen, type LineHaul } from '../model.ts';
import { Panel } from '../scan/Panel.tsx';
import { ScanField } from '../scan/ScanField.tsx';
import { Strip } from '../scan/Strip.tsx';
import { useStation } from '../scan/use-station.ts';

const stay = () => undefined;

export function ScanBox({ lineHaul }: { lineHaul: LineHaul }) {
  const t = useT();
  const isLoading = isOpen(lineHaul);
  const station = useStation(
    {
      depot: (isLoading ? lineHaul.startheadport : lineHaul.destinationheadport).code,
      mode: isLoading ? 'load' : 'unload',
      haul: lineHaul.id,
    },
    stay,
  );
  return (
    <section aria-label={t('Scan')} className="grid content-start gap-2">
      {station.hasFailed && (
        <ErrorNote
          title={t('This browser does not keep data')}
          message={t('Leave private browsing: scans must be kept until they are sent.')}
        />
      )}
      <ScanField station={station} focusKey="i" />
      {(station.scans.length > 0 || station.notice) && <Panel station={station} />}
      <Strip station={station} />
    </section>
  );
}
