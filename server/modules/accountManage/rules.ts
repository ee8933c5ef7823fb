import {
  type AccountAction,
  type AccountDeed,
  type AccountState,
  accountLifecycle,
} from '../../../contract/account.states';
import { E164, MOBILE } from '../../../contract/limits';
import { RULE } from '../../../contract/rule-ids';

/** Determines the possible actions on an account (DOMAIN §3.2). Pure. */

/** Permission to see masked data of accounts. */
export const UNMASK_RULE = RULE['dashboard.accountManage.unmask'];

/** Whether text messages can reach the stored phone; some accounts have none. */
export const hasPhone = (tel: string): boolean => MOBILE.test(tel) || E164.test(tel);

/** Rules of the deeds. The lifecycle has the rules of changes of state. */
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

/** Whether a deed is possible in the account's state. */
function isPossible(deed: AccountDeed, { accountType, state, hasPhone }: Subject): boolean {
  const isAlive = state !== 'disabled' && state !== 'deleted';
  if (deed === 'edit') return state !== 'deleted' && (accountType === 'station' || accountType === 'franchisee');
  if (deed === 'resetPassword') return isAlive && hasPhone;
  return isAlive;
}

/** Lists the actions that the caller can take on the account now. Their own account has none. */
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
    return !(isOwnerAccount && endsIt && owners <= 1);
  });
  return [...deeds, ...states];
}

/** Returns the state after enabling: an account that was never used is `invited` again, not `active`. */
export function stateAfter(action: AccountAction, neverUsed: boolean): AccountState {
  const { to } = accountLifecycle.transition(action);
  return to === 'active' && neverUsed ? 'invited' : to;
}
