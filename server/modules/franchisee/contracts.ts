import type { Kysely } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import type { franchiseApplyEndpoints } from '../../../contract/franchiseApply';
import { WORD } from '../../../contract/words';
import type { Clock } from '../../core/clock';
import { holdLock } from '../../core/database/locks';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { tryEach } from '../../core/jobs';
import { businessNo } from '../../core/money/numbers';
import { createAccount, usableIdentities } from '../account';
import { depositIn, franchiseIn, franchiseRecognise, post } from '../ledger';
import { merchantNumbers } from '../reference';
import { presentOf } from '../site';
import { inTheWay, recognisedOn } from './rules';
import {
  type ContractRow,
  changeContract,
  contractOfApply,
  holdings,
  insertContract,
  insertFranchisee,
  isContractNoTaken,
  isPaymentTaken,
  lockContract,
  unrecognised,
} from './store';

/** Contracts of franchisees. They are signed for a territory and paid through the ledger, and their fees become revenue month by month. */

const WORDS = {
  contractNo: WORD.contractNo,
  payment: WORD.tradeNo,
} as const;

type Signing = ParsedOf<(typeof franchiseApplyEndpoints)['franchise.Apply/sign']>;

/**
 * Checks that the territory overlaps no other territory if one of the two is exclusive. It locks all territories until the transaction
 * ends, so that two contracts cannot get the same territory.
 *
 * @throws Refusal 42283 (such a territory exists)
 */
export async function takeTerritory(
  db: Kysely<Database>,
  wanted: { readonly territory: readonly string[]; readonly isExclusive: boolean },
  except: Parameters<typeof holdings>[1],
): Promise<void> {
  await holdLock(db, 'franchiseTerritory');
  const other = inTheWay(wanted, await holdings(db, except));
  if (other) throw refuse(42283, { name: other.name });
}

/** Checks that no other contract has this number. @throws Refusal 40903 (the number is already used) */
export async function assertContractNo(db: Kysely<Database>, contractNo: string): Promise<void> {
  if (await isContractNoTaken(db, contractNo)) throw refuse(40903, { field: WORDS.contractNo });
}

/** Checks that a payment was not booked before. @throws Refusal 40903 (already booked for another contract) */
export async function assertPaymentNew(db: Kysely<Database>, merchantNumberId: number, tradeNo: string): Promise<void> {
  if (await isPaymentTaken(db, merchantNumberId, tradeNo)) throw refuse(40903, { field: WORDS.payment });
}

/**
 * Records the contract of an application. The caller must have checked input, file and dates.
 *
 * @throws Refusal 40903 (the number is already used), 42283 (territory taken)
 */
export async function signContract(ctx: ActorContext, applyId: number, input: Signing): Promise<void> {
  await takeTerritory(ctx.db, { territory: input.territory, isExclusive: input.exclusive }, { applyId });
  await assertContractNo(ctx.db, input.contractNo);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  await insertContract(ctx.db, {
    ...{ id, created_at: at, no: businessNo('CT', day, id) },
    apply_id: applyId,
    contract_no: input.contractNo,
    company: input.company,
    credit_code: input.creditCode,
    level: input.level,
    territory: JSON.stringify(input.territory),
    is_exclusive: input.exclusive,
    share_rate_bp: input.shareRateBp,
    fee_fen: input.feeFen,
    deposit_fen: input.depositFen,
    starts_on: input.startsOn,
    ends_on: input.endsOn,
    file_id: input.files[0] ?? null,
    signed_by: ctx.actor.accountId,
  });
}

/** The applicant who becomes the other party of the contract. */
interface Party {
  readonly applyId: number;
  readonly name: string;
  readonly tel: string;
  /** The account that followed the application. `null` if there is none. This account becomes responsible for the franchisee. */
  readonly followerId: number | null;
}
interface Paid {
  readonly merchantNumberId: number;
  readonly tradeNo: string;
  /** Sign-in name of the account to create. `null` means that no account is created. */
  readonly account: string | null;
}

/**
 * Books fee and deposit of a signed contract, and creates the franchisee and, if requested, its account. If the contract begins later, a
 * job puts it into force on its first day. The franchisee gets no shares before that day.
 *
 * @throws Refusal 40401 (unknown contract, unknown or disabled merchant number, or disabled identity of franchisees), 40903 (payment,
 *   account or phone already used), 42246 (day is closed), 42283 (territory taken)
 */
export async function payContract(ctx: ActorContext, party: Party, paid: Paid) {
  const contract = await contractOfApply(ctx.db, party.applyId);
  const number = (await merchantNumbers(ctx.db)).find(({ id, enabled }) => id === paid.merchantNumberId && enabled);
  if (!contract || !number) throw refuse(40401);
  const claim = { territory: contract.territory, isExclusive: contract.is_exclusive };
  await takeTerritory(ctx.db, claim, { applyId: party.applyId });
  await assertPaymentNew(ctx.db, number.id, paid.tradeNo);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('FC', day, id);
  await insertFranchisee(ctx.db, {
    ...{ id, no, name: contract.company, credit_code: contract.credit_code },
    ...{ contact_name: party.name, contact_tel: party.tel, level: contract.level },
    ...{ territory: JSON.stringify(contract.territory), is_exclusive: contract.is_exclusive },
    ...{ share_rate_bp: contract.share_rate_bp, contract_from: contract.starts_on, contract_to: contract.ends_on },
    status: contract.starts_on > day ? 'upcoming' : 'active',
    ...{ owner_id: party.followerId, created_at: at, updated_at: at },
    ...{ created_by: ctx.actor.accountId, updated_by: ctx.actor.accountId },
  });
  const on = { bizNo: contract.no, teamId: 0, at, day, operatorId: ctx.actor.accountId };
  const bill = { counterName: contract.company, channel: number.channel, tradeNo: paid.tradeNo };
  const fee = { franchiseeId: id, amountFen: contract.fee_fen, merchantNumberId: number.id };
  const posted: string[] = [];
  if (contract.fee_fen > 0) posted.push((await post(ctx, franchiseIn(on, fee, bill))).txNo);
  if (contract.deposit_fen > 0) {
    const owner = { subject: 'franchisee', id } as const;
    posted.push((await post(ctx, depositIn(on, owner, contract.deposit_fen, number.id, bill))).txNo);
  }
  const [txNo] = posted;
  await changeContract(ctx.db, contract.id, {
    ...{ franchisee_id: id, paid_at: at, merchant_number_id: number.id, trade_no: paid.tradeNo, tx_no: txNo ?? null },
  });
  if (paid.account !== null) await invite(ctx, { account: paid.account, name: party.name, tel: party.tel }, id);
  return { id, no, txNo, amountFen: contract.fee_fen + contract.deposit_fen };
}

/**
 * Creates an account with the built-in identity of franchisees. The account sees only its own franchise.
 *
 * @throws Refusal 40401 (the identity is disabled), 40903 (account or phone already used)
 */
async function invite(
  ctx: ActorContext,
  person: { readonly account: string; readonly name: string; readonly tel: string },
  franchiseeId: number,
): Promise<void> {
  const identity = (await usableIdentities(ctx.db, 'franchisee')).find(({ builtinKey }) => builtinKey === 'franchisee');
  if (!identity) throw refuse(40401);
  await createAccount(ctx, {
    ...person,
    accountType: 'franchisee',
    identityIds: [identity.id],
    franchiseeId,
    createdBy: ctx.actor.accountId,
  });
}

/**
 * Recognises revenue of paid contracts up to today, except contracts that ended early. The contract stores the recognised amount, so
 * repeated runs recognise no month twice.
 *
 * @throws AggregateError contains the failures of single contracts; it is thrown after all contracts were tried
 */
export async function recogniseFees(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const { at, day } = await presentOf({ db, clock });
  await tryEach(await unrecognised(db), ({ id }) =>
    inTransaction({ db, clock, ids }, async (tools) => {
      const row = await lockContract(tools.db, id);
      if (row && row.franchisee_id !== null) await recognise(tools, row, recognisedOn(termOf(row), day), { at, day });
    }),
  );
}

const termOf = (row: ContractRow) => ({
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  feeFen: row.fee_fen,
});

/** Books the next portion of a fee as revenue. @param untilFen total recognised amount of the fee after this posting */
export async function recognise(
  tools: { readonly db: Kysely<Database>; readonly clock: Clock; readonly ids: Ids },
  row: ContractRow,
  untilFen: number,
  { at, day, operatorId = 0 }: { readonly at: Date; readonly day: string; readonly operatorId?: number },
): Promise<void> {
  const amountFen = untilFen - row.recognised_fen;
  if (amountFen <= 0 || row.franchisee_id === null) return;
  const step = row.recognised_parts + 1;
  const on = { bizNo: row.no, step, teamId: 0, at, day, operatorId };
  await post(tools, franchiseRecognise(on, row.franchisee_id, amountFen));
  await changeContract(tools.db, row.id, { recognised_fen: untilFen, recognised_parts: step });
}
