import { loadTexts, needsPageTexts } from './i18n/i18n';

/** A route of the router. `parentId` is the id of the layout around the route. */
interface KnownRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly redirect?: string;
}

/** Internals of `React.lazy`. Calling `_init` with `_payload` starts the same download as rendering. */
interface LazyInternals {
  readonly _payload?: unknown;
  readonly _init?: (payload: unknown) => unknown;
}

let routes: Readonly<Record<string, KnownRoute>> = {};
let components: Readonly<Record<string, unknown>> = {};

/** Sets the known routes. Called once at the start. */
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
    // A lazy component throws its pending promise here. A failed download is reported when the component is rendered.
  }
}

/**
 * Starts to download a page's code in parallel with its layouts and texts.
 *
 * @param pathname path as in the route table; a path without a page starts no download
 */
export function preloadPage(pathname: string): void {
  const target = Object.values(routes).find(
    (route) => route.path === pathname && !route.redirect && components[route.id],
  );
  // The component that needs the texts reports a failed download.
  if (target && needsPageTexts(pathname)) loadTexts('pages').catch(() => undefined);
  // All layouts have the path `/`, so a longer path matches only a page. Its layouts are loaded too.
  for (let route: KnownRoute | undefined = target; route; route = route.parentId ? routes[route.parentId] : undefined) {
    start(components[route.id]);
  }
}
