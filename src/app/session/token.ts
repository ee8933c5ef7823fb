import { SESSION_COOKIE, SESSION_DAYS } from '@contract/limits';
import Cookies from 'js-cookie';

/** Inside a frame of another site a cookie survives only as `SameSite=None; Secure` (SPEC §9). */
function attributes(): Cookies.CookieAttributes {
  const framed = window.self !== window.top;
  return framed
    ? { path: '/', sameSite: 'none', secure: true }
    : { path: '/', sameSite: 'lax', secure: window.location.protocol === 'https:' };
}

/** What the cookie said, for the rest of the present piece of work: the browser asks another process for it each time. */
let read: { readonly token: string | null } | null = null;

const forget = () => {
  read = null;
};

/** The session token, or null for a visitor. */
export function getToken(): string | null {
  if (read === null) {
    read = { token: Cookies.get(SESSION_COOKIE) ?? null };
    // What runs later may find that another tab has signed in or out.
    void Promise.resolve().then(forget);
  }
  return read.token;
}

/** Keeps the token for 7 days when the person asked to stay signed in, for 1 day otherwise (SPEC §9). */
export function setToken(token: string, remember: boolean): void {
  forget();
  Cookies.set(SESSION_COOKIE, token, {
    ...attributes(),
    expires: remember ? SESSION_DAYS.remembered : SESSION_DAYS.plain,
  });
  try {
    // A renewed token keeps the life that was chosen at the sign-in; a cookie does not tell its own.
    localStorage.setItem(REMEMBER_KEY, remember ? '1' : '0');
  } catch {
    // Without storage a renewal falls back to one day.
  }
}

const REMEMBER_KEY = 'multistation-remember';

/** Whether the person asked to stay signed in; one day, where nothing is known. */
export function isRemembered(): boolean {
  try {
    return localStorage.getItem(REMEMBER_KEY) === '1';
  } catch {
    return false;
  }
}

/** Whether the cookie went by itself: the browser dropped it, or the user deleted it. A sign-out takes the choice of the sign-in along. */
export function isTokenLost(): boolean {
  if (getToken() !== null) return false;
  try {
    return localStorage.getItem(REMEMBER_KEY) !== null;
  } catch {
    return false;
  }
}

/** Tells of each change of cookies, where the browser does; the answer ends that. */
export function onCookieChange(listener: () => void): () => void {
  const store: EventTarget | undefined = 'cookieStore' in window ? (window.cookieStore as EventTarget) : undefined;
  store?.addEventListener('change', listener);
  return () => store?.removeEventListener('change', listener);
}

/** Replaces the token by the one that the server renewed it with. */
export function renewToken(token: string): void {
  setToken(token, isRemembered());
}

export function removeToken(): void {
  forget();
  Cookies.remove(SESSION_COOKIE, attributes());
  try {
    localStorage.removeItem(REMEMBER_KEY);
  } catch {
    // Nothing was kept.
  }
}
