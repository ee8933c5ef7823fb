import { createListeners } from '../store';
import { getToken } from './token';

/** The single role (SPEC §6). */
export const ADMIN = 'admin';

const NONE: readonly string[] = [];
const SIGNED_IN: readonly string[] = [ADMIN];
const { subscribe, tell } = createListeners();
let roles: readonly string[] | null = null;

/** Roles of this browser: `admin` for anyone who holds the session cookie, otherwise none (SPEC §4, §6). Display only. */
export function currentRoles(): readonly string[] {
  roles ??= getToken() ? SIGNED_IN : NONE;
  return roles;
}

/** Reads the cookie again and tells everyone who shows something by role. Called after every sign-in and sign-out. */
export function recomputeRoles(): void {
  const next = getToken() ? SIGNED_IN : NONE;
  if (next === roles) return;
  roles = next;
  tell();
}

export const subscribeRoles = subscribe;
