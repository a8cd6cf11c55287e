// A rate card with its tabs.
import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  BadgeDollarSign,
  Calculator,
  CircleCheck,
  Copy,
  GitCompareArrows,
  Plus,
  Trash2,
} from 'lucide-react';
import { ConfirmDialog, remark, useFormat, WarningNote } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { usePermissions } from '../../api/session.ts';
import { recordId, RecordOf, RecordPage } from '../../kit/record.tsx';
import { mutate, useMutate } from '../../kit/mutate.ts';
import { msg, t, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { CardState, daysText } from './CardState.tsx';
import { CopyCard, NewVersion } from './CopyDialogs.tsx';
import { cardName, kinds, type RateCard } from './model.ts';
import { cardQuery, cardsKey, deleteCard, processCards } from './queries.ts';

const CompareDialog = lazy(() => import('./CompareDialog.tsx'));
const Details = lazy(() => import('./Details.tsx'));
const Imports = lazy(() => import('./Imports.tsx'));
const Lanes = lazy(() => import('./lanes/Lanes.tsx'));
const Rates = lazy(() => import('./Rates.tsx'));
const Services = lazy(() => import('./Services.tsx'));
const Zones = lazy(() => import('./Zones.tsx'));
const route = getRouteApi('/shell/rates/$id');
const crumbs = () => [{ text: t('Rate cards'), href: '/rates' }];

export const RateCardPage = screen(
  { needs: 'Pages.Rates', title: msg('Rate card'), to: msg('see rate cards') },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const card = useQuery({ ...cardQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={card}
      title={t('Rate card')}
      breadcrumbs={crumbs()}
      icon={<BadgeDollarSign />}
      missing={t('Rate card not found')}
      failed={t('The rate card could not be loaded')}
      to={msg('see rate cards')}
    >
      {(found) => <Loaded key={found.id} card={found} />}
    </RecordOf>
  );
}

type CardDialog = 'force' | 'version' | 'copy' | 'compare' | 'retire' | 'delete';

function Loaded({ card }: { card: RateCard }) {
  const t = useT();
  const { language } = useFormat();
  const navigate = useNavigate();
  const mayEdit = usePermissions().has('Pages.Rates.Edit');
  const [openDialog, setAsked] = useState<CardDialog | null>(null);
  const close = () => setAsked(null);
  const name = cardName(card);
  const process = async (operation: 'Retire' | 'Activate') => {
    const [done] = await processCards(operation, [card.id]);
    if (done && !done.success) throw new Error(remark(done) ?? t('The server refused this.'));
  };
  const activate = useMutate({
    call: () => process('Activate'),
    stale: [cardsKey],
    notice: t('{name} activated', { name }),
    failed: t('{name} was not activated', { name }),
  });
  const putInForce = () =>
    mutate({
      call: () => process('Activate'),
      stale: [cardsKey],
      notice: t('{name} put in force', { name }),
    });
  const retire = () =>
    mutate({
      call: () => process('Retire'),
      stale: [cardsKey],
      notice: t('{name} retired', { name }),
    });
  return (
    <>
      <RecordPage
        kind={t('Rate card')}
        title={name}
        breadcrumbs={crumbs()}
        badge={<CardState card={card} />}
        description={[card.name, t(kinds[card.kind]), card.currency, daysText(card, t, language)]
          .filter(Boolean)
          .join(' · ')}
        actions={[
          ...(mayEdit && card.isDraft
            ? [
                {
                  text: t('Put in force'),
                  icon: <CircleCheck aria-hidden />,
                  primary: true,
                  onClick: () => setAsked('force'),
                },
              ]
            : []),
          ...(mayEdit && !card.isDraft
            ? [
                {
                  text: t('New version'),
                  icon: <Plus aria-hidden />,
                  primary: true,
                  onClick: () => setAsked('version'),
                },
              ]
            : []),
          {
            text: t('Compare'),
            icon: <GitCompareArrows aria-hidden />,
            primary: true,
            onClick: () => setAsked('compare'),
          },
          {
            text: t('Try in the simulator'),
            icon: <Calculator aria-hidden />,
            href: `/rates/simulator?card=${card.id}`,
          },
          ...(mayEdit
            ? [
                { text: t('Copy'), icon: <Copy aria-hidden />, onClick: () => setAsked('copy') },
                ...(card.isDraft
                  ? []
                  : [
                      card.isActive
                        ? {
                            text: t('Retire'),
                            keyName: 'retire' as const,
                            icon: <Archive aria-hidden />,
                            onClick: () => setAsked('retire'),
                          }
                        : {
                            text: t('Activate'),
                            keyName: 'activate' as const,
                            icon: <ArchiveRestore aria-hidden />,
                            disabled: activate.isPending,
                            onClick: () => activate.mutate(),
                          },
                    ]),
                {
                  text: t('Delete'),
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setAsked('delete'),
                },
              ]
            : []),
        ]}
        tabs={[
          {
            id: 'details',
            label: t('Details'),
            content: <Details card={card} readOnly={!mayEdit} />,
          },
          ...(!card.isOwnForm
            ? [
                { id: 'services', label: t('Services'), content: <Services cardId={card.id} /> },
                { id: 'zones', label: t('Zones'), content: <Zones card={card} /> },
                { id: 'rates', label: t('Rates'), content: <Rates card={card} /> },
                { id: 'lanes', label: t('Lanes'), content: <Lanes card={card} /> },
                { id: 'imports', label: t('Imports'), content: <Imports card={card} /> },
              ]
            : []),
        ]}
        banner={
          card.isDraft ? (
            <WarningNote role="note" className="mb-3">
              {t('This card is a draft: it is not used for prices until you put it in force.')}
            </WarningNote>
          ) : (
            card.isOwnForm && (
              <WarningNote role="note" className="mb-3">
                {t(
                  'The prices of this card are kept by the rate engine {engine} and cannot be edited here.',
                  { engine: card.engine },
                )}
              </WarningNote>
            )
          )
        }
        history={{ entityType: 'RateCard', entityId: card.id }}
      />
      {openDialog === 'version' && <NewVersion card={card} onClose={close} />}
      {openDialog === 'copy' && <CopyCard card={card} onClose={close} />}
      {openDialog === 'compare' && <CompareDialog card={card} onClose={close} />}
      <ConfirmDialog
        open={openDialog === 'force'}
        onOpenChange={close}
        title={t('Put {name} in force?', { name })}
        description={t(
          'Quotes and bookings use its prices from its first day, or at once if it has none.',
        )}
        confirmLabel={t('Put in force')}
        cancelLabel={t('Cancel')}
        onConfirm={putInForce}
      />
      <ConfirmDialog
        open={openDialog === 'retire'}
        onOpenChange={close}
        title={t('Retire {name}?', { name })}
        description={t('A retired card is not used for prices. You can activate it again.')}
        confirmLabel={t('Retire')}
        cancelLabel={t('Keep')}
        onConfirm={retire}
      />
      <ConfirmDialog
        open={openDialog === 'delete'}
        onOpenChange={close}
        title={t('Delete {name}?', { name })}
        description={t(
          'Its services, zones and rates are deleted with it. Other versions stay. This cannot be undone.',
        )}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await mutate({
            call: () => deleteCard(card.id),
            notice: t('{name} deleted', { name }),
            after: async () => {
              await navigate({ to: '/rates' });
              void queryClient.invalidateQueries({ queryKey: cardsKey });
            },
          });
        }}
      />
    </>
  );
}
