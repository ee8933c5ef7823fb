import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { currentRoles, subscribeRoles } from '@/app/session/authority';
import { Forbidden } from '@/ui/Exception';

type Verdict = boolean | Promise<boolean>;

/** The condition for showing content (SPEC §6): one role, any of several roles, a function of the roles, or a promise. */
export type Authority = string | readonly string[] | ((roles: readonly string[]) => Verdict) | Promise<boolean>;

/** Checks the roles against a condition. `undefined` allows all users. @returns a promise if the condition is asynchronous */
function checkAuthority(authority: Authority | undefined, roles: readonly string[]): Verdict {
  if (authority === undefined) return true;
  if (typeof authority === 'string') return roles.includes(authority);
  if (typeof authority === 'function') return authority(roles);
  if (authority instanceof Promise) return authority;
  return authority.some((role) => roles.includes(role));
}

interface AuthorizedProps {
  readonly authority?: Authority;
  /** Shown when the check fails. Default: the 403 page. */
  readonly noMatch?: ReactNode;
  /** Shown while the promise is pending. */
  readonly pending?: ReactNode;
  readonly children: ReactNode;
}

/** Shows its children to users who meet the condition. This only hides content: the server checks every call. */
export function Authorized({ authority, noMatch = <Forbidden />, pending = null, children }: AuthorizedProps) {
  const roles = useSyncExternalStore(subscribeRoles, currentRoles, currentRoles);
  const verdict = useMemo(() => checkAuthority(authority, roles), [authority, roles]);
  const [answer, setAnswer] = useState<{ readonly to: Verdict; readonly allowed: boolean } | null>(null);

  useEffect(() => {
    if (typeof verdict === 'boolean') return;
    let current = true;
    const settle = (allowed: boolean) => {
      if (current) setAnswer({ to: verdict, allowed });
    };
    // A rejected promise means that the user has no access.
    verdict.then(settle, () => settle(false));
    return () => {
      current = false;
    };
  }, [verdict]);

  if (typeof verdict === 'boolean') return verdict ? children : noMatch;
  // An inline function is new at every rendering, and returns a new promise. We use the last result until the new promise is settled.
  if (answer === null || (answer.to !== verdict && typeof authority !== 'function')) return pending;
  return answer.allowed ? children : noMatch;
}
