// The plugins' remotes. The federation runtime is fetched with the first remote that is used.

type Runtime = (typeof import('./federation.ts'))['federation'];

interface Remote {
  name: string;
  entry: string;
  type: 'module';
}

/** Registered before the runtime was there. */
const waiting = new Map<string, Remote>();
let runtime: Runtime | null = null;
let loading: Promise<Runtime> | null = null;

/** Adds a remote; a known name gets another address. */
export function registerRemote(remote: Remote, options?: { force: boolean }): void {
  if (runtime) runtime.registerRemotes([remote], options);
  else waiting.set(remote.name, remote);
}

/** Loads the runtime; after a failure the next call tries again. */
export function loadRuntime(): Promise<Runtime> {
  loading ??= import('./federation.ts').then(
    ({ federation }) => {
      runtime = federation;
      federation.registerRemotes([...waiting.values()]);
      waiting.clear();
      return federation;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
