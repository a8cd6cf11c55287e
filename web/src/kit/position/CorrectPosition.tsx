// The button at an address that leads to the correction of its position.
import { lazy, Suspense, useState } from 'react';
import { MapPinPen } from 'lucide-react';
import { Button } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { useT } from '../../lib/i18n.ts';
import { isPlaced, type PlacedAddress } from '../../lib/positions.ts';

const PositionDialog = lazy(() =>
  import('./PositionDialog.tsx').then((module) => ({ default: module.PositionDialog })),
);

/** Nothing for users who may not change positions, and for an address without a place. */
export function CorrectPosition({
  name,
  address,
}: {
  /** The party at the address. */
  name: string;
  address: PlacedAddress;
}) {
  const t = useT();
  const { isTenant } = useSession();
  const mayEdit = usePermissions().has('Pages.Job.Edit') && isTenant;
  const [isOpen, setOpen] = useState(false);
  if (!mayEdit || !isPlaced(address)) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="size-7 text-muted-foreground"
        aria-label={t('Correct the position of {name}', { name: name || address.suburb })}
        title={t('Correct the position')}
        onClick={() => setOpen(true)}
      >
        <MapPinPen aria-hidden />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PositionDialog name={name} address={address} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
