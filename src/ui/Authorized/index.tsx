import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { currentRoles, subscribeRoles } from '@/app/session/authority';
import { Forbidden } from '@/ui/Exception';

type Verdict = boolean | Promise<boolean>;

/** Who may see something (SPEC §6): a role, several roles, a function of the roles, or a promise. */
export type Authority = string | readonly string[] | ((roles: readonly string[]) => Verdict) | Promise<boolean>;

/** Decides about an authority; nothing asked for means everybody. */
function checkAuthority(authority: Authority | undefined, roles: readonly string[]): Verdict {
  if (authority === undefined) return true;
  if (typeof authority === 'string') return roles.includes(authority);
  if (typeof authority === 'function') return authority(roles);
  if (authority instanceof Promise) return authority;
  return authority.some((role) => roles.includes(role));
}

interface AuthorizedProps {
  readonly authority?: Authority;
  /** Shown when the check fails; the 403 page unless something else is given. */
  readonly noMatch?: ReactNode;
  /** Shown while a promise is open. */
  readonly pending?: ReactNode;
  readonly children: ReactNode;
}

/** Shows its children to those who may see them. Display only: the server decides about every call. */
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
    // A check that breaks has not said yes.
    verdict.then(settle, () => settle(false));
    return () => {
      current = false;
    };
  }, [verdict]);

  if (typeof verdict === 'boolean') return verdict ? children : noMatch;
  // A function makes a new promise at every drawing; the last answer is used until the next one comes.
  if (answer === null || (answer.to !== verdict && typeof authority !== 'function')) return pending;
  return answer.allowed ? children : noMatch;
}
