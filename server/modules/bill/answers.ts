import type { z } from 'zod';
import type { billEndpoints, transaction } from '../../../contract/bill';
import { BILL, ORDER } from '../../../contract/bill.fields';
import type { DataOf } from '../../../contract/endpoint';
import { ORDER_STATUS_TEXT } from '../../../contract/finance';
import { ACCOUNTS, type AccountCode } from '../../../contract/ledger';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { accountNames } from '../account';
import type { BillRecord, CostSnapshot, TransactionRecord } from '../ledger';
import { isReversible } from '../ledger';
import { orderSnapshot } from '../order';
import { peopleNames } from '../people';
import { feePlan, franchisee, merchantNumbers } from '../reference';
import { teamNames } from '../team';

type Detail = DataOf<(typeof billEndpoints)['finance.Bill/getDetail']>;
type Row = DataOf<(typeof billEndpoints)['finance.Bill/getList']>['list'][number];
const REVERSE = 3206;

/** Types of people who own ledger accounts or are counterparties of bills. */
type PersonKind = 'user' | 'rider' | 'merchant' | 'franchisee';
const isPerson = (kind: string): kind is PersonKind => ['user', 'rider', 'merchant', 'franchisee'].includes(kind);

/** Names of the owners of ledger accounts and of bills' counterparties, by kind and id. */
export interface Names {
  of(kind: string, id: number): string;
  merchantNumber(id: number | null): { readonly mchNo: string; readonly name: string };
}

/** Reads the names for bills or postings with one query per type. */
async function ledgerNames(
  ctx: Pick<ActorContext, 'db'>,
  wanted: readonly { readonly kind: string; readonly id: number }[],
): Promise<Names> {
  const ids = (kind: string) => wanted.flatMap((one) => (one.kind === kind && one.id > 0 ? [one.id] : []));
  const [people, teams, numbers] = await Promise.all([
    peopleNames(ctx.db, {
      user: ids('user'),
      rider: ids('rider'),
      merchant: ids('merchant'),
      franchisee: ids('franchisee'),
    }),
    teamNames(ctx.db, [...new Set(ids('team'))]),
    merchantNumbers(ctx.db),
  ]);
  return namesOf((kind, id) => (kind === 'team' ? teams.get(id) : people.get(`${kind} ${id}`)), numbers);
}

/** Reads names of people or stations by id. The result has no names for unknown ids. */
export async function namesOfKind(
  { db }: Pick<ActorContext, 'db'>,
  kind: PersonKind | 'team',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (kind === 'team') return teamNames(db, ids);
  const found = await peopleNames(db, { [kind]: ids });
  return new Map(ids.flatMap((id) => (found.has(`${kind} ${id}`) ? [[id, found.get(`${kind} ${id}`) ?? '']] : [])));
}

/** Creates the lookup of names. @param find returns the name of a person or a station */
export function namesOf(
  find: (kind: PersonKind | 'team', id: number) => string | undefined,
  numbers: Awaited<ReturnType<typeof merchantNumbers>>,
): Names {
  const byId = new Map(numbers.map((number) => [number.id, number]));
  return {
    of(kind, id) {
      if (id === 0) return '';
      if (isPerson(kind) || kind === 'team') return find(kind, id) ?? '';
      if (kind === 'merchantNumber' || kind === 'channel') return byId.get(id)?.name ?? '';
      return '';
    },
    merchantNumber: (id) => (id === null ? undefined : byId.get(id)) ?? { mchNo: '', name: '' },
  };
}

/** Lists the actions that the caller may run on a bill now. */
function actionsOf(ctx: ActorContext, bill: BillRecord): string[] {
  const isOpen = bill.status === 'success' && bill.reversedByNo === null && isReversible(bill.type);
  return isOpen && ctx.can(REVERSE) ? ['reverse'] : [];
}

/** Builds the list rows for bills. */
export async function rowAnswers(ctx: ActorContext, bills: readonly BillRecord[]): Promise<Row[]> {
  const names = await ledgerNames(
    ctx,
    bills.flatMap(({ counterType, counterId, teamId }) => [
      { kind: counterType, id: counterId },
      { kind: 'team', id: teamId },
    ]),
  );
  const operators = await accountNames(
    ctx.db,
    bills.flatMap(({ operatorId }) => (operatorId > 0 ? [operatorId] : [])),
  );
  return bills.map((bill) => {
    const number = names.merchantNumber(bill.merchantNumberId);
    const row = answerRow(ctx, BILL, bill, {
      teamName: names.of('team', bill.teamId),
      counterName: bill.counterName || names.of(bill.counterType, bill.counterId),
      merchantNo: number.mchNo,
      merchantName: number.name,
      operatorName: operators.get(bill.operatorId) ?? ctx.t(WORD.system),
    });
    return { id: bill.id, ...row, actions: actionsOf(ctx, bill) };
  });
}

const ownerKind = (code: AccountCode) => ACCOUNTS[code].owner;

/** Builds the answer of a transaction with its postings. */
export async function transactionAnswer(
  ctx: ActorContext,
  record: TransactionRecord,
): Promise<z.output<typeof transaction>> {
  const names = await ledgerNames(
    ctx,
    record.postings.map(({ code, ownerId }) => ({ kind: ownerKind(code), id: ownerId })),
  );
  const operators = await accountNames(ctx.db, record.operatorId > 0 ? [record.operatorId] : []);
  return {
    txNo: record.txNo,
    type: record.bizType,
    typeText: ctx.t(ENTRY_TYPES[record.bizType].text),
    bizNo: record.bizNo,
    day: record.day,
    at: record.at.toISOString(),
    postedAt: record.postedAt.toISOString(),
    remark: record.remark ?? '',
    operatorName: operators.get(record.operatorId) ?? ctx.t(WORD.system),
    postings: record.postings.map(({ code, ownerId, dc, amountFen }) => ({
      key: `${dc} ${code} ${ownerId}`,
      account: code,
      accountText: ctx.t(ACCOUNTS[code].text),
      ownerName: names.of(ownerKind(code), ownerId),
      dc,
      amountFen,
    })),
    reversesNo: record.reversesNo,
    reversedByNo: record.reversedByNo,
  };
}

/** Stored costs of an order. The costs of older orders contain neither the name nor the start date of the fee plan. */
type StoredCosts = Omit<CostSnapshot, 'planName' | 'planFrom'> & Partial<Pick<CostSnapshot, 'planName' | 'planFrom'>>;

/** Reads a bill's order and the costs of the order. @returns `order` is `null` without an order; `fee` is `null` without stored costs */
export async function orderAnswers(
  ctx: ActorContext,
  teamId: number,
  orderNo: string | null,
): Promise<Pick<Detail, 'order' | 'fee'>> {
  const found = orderNo === null ? null : await orderSnapshot(ctx.db, teamId, orderNo);
  if (!found) return { order: null, fee: null };
  const { cost, status, userId, merchantId, riderId, ...rest } = found;
  const names = await peopleNames(ctx.db, {
    user: [userId],
    merchant: merchantId === null ? [] : [merchantId],
    rider: riderId === null ? [] : [riderId],
  });
  const order = answerRow(ctx, ORDER, rest, {
    statusText: ctx.t(ORDER_STATUS_TEXT[status]),
    userName: names.get(`user ${userId}`) ?? '',
    merchantName: names.get(`merchant ${merchantId}`) ?? '',
    riderName: names.get(`rider ${riderId}`) ?? '',
  });
  if (cost === null) return { order, fee: null };
  const { feePlanId, planName, planFrom, franchiseeId, ...fee } = cost as unknown as StoredCosts;
  const [plan, partner] = await Promise.all([
    feePlanId === null || planName !== undefined ? null : feePlan(ctx.db, feePlanId),
    franchiseeId === null ? null : franchisee(ctx.db, franchiseeId),
  ]);
  const rule = { planName: planName ?? plan?.name ?? '', planFrom: planFrom ?? null };
  return { order, fee: { ...fee, ...rule, franchiseeName: partner?.name ?? '' } };
}
