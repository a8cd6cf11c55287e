// Booking panel of own-fleet: enters a scan, for users who may change the status.
import { useState } from 'react';
import { ScanLine } from 'lucide-react';
import { Button, Card, CardHeader, useT, type SlotComponent } from '@waybill/plugin';
import { scanRefusal } from './scans.ts';
import { ScanForm } from './ScanForm.tsx';
import './plugin.css';

const CARRIER = 'own-fleet';

const BookingPanel: SlotComponent<'booking.detail.panel@1'> = ({ carrier, booking }) => {
  const t = useT();
  const [entering, setEntering] = useState(false);
  if (carrier !== CARRIER) return null;
  const refusal = scanRefusal(booking.bookingStatus);
  const isOffered = !refusal && !entering;
  return (
    <Card>
      <CardHeader
        title={t('Scans of our fleet')}
        description={
          refusal ? t(refusal) : t('Each scan is added to the timeline and moves the status.')
        }
        className={entering ? undefined : 'of:mb-0'}
        actions={
          isOffered && (
            <Button variant="outline" size="sm" onClick={() => setEntering(true)}>
              <ScanLine aria-hidden /> {t('Enter a scan')}
            </Button>
          )
        }
      />
      {entering && <ScanForm booking={booking} onDone={() => setEntering(false)} />}
    </Card>
  );
};

export default BookingPanel;
