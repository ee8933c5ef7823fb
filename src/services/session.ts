import type { RuleId } from '@contract/permissions';
import type { CurrentUser } from '@contract/site';
import { useSelector } from '@umijs/max';
import { useCallback } from 'react';
import type { RootState } from '@/models/effects';

/** Who is signed in. Inside the basic layout there is always somebody. */
export function useCurrentUser(): CurrentUser {
  const user = useSelector((state: RootState) => state.user.currentUser);
  if (!user) throw new Error('useCurrentUser needs a signed-in person: use it inside the basic layout');
  return user;
}

/** Whether the person holds a rule, or one of several. Display only: the server refuses what it must. */
export function useCan(): (rule: RuleId | readonly RuleId[]) => boolean {
  const permission = useSelector((state: RootState) => state.user.permission);
  return useCallback(
    (rule) => (typeof rule === 'number' ? [rule] : rule).some((wanted) => permission.includes(wanted)),
    [permission],
  );
}
