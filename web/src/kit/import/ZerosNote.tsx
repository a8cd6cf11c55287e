// Offer to put back zeros that a spreadsheet took off.
import type { ReactNode } from 'react';
import { Button } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { LostZero } from './postcodes.ts';

const MAX_SHOWN = 8;

interface Correction {
  from: string;
  to: string;
  place?: string;
}

function Corrections({ title, all }: { title: string; all: readonly Correction[] }) {
  const t = useT();
  const more = all.length - MAX_SHOWN;
  return (
    <>
      <p className="font-medium">{title}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-0.5">
        {all.slice(0, MAX_SHOWN).map(({ from, to, place }) => (
          <li key={`${from} ${place}`}>
            <bdi dir="ltr">
              {from} → {to}
            </bdi>{' '}
            {place}
          </li>
        ))}
        {more > 0 && <li>{t('and {count} more', { count: more })}</li>}
      </ul>
    </>
  );
}

export function ZerosNote({
  zeros,
  phones = [],
  isBusy = false,
  onCorrect,
  extra,
}: {
  zeros: readonly LostZero[];
  phones?: readonly Correction[];
  isBusy?: boolean;
  onCorrect: () => void;
  /** Further buttons. */
  extra?: ReactNode;
}) {
  const t = useT();
  return (
    <div className="grid gap-2 rounded-lg bg-warning-soft px-3 py-2 text-[13px] text-warning-text">
      {zeros.length > 0 && (
        <Corrections
          title={t(
            '{count} postcodes seem to have lost their leading zero',
            { count: zeros.length },
            '{count} postcode seems to have lost its leading zero',
          )}
          all={zeros}
        />
      )}
      {phones.length > 0 && (
        <Corrections
          title={t(
            '{count} phone numbers seem to have lost their leading zero',
            { count: phones.length },
            '{count} phone number seems to have lost its leading zero',
          )}
          all={phones}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" pending={isBusy} onClick={onCorrect}>
          {t('Put the zeros back')}
        </Button>
        {extra}
      </div>
    </div>
  );
}
