import { loadTexts, needsPageTexts } from './i18n/i18n';

/** A route in the form of the router: ids refer to each other. */
interface KnownRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly redirect?: string;
}

/** Internals of `React.lazy`: reading them starts the same download as rendering. */
interface LazyInternals {
  readonly _payload?: unknown;
  readonly _init?: (payload: unknown) => unknown;
}

let routes: Readonly<Record<string, KnownRoute>> = {};
let components: Readonly<Record<string, unknown>> = {};

/** Sets the known routes; called once at the start. */
export function setPreloadable(
  known: Readonly<Record<string, KnownRoute>>,
  byId: Readonly<Record<string, unknown>>,
): void {
  routes = known;
  components = byId;
}

function start(component: unknown): void {
  const { _init, _payload } = (component ?? {}) as LazyInternals;
  if (!_init) return;
  try {
    _init(_payload);
  } catch {
    // A lazy component throws its pending promise. A failed download is reported when the component is rendered.
  }
}

/**
 * Starts to download the code of an address in parallel with its layouts and texts.
 *
 * @param pathname as in the route table; an address without a page starts nothing
 */
export function preloadPage(pathname: string): void {
  const target = Object.values(routes).find(
    (route) => route.path === pathname && !route.redirect && components[route.id],
  );
  // A failed download is reported where the texts are needed.
  if (target && needsPageTexts(pathname)) loadTexts('pages').catch(() => undefined);
  // The path of every layout is `/`; only pages have a longer path.
  for (let route: KnownRoute | undefined = target; route; route = route.parentId ? routes[route.parentId] : undefined) {
    start(components[route.id]);
  }
}
