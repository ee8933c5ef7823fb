import { loadTexts, needsPageTexts } from './i18n/i18n';

/** A route as the router knows it: ids refer to each other. */
interface KnownRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly redirect?: string;
}

/** What `React.lazy` keeps inside; reading it starts the download that drawing would start. */
interface LazyInternals {
  readonly _payload?: unknown;
  readonly _init?: (payload: unknown) => unknown;
}

let routes: Readonly<Record<string, KnownRoute>> = {};
let components: Readonly<Record<string, unknown>> = {};

/** Tells which routes there are; called once at the start. */
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
    // A lazy component throws its open promise; a failed one shows itself when it is drawn.
  }
}

/**
 * Starts to download the code of an address with its layouts and texts, so that they do not wait for each other.
 *
 * @param pathname as in the route table; an address without a page starts nothing
 */
export function preloadPage(pathname: string): void {
  const target = Object.values(routes).find(
    (route) => route.path === pathname && !route.redirect && components[route.id],
  );
  // A failed download shows itself where the texts are needed.
  if (target && needsPageTexts(pathname)) loadTexts('pages').catch(() => undefined);
  // Layouts share `/`, but only a page has a longer path of its own.
  for (let route: KnownRoute | undefined = target; route; route = route.parentId ? routes[route.parentId] : undefined) {
    start(components[route.id]);
  }
}
