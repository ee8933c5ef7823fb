import type { Kysely } from 'kysely';
import { CONTRACT_START_AUDIT } from '../../../contract/record.texts';
import { recordBySystem } from '../../core/audit';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { changeFranchisee, type FranchiseeRow, lockFranchisee } from './list-store';
import { stateOn, type Term } from './rules';
import { type ContractRow, contractsOf } from './store';

/** Consecutive contracts of a franchisee. The franchisee's row has the terms of the contract that is in force. */

/** Reads the paid contracts that begin after the contract in force, except those that ended early. The earliest is the first. */
export async function followingContracts(db: Kysely<Database>, row: FranchiseeRow): Promise<ContractRow[]> {
  const contracts = await contractsOf(db, row.id);
  return contracts
    .filter((one) => one.paid_at !== null && one.ended_on === null && one.starts_on > row.contract_to)
    .reverse();
}

export const termsOf = (contracts: readonly ContractRow[]): Term[] =>
  contracts.map(({ starts_on: startsOn, ends_on: endsOn }) => ({ startsOn, endsOn }));

/**
 * Returns the franchisee's terms on a day: the terms of the latest contract that has begun. A contract that has not begun affects only the
 * state: if it follows without a gap, the franchisee is not shown as expiring because of the current contract.
 */
export function termsOn(today: string, row: FranchiseeRow, following: readonly ContractRow[]) {
  const begun = following.findLast((one) => one.starts_on <= today);
  const present = { startsOn: begun?.starts_on ?? row.contract_from, endsOn: begun?.ends_on ?? row.contract_to };
  const later = termsOf(following.filter((one) => one.starts_on > present.endsOn));
  const status = row.status === 'suspended' ? row.status : stateOn(today, present, later);
  return {
    begun,
    set: {
      status,
      ...(begun && {
        ...{ share_rate_bp: begun.share_rate_bp, contract_from: begun.starts_on, contract_to: begun.ends_on },
      }),
    },
  };
}

interface Tools {
  readonly db: Kysely<Database>;
  readonly ids: Ids;
}

/** Finds the contract whose terms are in the franchisee's row. */
async function presentContract(db: Kysely<Database>, row: FranchiseeRow): Promise<ContractRow | undefined> {
  const contracts = await contractsOf(db, row.id);
  return contracts.find((one) => one.paid_at !== null && one.starts_on === row.contract_from);
}

/** Puts a contract that has begun into force and records its start in the audit. A repeated call changes nothing. */
export async function beginContract({ db, ids }: Tools, id: number, { at, day }: { at: Date; day: string }) {
  const row = await lockFranchisee(db, id);
  if (!row || row.status === 'terminated') return;
  const { begun, set } = termsOn(day, row, await followingContracts(db, row));
  const isFirst = row.status === 'upcoming' && set.status !== 'upcoming';
  if (!begun && !isFirst) return;
  const contract = begun ?? (await presentContract(db, row));
  await changeFranchisee(db, id, { ...set, updated_at: at });
  await recordBySystem({ db, ids }, at, CONTRACT_START_AUDIT, {
    ...{ objectId: id, objectNo: row.no },
    before: { state: row.status, contractTo: row.contract_to, shareRateBp: row.share_rate_bp },
    after: {
      ...{ state: set.status, contractNo: contract?.contract_no ?? null },
      ...{ contractTo: set.contract_to ?? row.contract_to, shareRateBp: set.share_rate_bp ?? row.share_rate_bp },
    },
  });
}
