const WORKER = '/sw.js';
/** What is looked at first comes first: after this chunk has come, it waits once more. Milliseconds. */
const START_MS = 3_000;
/**
 * The very first worker of a browser downloads and compiles the whole console: not during a sign-in, and not until so long after
 * it. Milliseconds.
 */
const FIRST_MS = 10_000;
/** Pages of a console stay open for days: how often a new version is looked for, and how often at most. Milliseconds. */
const LOOK_MS = 60 * 60_000;
const LOOK_GAP_MS = 10 * 60_000;
/** A worker that was told to take over and does not: the page is loaded all the same. Milliseconds. */
const TAKE_OVER_MS = 4_000;

/** What the follower needs of the browser; tests set it. */
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
  /** Lets the new worker take over and reloads the page: once, however many events report it. */
  refresh(): void;
  stop(): void;
}

/**
 * Registers the offline worker and tells when another version of the console waits.
 *
 * @param found called when there is new content
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
  // Another window may have activated the new worker: this one is not reloaded until its user agrees.
  const onControl = () => {
    if (wanted) reloadOnce();
  };
  const tell = () => {
    // The very first worker waits for a moment as well; it brings nothing new.
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
    // Without a network the next look finds it.
    registration?.update().catch(() => undefined);
  };
  const begin = async () => {
    try {
      registration = await workers.register(WORKER, { updateViaCache: 'none' });
    } catch {
      // A browser that forbids workers, or no network: the console works without.
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
        // A page that no worker controls hears of no change of control.
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

/** The feature is off: workers of this origin and what they kept are removed (SPEC §8). */
export async function removeWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if (typeof caches === 'undefined') return;
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
