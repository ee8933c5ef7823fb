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

/** The 404 page outside the basic layout, with its title. */
function NoPage() {
  usePageTitle(useBrand().siteName);
  return <NotFound />;
}

/** The page of a visitor who is not led away: it leads to the sign-in. */
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

/** A visitor at a page of the console: to the sign-in, and back to here afterwards (SPEC §2). */
function Visitor() {
  const { pathname, search } = useLocation();
  // The request wrapper may have left for the sign-in already; the router draws that a moment later.
  if (history.location.pathname.startsWith('/user/')) return null;
  if (!hasPage(pathname)) return <NoPage />;
  // An address that carries a redirect already is not redirected once more (SPEC §2).
  if (new URLSearchParams(search).has('redirect')) return <SignedOut />;
  return <Navigate to={pathname === '/' ? '/user/login' : loginAddress(window.location.href)} replace />;
}

/** Waits until it is known who is signed in; says so when that cannot be found out. */
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
    // Another tab may have signed out, or signed in as another person: tabs share the cookie, but not the shown page.
    const look = () => {
      // A cookie that went with its session is no sign-out: the sign-in lies over the page.
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

  // The root leads on while it is still being found out who this is: afterwards the page is drawn once, not three times.
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

/** Demands the admin authority (SPEC §2). */
export default function SecurityLayout() {
  const { pathname, search, hash, state } = useLocation();
  const written = writtenPath(pathname);
  // Before anything is drawn or asked for: title, menu, crumbs and rule all read the written form.
  if (written !== pathname) return <Navigate to={{ pathname: written, search, hash }} replace state={state} />;
  return (
    <Authorized authority={ADMIN} noMatch={<Visitor />}>
      <Person />
    </Authorized>
  );
}
