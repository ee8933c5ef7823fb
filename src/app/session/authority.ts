import { createListeners } from '../store';
import { getToken } from './token';

/** The only role (SPEC §6). */
export const ADMIN = 'admin';

const NONE: readonly string[] = [];
const SIGNED_IN: readonly string[] = [ADMIN];
const { subscribe, tell } = createListeners();
let roles: readonly string[] | null = null;

/** Returns the roles in this browser: `admin` with a session cookie, otherwise none (SPEC §4, §6). They are only for display. */
export function currentRoles(): readonly string[] {
  roles ??= getToken() ? SIGNED_IN : NONE;
  return roles;
}

/** Reads the cookie again and notifies components that depend on the role. Call it after a sign-in or a sign-out. */
export function recomputeRoles(): void {
  const next = getToken() ? SIGNED_IN : NONE;
  if (next === roles) return;
  roles = next;
  tell();
}

export const subscribeRoles = subscribe;
