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

// webpack's own chunk loader, with retries. (Tests have no webpack.)
if (typeof __webpack_chunk_load__ === 'function') __webpack_chunk_load__ = withRetries(__webpack_chunk_load__);

/** Stores the address at the end of the session: the next sign-in of the same user offers it. */
function keepPlace(): void {
  const { pathname, search, hash } = history.location;
  const user = (getDvaApp()?._store.getState() as RootState | undefined)?.user.currentUser;
  if (pathname.startsWith('/user/')) return;
  // Unsent input is stored too; a dialog knows the address that opens it.
  const { slots, to } = flushForms();
  // A session that ended before its user was known stores its address for the next sign-in.
  rememberLeftOff(to ?? `${pathname}${search}${hash}`, user?.id ?? null, slots);
}

export function patchRoutes(known: {
  routes: Parameters<typeof setPreloadable>[0];
  routeComponents: Parameters<typeof setPreloadable>[1];
}): void {
  setPreloadable(known.routes, known.routeComponents);
}

/** Renders the app once its language is loaded; the page's code is loaded at the same time. */
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
  // Without texts the keys are shown: every button still works, and the next visit loads the texts.
  Promise.allSettled(texts).then(draw);
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
/** Longest wait for an idle moment, so that a page is reported after its first content is painted. Milliseconds. */
const AT_REST = { within: 5_000 };

/** Loads the code that reports the opened page (SPEC §7) once the page is shown. */
export function onRouteChange({ location }: { location: { pathname: string } }): void {
  const path = location.pathname;
  // A group and the root only redirect.
  if (path === from || landingPath(path) !== path) return;
  if (windowSettings().analytics && getToken() !== null && !path.startsWith('/user/')) {
    // Paths of pages identify no user, but queries do.
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
