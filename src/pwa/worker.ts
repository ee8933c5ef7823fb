const WORKER = '/sw.js';
/**
 * Milliseconds before the first attempt to register the worker, and between attempts until a user signs in. The first page's data has
 * priority.
 */
const START_MS = 3_000;
/**
 * Additional delay before a browser's first worker is registered, in milliseconds. The first worker downloads and compiles the whole
 * console, which must not slow down the sign-in.
 */
const FIRST_MS = 10_000;
/**
 * Milliseconds between regular checks for a new version, because pages stay open for days (`LOOK_MS`). A page also checks when it becomes
 * visible. `LOOK_GAP_MS` is the minimum time between two checks.
 */
const LOOK_MS = 60 * 60_000;
const LOOK_GAP_MS = 10 * 60_000;
/** Maximum wait for the new worker to take over, in milliseconds. After this time the page reloads in any case. */
const TAKE_OVER_MS = 4_000;

/** Functions of the browser and of the session that {@link followWorker} calls. Tests replace them. */
export interface Surroundings {
  readonly workers: Pick<
    ServiceWorkerContainer,
    'controller' | 'register' | 'addEventListener' | 'removeEventListener'
  >;
  isSignedIn(): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  reload(): void;
}

export interface Follower {
  /** Activates the new worker and reloads the page. The page reloads only once, even if several events report the new worker. */
  refresh(): void;
  stop(): void;
}

/**
 * Registers the offline worker and reports a waiting version of the console.
 *
 * @param found called when there is a new version
 */
export function followWorker({ workers, isSignedIn, now, reload }: Surroundings, found: () => void): Follower {
  let registration: ServiceWorkerRegistration | undefined;
  let wanted = false;
  let reloaded = false;
  let lastLook = now();
  const reloadOnce = () => {
    if (reloaded) return;
    reloaded = true;
    reload();
  };
  // Another window may have activated the new worker. This window reloads only after its own user agrees.
  const onControl = () => {
    if (wanted) reloadOnce();
  };
  const tell = () => {
    // A browser's first worker also has the state `waiting` for a short time, but it is not a new version. No worker is active then.
    if (registration?.waiting && registration.active) found();
  };
  const watchInstalling = () => {
    const installing = registration?.installing;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') tell();
    });
  };
  const look = () => {
    if (document.visibilityState !== 'visible' || now() - lastLook < LOOK_GAP_MS) return;
    lastLook = now();
    // If the network is missing, the next check finds the new version.
    registration?.update().catch(() => undefined);
  };
  const begin = async () => {
    try {
      registration = await workers.register(WORKER, { updateViaCache: 'none' });
    } catch {
      // The browser forbids workers or the network is missing. The console works without a worker.
      return;
    }
    if (!registration) return;
    tell();
    watchInstalling();
    registration.addEventListener('updatefound', watchInstalling);
  };
  let starting: ReturnType<typeof setTimeout>;
  const start = () => {
    if (workers.controller) void begin();
    else if (isSignedIn()) starting = setTimeout(() => void begin(), FIRST_MS);
    else starting = setTimeout(start, START_MS);
  };
  starting = setTimeout(start, START_MS);
  const looking = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  workers.addEventListener('controllerchange', onControl);
  return {
    refresh() {
      wanted = true;
      const waiting = registration?.waiting;
      if (!waiting) {
        reloadOnce();
        return;
      }
      waiting.addEventListener('statechange', () => {
        // We check the state here, because a page without a controlling worker gets no `controllerchange` event.
        if (waiting.state === 'activated') reloadOnce();
      });
      waiting.postMessage({ type: 'SKIP_WAITING' });
      setTimeout(reloadOnce, TAKE_OVER_MS);
    },
    stop() {
      clearTimeout(starting);
      clearInterval(looking);
      document.removeEventListener('visibilitychange', look);
      workers.removeEventListener('controllerchange', onControl);
      registration?.removeEventListener('updatefound', watchInstalling);
    },
  };
}

/** Removes this origin's service workers and caches. Called when offline use is disabled (SPEC §8). */
export async function removeWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if (typeof caches === 'undefined') return;
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
