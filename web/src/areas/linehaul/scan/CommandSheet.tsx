// Barcodes of the station's commands and depots, to print and fix at the dock.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { Button, buttonClass, ErrorNote, Skeleton } from '@waybill/plugin';
import { Barcode } from '../../../kit/barcode/Barcode.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import { HeadingTitle } from '../../../shell/PageHeading.tsx';
import { screen } from '../../../shell/screen.tsx';
import { portName } from '../model.ts';
import { portsQuery } from '../queries.ts';
import { COMMANDS, portBarcode } from './commands.ts';

export const CommandSheet = screen(
  {
    needs: 'Pages.Job.LineHaul',
    title: msg('Command barcodes'),
    to: msg('use the scan station'),
  },
  CommandSheetScreen,
);

function Code({ title, text }: { title: string; text: string }) {
  return (
    <li className="grid break-inside-avoid justify-items-center gap-1 rounded-lg border border-border bg-card p-3">
      <b className="text-center text-base font-semibold">
        <bdi>{title}</bdi>
      </b>
      <Barcode text={text} className="h-16 w-full max-w-72" />
      <bdi dir="ltr" className="font-mono text-xs text-muted-foreground">
        {text}
      </bdi>
    </li>
  );
}

const GRID = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3';

function CommandSheetScreen() {
  const t = useT();
  const ports = useQuery(portsQuery);
  return (
    <div className="mx-auto grid max-w-4xl gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <HeadingTitle
          title={t('Command barcodes')}
          breadcrumbs={[{ text: t('Scan station'), href: '/jobs/scan' }]}
        />
        <div className="flex gap-2 print:hidden">
          <Link to="/jobs/scan" search={{}} className={buttonClass({ variant: 'outline' })}>
            {t('Scan station')}
          </Link>
          <Button onClick={() => print()}>
            <Printer aria-hidden /> {t('Print')}
          </Button>
        </div>
      </header>
      <p className="text-sm text-muted-foreground">
        {t('Print this page and fix it where you scan: the scanner then drives the station alone.')}
      </p>
      <section aria-label={t('Commands')} className="grid gap-2">
        <h2 className="font-semibold">{t('Commands')}</h2>
        <ul className={GRID}>
          {COMMANDS.map(({ code, text, key }) => (
            <Code key={code} title={`${t(text)} (${key})`} text={code} />
          ))}
        </ul>
      </section>
      <section aria-label={t('Head ports')} className="grid gap-2">
        <h2 className="font-semibold">{t('Head ports')}</h2>
        {ports.isLoadingError ? (
          <ErrorNote
            title={t('The head ports could not be loaded')}
            error={ports.error}
            onRetry={() => void ports.refetch()}
          />
        ) : ports.isPending ? (
          <Skeleton className="h-24" />
        ) : ports.data.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('No head ports yet')}</p>
        ) : (
          <ul className={GRID}>
            {ports.data.map((port) => (
              <Code key={port.code} title={portName(port)} text={portBarcode(port.code)} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
