import { getDvaApp, history } from '@umijs/max';
import type { ReactNode } from 'react';
import { applyAppearance, readAppearance, resolveAppearance } from '@/app/appearance/appearance';
import { readBrandColour } from '@/app/appearance/brand';
import { withRetries } from '@/app/chunks';
import { loadTexts, t } from '@/app/i18n/i18n';
import { whenIdle } from '@/app/idle';
import { preloadPage, setPreloadable } from '@/app/preload';
import { prefetchUser } from '@/app/request/prefetch';
import { connectRequests } from '@/app/request/request';
import { rememberLeftOff } from '@/app/session/leftOff';
import { flushForms } from '@/app/session/openForms';
import { getToken } from '@/app/session/token';
import { windowSettings } from '@/app/windowSettings';
import { landingPath, titleKeyOf } from '@/layouts/pageTable';
import type { RootState } from '@/models/state';
import { AfterLoad } from '@/pwa/AfterLoad';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import { ToastHost } from '@/ui/feedback/ToastHost';

// Replace webpack's chunk loader by a loader with retries. Tests have no webpack.
if (typeof __webpack_chunk_load__ === 'function') __webpack_chunk_load__ = withRetries(__webpack_chunk_load__);

/**
 * Stores the page's URL and the unsent input before the request wrapper opens the sign-in page. After the next sign-in of the same user,
 * the workbench offers the URL. URLs of the sign-in pages are not stored.
 */
function keepPlace(): void {
  const { pathname, search, hash } = history.location;
  const user = (getDvaApp()?._store.getState() as RootState | undefined)?.user.currentUser;
  if (pathname.startsWith('/user/')) return;
  // Store the unsent input. `to` is the URL that opens the form with this input again, or `null` if no form has unsent input.
  const { slots, to } = flushForms();
  // If the session ended before its user was loaded, the URL is stored for any user who signs in next.
  rememberLeftOff(to ?? `${pathname}${search}${hash}`, user?.id ?? null, slots);
}

export function patchRoutes(known: {
  routes: Parameters<typeof setPreloadable>[0];
  routeComponents: Parameters<typeof setPreloadable>[1];
}): void {
  setPreloadable(known.routes, known.routeComponents);
}

/**
 * Renders the app when its first texts are loaded or have failed to load. Visitors need the texts of the sign-in pages. Signed-in users
 * also need the texts of the frame. The page's code is loaded in parallel.
 */
export function render(draw: () => void): void {
  applyAppearance(resolveAppearance(readAppearance(), readBrandColour()));
  connectRequests({
    replace: (path) => {
      keepPlace();
      history.replace(path);
    },
    push: (path) => {
      keepPlace();
      history.push(path);
    },
    permissionChanged: () => getDvaApp()?._store.dispatch({ type: 'user/fetchCurrent' }),
  });
  const { pathname } = window.location;
  const visitor = pathname.startsWith('/user/') || getToken() === null;
  preloadPage(visitor && !pathname.startsWith('/user/') ? '/user/login' : landingPath(pathname));
  if (!visitor) prefetchUser();
  const texts = visitor ? [loadTexts('public')] : [loadTexts('public'), loadTexts('console')];
  // Draw even if texts are missing. Their keys are then shown, but every button works, and the next visit loads the texts.
  void Promise.allSettled(texts).then(draw);
}

export function rootContainer(container: ReactNode): ReactNode {
  return (
    <>
      <ErrorBoundary>{container}</ErrorBoundary>
      <ToastHost />
      <AfterLoad />
    </>
  );
}

let from = '';
/** The page view is reported when the browser is idle, or after this many milliseconds at the latest. */
const AT_REST = { within: 5_000 };

/** Reports the opened page if analytics are on and a user is signed in (SPEC §7). The code for this is loaded after the page is shown. */
export function onRouteChange({ location }: { location: { pathname: string } }): void {
  const path = location.pathname;
  // Menu groups and the root path only redirect, so they are not reported.
  if (path === from || landingPath(path) !== path) return;
  if (windowSettings().analytics && getToken() !== null && !path.startsWith('/user/')) {
    // Report only the path: queries can identify a user, paths cannot.
    const view = { path: path.slice(0, 200), title: '', from: from.slice(0, 200) };
    const at = performance.now();
    whenIdle(() => {
      import('@/app/pageUse')
        .then(({ reportView }) => reportView({ ...view, title: t(titleKeyOf(path)).slice(0, 100) }, at))
        .catch(() => undefined);
    }, AT_REST);
  }
  from = path;
}
