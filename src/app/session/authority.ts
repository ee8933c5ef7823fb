import { getToken } from './token';

/** The single role (SPEC §6). */
export const ADMIN = 'admin';

const NONE: readonly string[] = [];
const SIGNED_IN: readonly string[] = [ADMIN];
const listeners = new Set<() => void>();
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
  for (const listener of listeners) listener();
}

export function subscribeRoles(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
