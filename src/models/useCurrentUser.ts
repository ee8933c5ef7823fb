import type { CurrentUser } from '@contract/site';
import { useSelector } from '@umijs/max';
import type { RootState } from './state';

/** The signed-in user. Inside the basic layout there always is one. */
export function useCurrentUser(): CurrentUser {
  const user = useSelector((state: RootState) => state.user.currentUser);
  if (!user) throw new Error('useCurrentUser needs a signed-in person: use it inside the basic layout');
  return user;
}
