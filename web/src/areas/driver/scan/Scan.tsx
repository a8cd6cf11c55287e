// Scan tab: shows an article's stop, loads it at the depot or ticks it at its stop.
import { useT } from '../../../lib/i18n.ts';
import { Foot, TopBar } from '../look.tsx';
import { QueueBadge } from '../QueueBadge.tsx';
import { Tabs } from '../Tabs.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { useScan } from './use-scan.ts';

export function Scan() {
  const t = useT();
  const { scanned, onCode } = useScan(null);
  return (
    <>
      <TopBar title={t('Scan')} end={<QueueBadge />} />
      <main className="flex-1 pb-4">
        <ScanPanel scanned={scanned} onCode={onCode} />
        <p className="px-4 pt-3 text-muted-foreground">
          {t('Scan an article to see its stop. At the depot, a scan loads it.')}
        </p>
      </main>
      <Foot>
        <Tabs current="scan" />
      </Foot>
    </>
  );
}
