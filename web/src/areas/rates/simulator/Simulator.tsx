// Rate simulator: test consignments and repricing.
import { getRouteApi } from '@tanstack/react-router';
import { Tabs } from '@waybill/plugin';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { RePrice } from './RePrice.tsx';
import { Try } from './Try.tsx';

const route = getRouteApi('/shell/rates/simulator');
const crumbs = () => [{ text: t('Rate cards'), href: '/rates' }];

export const Simulator = screen(
  { needs: 'Pages.Rates', title: msg('Simulator'), to: msg('see rate cards'), breadcrumbs: crumbs },
  Screen,
);

function Screen() {
  const t = useT();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (id: string) => {
    const { tab: next } = id === 're-price' ? { tab: 're-price' as const } : { tab: undefined };
    void navigate({
      search: (before) => ({ ...before, tab: next }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <>
      <PageHeading title={t('Simulator')} breadcrumbs={crumbs()} />
      <Tabs
        label={t('Simulator')}
        value={tab ?? 'try'}
        onChange={set}
        tabs={[
          { id: 'try', label: t('Try a consignment'), content: <Try /> },
          { id: 're-price', label: t('Re-price bookings'), content: <RePrice /> },
        ]}
      />
    </>
  );
}
