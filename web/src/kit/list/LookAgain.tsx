// Refresh button of an embedded list.
import { RotateCw } from 'lucide-react';
import { Button } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';

export function LookAgain({ isFetching, onLook }: { isFetching: boolean; onLook: () => void }) {
  const t = useT();
  return (
    <Button variant="ghost" size="sm" className="ms-auto" pending={isFetching} onClick={onLook}>
      {!isFetching && <RotateCw aria-hidden />} {t('Refresh')}
    </Button>
  );
}
