import { history, Link, Navigate, Outlet, useDispatch, useLocation, useSelector } from '@umijs/max';
import { useEffect, useRef } from 'react';
import { useT, useTexts } from '@/app/i18n/i18n';
import { ADMIN, recomputeRoles } from '@/app/session/authority';
import { useBrand } from '@/app/session/captcha';
import { isSessionOver } from '@/app/session/expiry';
import { loginAddress } from '@/app/session/redirect';
import { getToken } from '@/app/session/token';
import type { RootState } from '@/models/state';
import { Authorized } from '@/ui/Authorized';
import { NotFound } from '@/ui/Exception';
import { FROM_ROOT, hasPage, landingPath, writtenPath } from './pageTable';
import styles from './security.css';
import { usePageTitle } from './usePageTitle';

/** Shows the 404 page outside the basic layout and sets the page title. */
function NoPage() {
  usePageTitle(useBrand().siteName);
  return <NotFound />;
}

/** Shows a link to the sign-in page for visitors who are not redirected. */
function SignedOut() {
  const t = useT();
  usePageTitle(useBrand().siteName, 'common.signedOut');
  return (
    <main className={styles.waiting}>
      <h1 className={styles.title}>{t('common.signedOut')}</h1>
      <p>{t('common.signedOutHint')}</p>
      <Link className={styles.retry} to={loginAddress(window.location.href)}>
        {t('login.submit')}
      </Link>
    </main>
  );
}

/**
 * Redirects a visitor from a page of the console to the sign-in page. After the sign-in, the requested page opens (SPEC §2). An unknown
 * path shows the 404 page. A URL with the parameter `redirect` shows a link to the sign-in page instead.
 */
function Visitor() {
  const { pathname, search } = useLocation();
  // The request wrapper may already have navigated to the sign-in, but the router has not rendered it yet.
  if (history.location.pathname.startsWith('/user/')) return null;
  if (!hasPage(pathname)) return <NoPage />;
  // A URL with the parameter `redirect` is not redirected again (SPEC §2).
  if (new URLSearchParams(search).has('redirect')) return <SignedOut />;
  return <Navigate to={pathname === '/' ? '/user/login' : loginAddress(window.location.href)} replace />;
}

/**
 * Renders the page after the signed-in user and the texts of the console are loaded. A failed load shows an error, and is repeated when the
 * browser is online again. If another tab has changed the session, the user is loaded again.
 */
function Person() {
  const t = useT();
  const { pathname } = useLocation();
  const ready = useTexts('console');
  const dispatch = useDispatch();
  const user = useSelector((state: RootState) => state.user.currentUser);
  const failure = useSelector((state: RootState) => state.user.failure);
  const seen = useRef(getToken());

  useEffect(() => {
    if (!user) dispatch({ type: 'user/fetchCurrent' });
  }, [user, dispatch]);

  useEffect(() => {
    if (!failure) return;
    const again = () => dispatch({ type: 'user/fetchCurrent' });
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failure, dispatch]);

  useEffect(() => {
    // Tabs share the cookie but not the page. In another tab, the user may have signed out or signed in as another user.
    const look = () => {
      // An expired session is not a sign-out: in that case, the sign-in dialog is open over the page.
      if (document.visibilityState !== 'visible' || isSessionOver()) return;
      const token = getToken();
      if (token === seen.current) return;
      seen.current = token;
      recomputeRoles();
      if (token) dispatch({ type: 'user/fetchCurrent' });
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [dispatch]);

  // Redirect from `/` before the user is loaded. The page is then rendered once instead of three times.
  if (pathname === '/') return <Navigate to={landingPath('/')} replace state={FROM_ROOT} />;
  if (user && ready) return <Outlet />;
  if (failure && ready) {
    return (
      <main>
        <div className={styles.waiting} role="alert">
          <p className={styles.title}>{t('shell.loadFailed')}</p>
          <p>{failure.msg || t(navigator.onLine ? 'shell.loadFailedHint' : 'common.offlineHint')}</p>
          {failure.requestId && <code>{t('common.requestId', { id: failure.requestId })}</code>}
          <button type="button" className={styles.retry} onClick={() => dispatch({ type: 'user/fetchCurrent' })}>
            {t('common.retry')}
          </button>
        </div>
      </main>
    );
  }
  return (
    <div className={styles.waiting} aria-busy="true">
      <span className={styles.spinner} aria-hidden="true" />
      <span data-visually-hidden="">{t('common.loading')}</span>
    </div>
  );
}

/** Allows only users with the authority `admin` (SPEC §2). Visitors are redirected to the sign-in. */
export default function SecurityLayout() {
  const { pathname, search, hash, state } = useLocation();
  const written = writtenPath(pathname);
  // Redirect before any rendering or request, because title, menu, breadcrumbs and permissions depend on the canonical path.
  if (written !== pathname) return <Navigate to={{ pathname: written, search, hash }} replace state={state} />;
  return (
    <Authorized authority={ADMIN} noMatch={<Visitor />}>
      <Person />
    </Authorized>
  );
}
