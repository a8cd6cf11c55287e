// Slots that plugins fill, each in an error boundary.
import { Component, Suspense, use, useState, type ErrorInfo, type ReactNode } from 'react';
import { PuzzleIcon } from 'lucide-react';
import {
  cn,
  Button,
  ErrorNote,
  Skeleton,
  useHost,
  type PluginManifest,
  type SlotName,
  type SlotProps,
} from '@waybill/plugin';
import { log } from '../api/session-service.ts';
import { useT } from '../lib/i18n.ts';
import {
  allowed,
  canRetry,
  remoteModule,
  retryModule,
  useRegistry,
  type LoadedPlugin,
} from './registry.ts';

function Fallback({
  name,
  children,
  action,
}: {
  name: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      role="alert"
      data-plugin-fallback={name}
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-lg border border-dashed',
        'border-input bg-muted/50 px-4 py-3 text-sm',
      )}
    >
      <PuzzleIcon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{children}</p>
        <p className="text-xs text-muted-foreground">{name}</p>
      </div>
      {action}
    </div>
  );
}

interface BoundaryProps {
  plugin: PluginManifest;
  module: string;
  onRetry: () => void;
  children: ReactNode;
}

function Failed({ plugin, module, onRetry }: Omit<BoundaryProps, 'children'>) {
  const t = useT();
  const retryPlugin = () => {
    retryModule(plugin, module);
    onRetry();
  };
  const action = canRetry(plugin, module)
    ? { label: t('Try again'), run: retryPlugin }
    : { label: t('Reload the page'), run: () => location.reload() };
  return (
    <Fallback
      name={plugin.name}
      action={
        <Button variant="outline" size="sm" onClick={action.run}>
          {action.label}
        </Button>
      }
    >
      {t('This section could not be shown.')}
    </Fallback>
  );
}

class PluginBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    void log('error', 'PLUGIN_FAILED', {
      plugin: this.props.plugin.id,
      message: error.message,
      stack: info.componentStack?.slice(0, 500) ?? '',
    });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Failed {...this.props} />;
  }
}

const Waiting = () => (
  <div aria-busy="true" className="grid gap-2 rounded-lg border border-border bg-card p-4">
    <Skeleton className="w-40" />
    <Skeleton className="h-20" />
  </div>
);

function Loaded({
  plugin,
  module,
  props,
}: {
  plugin: PluginManifest;
  module: string;
  props: object;
}) {
  const fetched = remoteModule(plugin, module);
  const Filled = fetched.value ?? use(fetched.promise);
  return <Filled {...props} />;
}

export interface PluginPartProps extends LoadedPlugin {
  module: string;
  /** Slot or page, as a data attribute for tests. */
  place: string;
  props: object;
}

/** A plugin module with loading, error boundary and manual retry. */
export function PluginPart({ plugin, supported, module, place, props }: PluginPartProps) {
  const t = useT();
  const [mounts, setMounts] = useState(1);
  if (!supported)
    return (
      <Fallback name={plugin.name}>
        {t('This panel requires a different version of the application.')}
      </Fallback>
    );
  return (
    <PluginBoundary
      key={mounts}
      plugin={plugin}
      module={module}
      onRetry={() => setMounts(mounts + 1)}
    >
      <Suspense fallback={<Waiting />}>
        <div data-plugin={plugin.id} data-slot={place} className="contents">
          <Loaded plugin={plugin} module={module} props={props} />
        </div>
      </Suspense>
    </PluginBoundary>
  );
}

/** Fillings of a slot visible to the user; no name, no fillings. `only` restricts to one plugin. */
export function useSlot(name: SlotName | null, only?: string) {
  const { data, isPending, isLoadingError, refetch } = useRegistry();
  const host = useHost();
  const fillings = ((name && data?.bySlot.get(name)) || []).filter(
    ({ plugin, contribution }) => (!only || plugin.id === only) && allowed(contribution, host),
  );
  return { fillings, isPending, isMissing: isLoadingError, retry: () => void refetch() };
}

export interface SlotElementProps<S extends SlotName> {
  name: S;
  props: SlotProps[S];
  /** Restricts to one plugin. */
  only?: string;
  /** Shown when no plugin fills the slot. */
  empty?: ReactNode;
}

export function Slot<S extends SlotName>({ name, props, only, empty = null }: SlotElementProps<S>) {
  const t = useT();
  const { fillings, isPending, isMissing, retry } = useSlot(name, only);
  if (isPending) return <Waiting />;
  if (isMissing)
    return (
      <ErrorNote message={t('The plugins for this page could not be loaded.')} onRetry={retry} />
    );
  if (fillings.length === 0) return empty;
  return fillings.map(({ plugin, supported, contribution }) => (
    <PluginPart
      key={`${plugin.id}/${contribution.id}`}
      plugin={plugin}
      supported={supported}
      module={contribution.module}
      place={contribution.slot}
      props={props}
    />
  ));
}
