// Job overview: addresses, goods with article numbers, facts.
import type { ReactNode } from 'react';
import { ArrowRight } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import {
  Card,
  CardHeader,
  DefinitionList,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { EmailLink } from '../../../kit/EmailLink.tsx';
import { CorrectPosition } from '../../../kit/position/CorrectPosition.tsx';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { shortMoment } from '../../../kit/list/times.ts';
import { dayText } from '../../../lib/days.ts';
import { useDriverName } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import { packageTypeText } from '../../../lib/package-types.ts';
import { placedOfJob } from '../../../lib/positions.ts';
import { DeadlineText } from '../columns.tsx';
import {
  partyText,
  placeText,
  streetLines,
  typeText,
  type Job,
  type JobAddress,
  type JobItem,
} from '../model.ts';

const LINK = 'text-link underline-offset-2 hover:underline';

function Party({
  title,
  address,
  instructions,
}: {
  title: string;
  address: JobAddress | null;
  instructions: string | null;
}) {
  const contact = address?.companyname ? address.contactperson : null;
  return (
    <section aria-label={title} className="min-w-0 flex-1">
      <header className="flex min-h-7 items-center gap-1">
        <h2 className="text-xs text-muted-foreground">{title}</h2>
        {address && <CorrectPosition name={partyText(address)} address={placedOfJob(address)} />}
      </header>
      <address className="mt-0.5 text-sm not-italic">
        <span className="block font-medium break-words">{partyText(address) || '–'}</span>
        {contact && <span className="block text-muted-foreground">{contact}</span>}
        {streetLines(address).map((line, index) => (
          <span key={index} className="block break-words">
            <bdi>{line}</bdi>
          </span>
        ))}
        <span className="block">{placeText(address)}</span>
        {address?.telephone && (
          <a
            href={`tel:${address.telephone.replaceAll(/[^+\d]/g, '')}`}
            className={`block leading-6 ${LINK}`}
          >
            <bdi dir="ltr">{address.telephone}</bdi>
          </a>
        )}
        {address?.email && <EmailLink email={address.email} className="block leading-6" />}
      </address>
      {[address?.instructions, instructions].filter(Boolean).map((text) => (
        <p
          key={text}
          className="mt-1.5 rounded bg-warning-soft px-2 py-1 text-xs text-warning-text"
        >
          {text}
        </p>
      ))}
    </section>
  );
}

export function Route({ job }: { job: Job }) {
  const t = useT();
  return (
    <Card>
      <div className="flex flex-col gap-4 sm:flex-row">
        <Party title={t('From')} address={job.fromaddress} instructions={job.specialinstructions} />
        <ArrowRight
          aria-hidden
          className="mt-6 hidden size-4 shrink-0 text-muted-foreground sm:block rtl:-scale-x-100"
        />
        <Party title={t('To')} address={job.toaddress} instructions={job.deliveryinstructions} />
      </div>
    </Card>
  );
}

function Size({ item }: { item: JobItem }) {
  const sides = [item.length, item.width, item.height];
  if (sides.every((side) => side === null)) return '–';
  return (
    <bdi dir="ltr">
      {sides.map((side) => side?.value ?? '?').join(' × ')} {item.length?.unit ?? 'cm'}
    </bdi>
  );
}

/** Numbers of one item: all of a few, else the first and the last. */
function Articles({ numbers }: { numbers: readonly string[] }) {
  const t = useT();
  if (numbers.length === 0) return '–';
  const shown = numbers.length > 4 ? [numbers[0], numbers.at(-1)] : numbers;
  return (
    <span title={numbers.length > 4 ? numbers.join('\n') : undefined} className="tabular-nums">
      <bdi dir="ltr">{shown.join(numbers.length > 4 ? ' … ' : ', ')}</bdi>
      {numbers.length > 4 && (
        <span className="text-muted-foreground">
          {' '}
          {t('({count} articles)', { count: numbers.length })}
        </span>
      )}
    </span>
  );
}

export function Goods({ job }: { job: Job }) {
  const t = useT();
  const format = useFormat();
  return (
    <Card className="p-0">
      <CardHeader
        className="mb-0 px-4 pt-3 pb-2"
        title={t('Items and articles')}
        description={[
          t(
            '{number} pieces',
            { count: job.totalquantity, number: format.number(job.totalquantity, 0) },
            '{number} piece',
          ),
          format.quantity({ value: job.totalweight, unit: 'kg' }, 1),
          format.quantity({ value: job.totalvolume, unit: 'm3' }, 2),
        ].join(' · ')}
      />
      {job.items.length === 0 ? (
        <p className="px-4 pb-4 text-[13px] text-muted-foreground">{t('No goods yet')}</p>
      ) : (
        <div className="[&>div]:rounded-t-none [&>div]:border-x-0 [&>div]:border-b-0 [&>div]:shadow-none">
          <Table label={t('Items and articles')}>
            <THead>
              <tr>
                <Th numeric className="w-14">
                  {t('Qty')}
                </Th>
                <Th>{t('Item')}</Th>
                <Th numeric>{t('Size per piece')}</Th>
                <Th numeric>{t('Weight per piece')}</Th>
                <Th>{t('Article numbers')}</Th>
              </tr>
            </THead>
            <TBody>
              {job.items.map((item) => (
                <Tr key={item.id}>
                  <Td numeric>{item.quantity}</Td>
                  <Td className="max-w-64 break-words">
                    {[item.packagetype && packageTypeText(item.packagetype, t), item.description]
                      .filter(Boolean)
                      .join(', ') || '–'}
                  </Td>
                  <Td numeric>
                    <Size item={item} />
                  </Td>
                  <Td numeric>{format.quantity(item.weight)}</Td>
                  <Td className="max-w-64 break-words">
                    <Articles numbers={item.articlenumbers} />
                  </Td>
                </Tr>
              ))}
            </TBody>
          </Table>
        </div>
      )}
    </Card>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
}

export function Facts({ job }: { job: Job }) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const driverName = useDriverName();
  const facts: (Fact | false | null)[] = [
    isTenant &&
      job.customerid !== null && {
        label: t('Customer'),
        value: has('Pages.Customer') ? (
          <Link
            to="/customers/$id/details"
            params={{ id: String(job.customerid) }}
            className={LINK}
          >
            <CustomerName id={job.customerid} />
          </Link>
        ) : (
          <CustomerName id={job.customerid} />
        ),
      },
    isTenant &&
      job.driverid !== null && {
        label: t('Driver'),
        value: has('Pages.Driver') ? (
          <Link to="/drivers/details/$id" params={{ id: String(job.driverid) }} className={LINK}>
            {driverName(job.driverid) || t('Driver {id}', { id: job.driverid })}
          </Link>
        ) : (
          t('Driver {id}', { id: job.driverid })
        ),
      },
    isTenant &&
      job.carrieraccount !== null && {
        label: t('Carrier'),
        value: <bdi>{job.carrieraccount}</bdi>,
      },
    { label: t('Type'), value: typeText(job.jobtype, t) },
    (job.servicename ?? job.servicecode) !== null && {
      label: t('Service'),
      value: job.servicename ?? job.servicecode,
    },
    {
      label: t('Pickup day'),
      value: job.pickupdate ? dayText(job.pickupdate, format.language) : '–',
    },
    {
      label: t('Goods ready'),
      value: job.pickupreadydatetime
        ? shortMoment(job.pickupreadydatetime, format.timezone)
        : job.ispickupready
          ? t('Yes')
          : '–',
    },
    { label: t('Deadline'), value: <DeadlineText job={job} t={t} format={format} /> },
    job.timeslot !== null && { label: t('Time slot'), value: <bdi dir="ltr">{job.timeslot}</bdi> },
    { label: t('Reference'), value: <bdi>{job.reference || '–'}</bdi> },
    job.costcentre !== null && { label: t('Cost centre'), value: job.costcentre },
    job.connoteno !== null && { label: t('Connote'), value: <bdi dir="ltr">{job.connoteno}</bdi> },
    job.bookingid !== null && {
      label: t('Booking'),
      value: (
        <Link
          to="/bookings-beta/details/$id"
          params={{ id: String(job.bookingid) }}
          className={LINK}
        >
          {job.connoteno || `#${job.bookingid}`}
        </Link>
      ),
    },
    job.manifestno !== null && { label: t('Manifest'), value: job.manifestno },
    job.routecode !== null && { label: t('Route'), value: job.routecode },
    job.finishedtime !== null && {
      label: t('Finished'),
      value: shortMoment(job.finishedtime, format.timezone),
    },
    isTenant &&
      job.carrierbookingid !== null && {
        label: t('Booked with the carrier'),
        value: (
          <Link
            to="/bookings-beta/details/$id"
            params={{ id: String(job.carrierbookingid) }}
            className={LINK}
          >
            {job.connoteno || `#${job.carrierbookingid}`}
          </Link>
        ),
      },
    isTenant &&
      job.templateid !== null && {
        label: t('Template'),
        value: (
          <Link to="/jobs/templates/$id" params={{ id: String(job.templateid) }} className={LINK}>
            {t('Made by a template')}
          </Link>
        ),
      },
    { label: t('Created'), value: shortMoment(job.creationTime, format.timezone) },
  ];
  return (
    <Card>
      <DefinitionList items={facts.filter((fact) => fact !== false && fact !== null)} />
    </Card>
  );
}
