import { getDvaApp, history } from '@umijs/max';
import type { ReactNode } from 'react';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { ToastHost } from '@/components/feedback/ToastHost';
import { landingPath, titleKeyOf } from '@/layouts/pageTable';
import { loadTexts, t } from '@/locales/i18n';
import type { RootState } from '@/models/effects';
import { askPersonAhead } from '@/services/ahead';
import { api } from '@/services/api';
import { connectRequests } from '@/services/request';
import { withRetries } from '@/utils/chunks';
import { rememberLeftOff } from '@/utils/left-off';
import { applyLook, readLook, resolveLook } from '@/utils/look';
import { preloadPage, setPreloadable } from '@/utils/preload';
import { getToken } from '@/utils/token';
import { windowSettings } from '@/utils/window-settings';

// webpack's own loader of chunks, made patient. (Tests have no webpack.)
if (typeof __webpack_chunk_load__ === 'function') __webpack_chunk_load__ = withRetries(__webpack_chunk_load__);

/** The session ended under a page: the next sign-in of the same person offers it again. */
function keepPlace(): void {
  const { pathname, search, hash } = history.location;
  const user = (getDvaApp()?._store.getState() as RootState | undefined)?.user.currentUser;
  if (user && !pathname.startsWith('/user/')) rememberLeftOff(`${pathname}${search}${hash}`, user.id);
}

export function patchRoutes(known: {
  routes: Parameters<typeof setPreloadable>[0];
  routeComponents: Parameters<typeof setPreloadable>[1];
}): void {
  setPreloadable(known.routes, known.routeComponents);
}

/** Draws the app once its language is here; the page's code comes at the same time. */
export function render(draw: () => void): void {
  applyLook(resolveLook(readLook()));
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
  if (!visitor) askPersonAhead();
  const texts = visitor ? [loadTexts('public')] : [loadTexts('public'), loadTexts('console')];
  // Without texts the keys show: poor, but every button works and the next visit repairs it.
  Promise.allSettled(texts).then(draw);
}

export function rootContainer(container: ReactNode): ReactNode {
  return (
    <>
      <ErrorBoundary>{container}</ErrorBoundary>
      <ToastHost />
    </>
  );
}

let from = '';

/** Reports the opened page (SPEC §7); nobody waits for it and nobody hears of its failure. */
export function onRouteChange({ location }: { location: { pathname: string } }): void {
  const path = location.pathname;
  // A group or the root only leads on.
  if (path === from || landingPath(path) !== path) return;
  if (windowSettings().analytics && getToken() !== null && !path.startsWith('/user/')) {
    const view = { path: path.slice(0, 200), title: t(titleKeyOf(path)).slice(0, 100), from: from.slice(0, 200) };
    api.askPost('site.Monitor/pageView', view, { silent: true }).catch(() => undefined);
  }
  from = path;
}
