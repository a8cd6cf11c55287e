// /settings: section list next to the open section; a menu on narrow screens.
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronDown, Lock, SearchX } from 'lucide-react';
import { Button, buttonClass, cn, EmptyState, Input } from '@waybill/plugin';
import { usePermissions, useSession } from '../api/session.ts';
import { useFeatures } from '../api/tenant.tsx';
import { useT } from '../lib/i18n.ts';
import { PageLoading } from './Loading.tsx';
import { PageHeading } from './PageHeading.tsx';
import { findSections, GROUPS, mayOpen, sectionAt, type SettingsSection } from './settings.ts';

function useSections(all: readonly SettingsSection[]): SettingsSection[] {
  const { isCustomer, isDriver, isPlatformAdmin } = useSession();
  const permissions = usePermissions().all;
  const { has: hasFeature } = useFeatures();
  return useMemo(
    () =>
      all.filter((section) =>
        mayOpen(section, {
          isCustomer,
          isDriver,
          isPlatformAdmin,
          can: (name) => permissions.includes(name),
          hasFeature,
        }),
      ),
    [all, isCustomer, isDriver, isPlatformAdmin, permissions, hasFeature],
  );
}

function useGroups(sections: SettingsSection[], text: string) {
  const t = useT();
  return useMemo(() => {
    const found = findSections(sections, text, t);
    return GROUPS.map((group) => ({
      ...group,
      sections: found.filter((section) => section.group === group.id),
    })).filter((group) => group.sections.length > 0);
  }, [sections, text, t]);
}

function SearchBox({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useT();
  return (
    <Input
      type="search"
      aria-label={t('Search the settings')}
      placeholder={t('Search the settings')}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useT();
  return (
    <div className="grid justify-items-start gap-2 py-2 text-[13px] text-muted-foreground">
      <p role="status">{t('No matching settings.')}</p>
      <Button variant="outline" size="sm" onClick={onClear}>
        {t('Show all')}
      </Button>
    </div>
  );
}

function SideList({
  sections,
  open,
  onChosen,
}: {
  sections: SettingsSection[];
  open: string | null;
  onChosen?: () => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const groups = useGroups(sections, text);
  const list = useRef<HTMLDivElement>(null);
  // In the menu of narrow screens the page itself would scroll.
  useEffect(() => {
    if (open && !onChosen)
      list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [open, onChosen]);
  return (
    <div ref={list} className="grid content-start gap-4">
      {sections.length > 4 && <SearchBox text={text} onText={setText} />}
      {groups.length === 0 && <NothingFound onClear={() => setText('')} />}
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={`settings-${group.id}`}>
          <h2
            id={`settings-${group.id}`}
            className="px-2.5 pb-1 text-xs font-medium text-muted-foreground"
          >
            {t(group.title)}
          </h2>
          <ul className="grid gap-px">
            {group.sections.map(({ id, path, title, icon: Icon }) => (
              <li key={id}>
                <Link
                  to="/settings/$"
                  params={{ _splat: path }}
                  onClick={onChosen}
                  aria-current={id === open ? 'page' : undefined}
                  activeProps={{}}
                  className={cn(
                    'flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-[13px]',
                    'focus-visible:outline-2 focus-visible:outline-ring [&_svg]:size-4',
                    '[&_svg]:shrink-0',
                    id === open
                      ? 'bg-accent font-medium text-foreground'
                      : 'text-muted-foreground hover:bg-accent hover:text-foreground',
                  )}
                >
                  <Icon aria-hidden />
                  <span className="min-w-0 break-words">{t(title)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** On narrow screens the list folds into a button over the section. */
function NarrowMenu({
  sections,
  open,
}: {
  sections: SettingsSection[];
  open: SettingsSection | null;
}) {
  const t = useT();
  const [unfolded, setUnfolded] = useState(false);
  return (
    <div className="mb-4 lg:hidden">
      <Button
        variant="outline"
        aria-expanded={unfolded}
        aria-controls="settings-menu"
        onClick={() => setUnfolded(!unfolded)}
        className="w-full justify-between"
      >
        <span className="min-w-0 truncate">
          {open ? t('Settings: {section}', { section: t(open.title) }) : t('Settings')}
        </span>
        <ChevronDown aria-hidden className={cn('transition-transform', unfolded && 'rotate-180')} />
      </Button>
      {unfolded && (
        <nav
          id="settings-menu"
          aria-label={t('Settings')}
          className="mt-2 rounded-lg border border-border bg-card p-2 shadow-sm"
        >
          <SideList
            sections={sections}
            open={open?.id ?? null}
            onChosen={() => setUnfolded(false)}
          />
        </nav>
      )}
    </div>
  );
}

function Overview({ sections }: { sections: SettingsSection[] }) {
  const t = useT();
  const [text, setText] = useState('');
  const groups = useGroups(sections, text);
  return (
    <>
      <PageHeading title={t('Settings')} />
      <div className="grid max-w-5xl gap-6">
        <div className="max-w-80">
          <SearchBox text={text} onText={setText} />
        </div>
        {groups.length === 0 && <NothingFound onClear={() => setText('')} />}
        {groups.map((group) => (
          <section key={group.id} aria-labelledby={`settings-group-${group.id}`}>
            <h2 id={`settings-group-${group.id}`} className="mb-2 text-sm font-semibold">
              {t(group.title)}
            </h2>
            <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
              {group.sections.map(({ id, path, title, description, icon: Icon }) => (
                <li key={id}>
                  <Link
                    to="/settings/$"
                    params={{ _splat: path }}
                    className={cn(
                      'flex h-full items-start gap-3 rounded-lg border border-border bg-card',
                      'p-3 shadow-xs hover:bg-accent focus-visible:outline-2',
                      'focus-visible:outline-ring',
                    )}
                  >
                    <span
                      aria-hidden
                      className={cn(
                        'grid size-8 shrink-0 place-items-center rounded-md bg-muted',
                        'text-muted-foreground [&_svg]:size-4',
                      )}
                    >
                      <Icon />
                    </span>
                    <span className="min-w-0">
                      <span className="block text-sm font-medium break-words">{t(title)}</span>
                      <span className="block text-[13px] text-muted-foreground">
                        {t(description)}
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function NotHere({ known }: { known: boolean }) {
  const t = useT();
  return (
    <>
      <PageHeading title={t('Settings')} />
      <EmptyState
        icon={known ? <Lock /> : <SearchX />}
        title={known ? t('You are not permitted to see this setting') : t('Setting not found')}
        description={
          known
            ? t('Ask an administrator for access.')
            : t('Check the address, or the page may have been removed.')
        }
        action={
          <Link to="/settings" className={buttonClass({ variant: 'outline' })}>
            {t('All settings')}
          </Link>
        }
      />
    </>
  );
}

/** `all` is the areas' sections, in order. */
export function SettingsHub({ all }: { all: readonly SettingsSection[] }) {
  const t = useT();
  const { _splat: address = '' } = useParams({ strict: false }) as { _splat?: string };
  const sections = useSections(all);
  if (!address.replaceAll('/', '')) return <Overview sections={sections} />;
  const found = sectionAt(sections, address);
  const Section = found?.section.component;
  return (
    <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start lg:gap-8">
      <nav
        aria-label={t('Settings')}
        className="sticky top-18 max-h-[calc(100dvh-6rem)] overflow-y-auto p-0.5 max-lg:hidden"
      >
        <SideList sections={sections} open={found?.section.id ?? null} />
      </nav>
      <div className="min-w-0">
        <NarrowMenu sections={sections} open={found?.section ?? null} />
        {found && Section ? (
          <Suspense fallback={<PageLoading />}>
            <Section key={found.section.id} rest={found.rest} />
          </Suspense>
        ) : (
          <NotHere known={sectionAt(all, address) !== null} />
        )}
      </div>
    </div>
  );
}
