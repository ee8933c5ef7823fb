import { type RawBuilder, sql } from 'kysely';
import { MONEY_RULES } from '../../../contract/second';

/** Determines whether second verification is required (for one person) or on (in SQL, for lists of accounts); DOMAIN §3.2. */

interface HeldIdentity {
  readonly id: number;
  readonly need2v: boolean;
  readonly ruleIds: readonly number[];
}

/**
 * Checks whether this person must have second verification. This holds for the owner and for people who review or pay withdrawals. It also
 * holds if an identity or the tenant's security settings require it.
 *
 * @param identities the person's enabled identities
 * @param force2v ids of the identities that the security settings name
 */
export function isSecondRequired(
  accountType: string,
  identities: readonly HeldIdentity[],
  force2v: readonly number[],
): boolean {
  return (
    accountType === 'owner' ||
    identities.some(
      ({ id, need2v, ruleIds }) => need2v || force2v.includes(id) || MONEY_RULES.some((rule) => ruleIds.includes(rule)),
    )
  );
}

/** Selects whether second verification is on for a row of `account`: the account chose it, or it is required (`isSecondRequired`). */
export function secondOn(force2v: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`(account.two_factor or account.account_type = 'owner' or exists (
    select 1 from account_identity join identity on identity.id = account_identity.identity_id
    where account_identity.account_id = account.id and identity.status = 'on' and identity.deleted_at is null
      and (identity.need2v or identity.id = any(${sql.val([...force2v])}::bigint[])
        or identity.rule_ids @> any(${sql.val(MONEY_RULES.map((rule) => JSON.stringify(rule)))}::jsonb[]))))`;
}
