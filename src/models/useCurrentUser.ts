import type { CurrentUser } from '@contract/site';
import { useSelector } from '@umijs/max';
import type { RootState } from './state';

/** Returns the signed-in user. @throws Error if no user is loaded, which can happen outside the basic layout */
export function useCurrentUser(): CurrentUser {
  const user = useSelector((state: RootState) => state.user.currentUser);
  if (!user) throw new Error('useCurrentUser needs a signed-in person: use it inside the basic layout');
  return user;
}
