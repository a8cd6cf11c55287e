// Rate card tab: lane matrix.
import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Grid3x3 } from 'lucide-react';
import {
  buttonClass,
  EmptyState,
  ErrorNote,
  Field,
  Input,
  Select,
  Skeleton,
} from '@waybill/plugin';
import { Link } from '@tanstack/react-router';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { choices, methods, type Method, type RateCard, type RateService } from '../model.ts';
import { servicesQuery } from '../queries.ts';
import { LaneSheet } from './LaneSheet.tsx';
import { Toolbar } from './Toolbar.tsx';
import { matrixQuery } from './queries.ts';

const isMethod = (text: string): text is Method => text in methods;

export default function Lanes({ card }: { card: RateCard }) {
  const t = useT();
  const services = useQuery(servicesQuery(card.id));
  if (services.isLoadingError)
    return (
      <ErrorNote
        title={t('The services could not be loaded')}
        error={services.error}
        onRetry={() => void services.refetch()}
      />
    );
  if (!services.data) return <Skeleton className="h-64" />;
  const first = services.data.find(({ isActive }) => isActive) ?? services.data[0];
  if (!first)
    return (
      <Missing
        card={card}
        tab="services"
        title={t('No services yet')}
        description={t('Add a service and zones first, then the rates between them.')}
        link={t('Go to services')}
      />
    );
  return <LanesByService card={card} services={services.data} first={first} />;
}

function Missing({
  card,
  tab,
  title,
  description,
  link,
}: {
  card: RateCard;
  tab: string;
  title: string;
  description: string;
  link: string;
}) {
  return (
    <EmptyState
      icon={<Grid3x3 />}
      title={title}
      description={description}
      action={
        <Link
          {...target(`/rates/${card.id}?tab=${tab}`)}
          className={buttonClass({ variant: 'outline' })}
        >
          {link}
        </Link>
      }
    />
  );
}

function LanesByService({
  card,
  services,
  first,
}: {
  card: RateCard;
  services: readonly RateService[];
  first: RateService;
}) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.Rates.Edit');
  const [serviceId, setServiceId] = useState(first.id);
  const [method, setMethod] = useState<Method | null>(null);
  const [day, setDay] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  // Another matrix loads only without unsaved edits.
  const [dirty, setDirty] = useState(false);
  const [isCut, setIsCut] = useState(false);
  const settled = useDebounced({ from, to }, 300);
  const query = {
    rateCardId: card.id,
    rateServiceId: serviceId,
    calculationMethod: method,
    day,
    from: isCut ? settled.from : '',
    to: isCut ? settled.to : '',
  };
  const matrix = useQuery(matrixQuery(query));
  const wire = matrix.data;
  // The server filters zones of cards too large for one response.
  if (wire?.isCut && !isCut) setIsCut(true);
  // Edits belong to the day and the method shown, which a refetch without both may change.
  const pin = useEffectEvent(() => {
    if (!wire) return;
    const pinned = { ...query, calculationMethod: wire.calculationMethod, day: wire.day };
    queryClient.setQueryData(matrixQuery(pinned).queryKey, wire);
    setMethod(pinned.calculationMethod);
    setDay(pinned.day);
  });
  useEffect(() => {
    if (dirty) pin();
  }, [dirty]);
  const isLoading =
    matrix.isPlaceholderData || (isCut && (settled.from !== from || settled.to !== to));
  const shown = wire?.calculationMethod ?? method ?? 'PerKg';
  const counted = (one: Method) =>
    wire?.methods.find((of) => of.calculationMethod === one)?.count ?? 0;
  const held = dirty ? t('Save or discard your changes first') : undefined;
  const choose = (act: () => void) => {
    setIsCut(false);
    act();
  };
  const chosen = (
    <>
      <Field label={t('Service')}>
        <Select
          value={String(serviceId)}
          disabled={dirty}
          title={held}
          onChange={(event) =>
            choose(() => [setServiceId(Number(event.target.value)), setMethod(null)])
          }
        >
          {services.map(({ id, code, name }) => (
            <option key={id} value={id}>
              {code} {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Charged')}>
        <Select
          value={shown}
          disabled={dirty}
          title={held}
          onChange={(event) =>
            isMethod(event.target.value) && choose(setMethod.bind(null, event.target.value))
          }
        >
          {choices(methods).map(([value, text]) => (
            <option key={value} value={value}>
              {counted(value) > 0
                ? t('{name} ({count})', { name: t(text), count: counted(value) })
                : t(text)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('On the day')}>
        <Input
          type="date"
          value={day || (wire?.day ?? '')}
          disabled={dirty}
          title={held}
          onChange={(event) => choose(() => setDay(event.target.value))}
        />
      </Field>
    </>
  );
  // On a card too large for one response, filters load other rates.
  const filter = isCut ? { disabled: dirty, title: held } : {};
  const filters = (
    <>
      <Input
        type="search"
        aria-label={t('From zones')}
        placeholder={t('From zones')}
        {...filter}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <Input
        type="search"
        aria-label={t('To zones')}
        placeholder={t('To zones')}
        {...filter}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
    </>
  );
  if (wire && wire.zones.length === 0)
    return (
      <Missing
        card={card}
        tab="zones"
        title={t('No zones yet')}
        description={t('Add the zones that this card has rates between.')}
        link={t('Go to zones')}
      />
    );
  if (wire && !wire.isCut)
    return (
      <LaneSheet
        key={`${serviceId} ${wire.calculationMethod} ${wire.day}`}
        card={card}
        serviceId={serviceId}
        wire={wire}
        from={from}
        to={to}
        chosen={chosen}
        filters={filters}
        mayEdit={mayEdit}
        isLoading={isLoading}
        onDirty={setDirty}
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Toolbar chosen={chosen} filters={filters} />
      {matrix.isError && (
        <ErrorNote
          title={t('The rates could not be loaded')}
          error={matrix.error}
          onRetry={() => void matrix.refetch()}
        />
      )}
      {!wire && !matrix.isLoadingError && <Skeleton className="h-96" />}
      {wire?.isCut && (
        <EmptyState
          icon={<Grid3x3 />}
          title={t('{count} rates exceed the maximum for one table', {
            count: wire.totalCount,
          })}
          description={t('Narrow the zones above by a part of their code or name.')}
        />
      )}
    </div>
  );
}
