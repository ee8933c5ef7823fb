import { SESSION_COOKIE, SESSION_DAYS } from '@contract/limits';
import Cookies from 'js-cookie';

/** Returns the cookie's attributes. Inside a frame of another site, a cookie needs `SameSite=None; Secure` (SPEC §9). */
function attributes(): Cookies.CookieAttributes {
  const framed = window.self !== window.top;
  return framed
    ? { path: '/', sameSite: 'none', secure: true }
    : { path: '/', sameSite: 'lax', secure: window.location.protocol === 'https:' };
}

/** The cookie's value, cached until the next microtask. Each read of a cookie fetches the cookie from another process. */
let read: { readonly token: string | null } | null = null;

const forget = () => {
  read = null;
};

/** Returns the session token, or `null` for a visitor. */
export function getToken(): string | null {
  if (read === null) {
    read = { token: Cookies.get(SESSION_COOKIE) ?? null };
    // Forget the value in the next microtask, because another tab can sign in or out.
    void Promise.resolve().then(forget);
  }
  return read.token;
}

/** Stores the token for 7 days if the user chose to stay signed in, otherwise for 1 day (SPEC §9). */
export function setToken(token: string, remember: boolean): void {
  forget();
  Cookies.set(SESSION_COOKIE, token, {
    ...attributes(),
    expires: remember ? SESSION_DAYS.remembered : SESSION_DAYS.plain,
  });
  try {
    // Store the user's choice. A renewed token needs the same lifetime, and the lifetime cannot be read from the cookie.
    localStorage.setItem(REMEMBER_KEY, remember ? '1' : '0');
  } catch {
    // Without storage a renewed token is valid for one day.
  }
}

const REMEMBER_KEY = 'multistation-remember';

/** Tests whether the user chose to stay signed in. It is `false` if nothing is stored. */
export function isRemembered(): boolean {
  try {
    return localStorage.getItem(REMEMBER_KEY) === '1';
  } catch {
    return false;
  }
}

/** Tests whether the cookie disappeared without a sign-out: it expired or was deleted. A sign-out also removes the stored choice. */
export function isTokenLost(): boolean {
  if (getToken() !== null) return false;
  try {
    return localStorage.getItem(REMEMBER_KEY) !== null;
  } catch {
    return false;
  }
}

/** Calls `listener` after each change of cookies, if the browser supports it. @returns a function that removes the listener */
export function onCookieChange(listener: () => void): () => void {
  const store: EventTarget | undefined = 'cookieStore' in window ? (window.cookieStore as EventTarget) : undefined;
  store?.addEventListener('change', listener);
  return () => store?.removeEventListener('change', listener);
}

/** Replaces the token by the server's renewed token. */
export function renewToken(token: string): void {
  setToken(token, isRemembered());
}

export function removeToken(): void {
  forget();
  Cookies.remove(SESSION_COOKIE, attributes());
  try {
    localStorage.removeItem(REMEMBER_KEY);
  } catch {
    // Without storage there is no choice to remove.
  }
}
