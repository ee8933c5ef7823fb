import {
  type AccountAction,
  type AccountDeed,
  type AccountState,
  accountLifecycle,
} from '../../../contract/account.states';
import { E164, MOBILE } from '../../../contract/limits';
import { RULE } from '../../../contract/rule-ids';

/** Determines which actions on an account are possible (DOMAIN §3.2). */

/** Permission id for seeing data of accounts unmasked. */
export const UNMASK_RULE = RULE['dashboard.accountManage.unmask'];

/** Checks whether text messages can reach the stored phone. Some accounts have none. */
export const hasPhone = (tel: string): boolean => MOBILE.test(tel) || E164.test(tel);

/** Permission ids of actions that do not change the state. The lifecycle contains the permission ids of state changes. */
const DEED_RULES = {
  edit: 402,
  forceLogout: 406,
  resetPassword: 407,
  changeTel: 402,
  requirePasswordChange: 407,
} as const satisfies Record<AccountDeed, number>;

interface Subject {
  readonly id: number;
  readonly accountType: string;
  readonly state: AccountState;
  readonly neverUsed: boolean;
  readonly hasPhone: boolean;
}
interface Caller {
  readonly accountId: number;
  readonly isOwner: boolean;
  readonly rules: ReadonlySet<number>;
}

/** Checks whether sign-in is possible with an account in this state. */
const isUsable = (state: AccountState): boolean => state === 'invited' || state === 'active';

/** Returns how many owners can sign in after an action prevents this owner's sign-in. @param owners the number before the action */
export const ownersWithout = (state: AccountState, owners: number): number => owners - Number(isUsable(state));

/** Checks whether the account's state, type and phone allow an action that does not change the state. */
function isPossible(deed: AccountDeed, { accountType, state, hasPhone }: Subject): boolean {
  const isAlive = state !== 'disabled' && state !== 'deleted';
  if (deed === 'edit') return state !== 'deleted' && (accountType === 'station' || accountType === 'franchisee');
  if (deed === 'resetPassword') return isAlive && hasPhone;
  return isAlive;
}

/**
 * Lists the actions that the caller can run on the account now. The list is empty for the caller's own account. For an owner's account, it
 * is empty unless the caller is an owner.
 */
export function actionsOf(subject: Subject, caller: Caller, owners: number): (AccountAction | AccountDeed)[] {
  if (subject.id === caller.accountId) return [];
  const isOwnerAccount = subject.accountType === 'owner';
  if (isOwnerAccount && !caller.isOwner) return [];
  const deeds = (Object.keys(DEED_RULES) as AccountDeed[]).filter(
    (deed) => (caller.isOwner || caller.rules.has(DEED_RULES[deed])) && isPossible(deed, subject),
  );
  const states = accountLifecycle.actionsFrom(subject.state, caller.rules, caller.isOwner).filter((action) => {
    if (action === 'remove') return subject.neverUsed;
    const endsIt = action === 'lock' || action === 'disable';
    return !(isOwnerAccount && endsIt && ownersWithout(subject.state, owners) < 1);
  });
  return [...deeds, ...states];
}

/** Returns the state after an action. An account that was never used is `invited` again after `enable` and `unlock`, not `active`. */
export function stateAfter(action: AccountAction, neverUsed: boolean): AccountState {
  const { to } = accountLifecycle.transition(action);
  return to === 'active' && neverUsed ? 'invited' : to;
}
