import type { CaseExtras } from '../../../contract/approval';
import type { DataOf, ParsedOf, WithSums } from '../../../contract/endpoint';
import type { franchiseeEndpoints } from '../../../contract/franchisee';
import { FRANCHISEE, FRANCHISEE_STATES, isOpenIn } from '../../../contract/franchisee.states';
import { franchiseeAdjustCase } from '../../../contract/franchiseeAdjust.states';
import { RULE } from '../../../contract/rule-ids';
import { ADJUST_CATEGORY_TEXT, ADJUST_DIRECTION_TEXT } from '../../../contract/teamFund.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { businessNo } from '../../core/money/numbers';
import { messageText } from '../../core/texts';
import { defineCase, readRecord } from '../case';
import { balancesOf, manual, post } from '../ledger';
import { notify } from '../notice';
import { franchiseeNames } from '../reference';
import { presentOf } from '../site';
import { ADJUST_WORDS, adjustExtras, adjustTitle, assertEvidence, pendingAdjust, waitsNotice } from '../teamFund';
import { ADJUST_TABLE, type AdjustRow, adjustsOf, approvable, insertAdjust } from './adjust-store';
import { type FranchiseeRow, lockFranchisee } from './list-store';
import { requireFranchisee } from './require';

/** Adjustments of share balances (DOMAIN §3.6 "Adjust funds"). One person proposes, another approves, and the approval posts the amount. */

type In<A extends keyof typeof franchiseeEndpoints> = ParsedOf<(typeof franchiseeEndpoints)[A]>;
type Detail = WithSums<DataOf<(typeof franchiseeEndpoints)['franchise.Franchisee/getDetail']>>;

const PAGE = RULE['franchise.list'];
const ACCOUNT = 'FRANCHISEE_AVAILABLE';
const BALANCE = messageText('franchisee.balanceFen');
const linkTo = (franchiseeId: number): string => `/franchisee/franchiseeList?open=${franchiseeId}&tab=funds`;

/**
 * Finds and locks the franchisee, and checks that its franchise has not ended.
 *
 * @throws Refusal 40302 (outside the data scope), 40401 (unknown id), 42201 (the franchise has ended)
 */
async function openFranchisee(ctx: ActorContext, id: number): Promise<FranchiseeRow> {
  await requireFranchisee(ctx, id);
  const row = await lockFranchisee(ctx.db, id);
  if (!row) throw refuse(40401);
  if (!isOpenIn('adjustFund', row.status)) throw refuse(42201, { state: FRANCHISEE_STATES[row.status].text });
  return row;
}

/** Adjustments of share balances as a kind of document: effects of steps, notices to the maker, and who may approve. */
export const franchiseeAdjusts = defineCase({
  type: franchiseeAdjustCase,
  table: ADJUST_TABLE,
  record: (row: AdjustRow) => readRecord(row),
  object: (ctx, row: AdjustRow) => requireFranchisee(ctx, row.franchisee_id),
  effects: {
    approve: async (ctx, { row }) => {
      await openFranchisee(ctx, row.franchisee_id);
      const { at, day } = await presentOf(ctx);
      const on = { bizNo: row.no, teamId: 0, at, day, remark: row.reason, operatorId: ctx.actor.accountId };
      const { txNo } = await post(ctx, manual(on, ACCOUNT, row.franchisee_id, row.direction, row.amount_fen));
      return { set: { tx_no: txNo }, txNo, amountFen: row.amount_fen };
    },
  },
  done: { approve: ADJUST_WORDS.approved, reject: ADJUST_WORDS.rejected, cancel: ADJUST_WORDS.cancelled },
  notice: ({ row, object: franchisee, note }, state) => ({
    title: ADJUST_WORDS.decidedTitle,
    content: ADJUST_WORDS.decidedText,
    link: linkTo(franchisee.id),
    params: {
      name: franchisee.name,
      state: franchiseeAdjustCase.states[state].text,
      direction: ADJUST_DIRECTION_TEXT[row.direction],
      note,
    },
  }),
  recorded: ({ row }, state, { txNo }) => ({
    before: { state: row.state },
    after: {
      state,
      franchiseeId: row.franchisee_id,
      direction: row.direction,
      amountFen: row.amount_fen,
      ...(txNo && { txNo }),
    },
  }),
  decidable: (_db, actor) => approvable(actor),
  detail: {
    async admit(ctx, row) {
      if (!ctx.can(PAGE)) throw refuse(40401);
      await requireFranchisee({ ...ctx, actor: { ...ctx.actor, scope: ctx.actor.scopeOf(PAGE) } }, row.franchisee_id);
    },
    extras,
  },
  faces: async (ctx, rows) => {
    const ids = rows.map(({ franchisee_id: id }) => id);
    const names = await franchiseeNames(ctx.db, ids);
    return rows.map((row) => ({
      title: adjustTitle(ctx, row),
      object: names.get(row.franchisee_id) ?? '',
      link: linkTo(row.franchisee_id),
    }));
  },
});

/** Builds the details that the inbox drawer shows for an adjustment. */
async function extras(ctx: ActorContext, row: AdjustRow): Promise<CaseExtras> {
  const names = await franchiseeNames(ctx.db, [row.franchisee_id]);
  return adjustExtras(ctx, row, {
    owner: 'franchisee',
    name: names.get(row.franchisee_id) ?? '',
    page: ctx.can(PAGE) ? linkTo(row.franchisee_id) : null,
    account: BALANCE,
  });
}

/** Lists the latest adjustments of a franchisee for its tab "Funds". */
export async function adjustAnswers(ctx: ActorContext, franchiseeId: number): Promise<Detail['adjusts']> {
  const now = ctx.clock.now();
  const rows = await adjustsOf(ctx.db, franchiseeId, FRANCHISEE.rows);
  return rows.map((row) => {
    const state = franchiseeAdjustCase.stateAt(readRecord(row), now);
    return {
      id: row.id,
      no: row.no,
      createdAt: row.created_at.toISOString(),
      directionText: ctx.t(ADJUST_DIRECTION_TEXT[row.direction]),
      amountFen: row.direction === 'in' ? row.amount_fen : -row.amount_fen,
      categoryText: ctx.t(ADJUST_CATEGORY_TEXT[row.category]),
      reason: row.reason,
      state,
      stateText: franchiseeAdjustCase.stateText(state, ctx.locale),
      makerName: row.maker_name,
      checkerName: row.checker_name,
    };
  });
}

/**
 * Proposes an adjustment.
 *
 * @throws Refusal 40001 (evidence is missing), 40302 (outside the data scope), 40401 (unknown id), 42201 (the franchise has ended),
 *   42241 (more than the balance)
 */
export async function adjustFund(ctx: ActorContext, input: In<'franchise.Franchisee/adjustFund'>) {
  const franchisee = await openFranchisee(ctx, input.id);
  ctx.audit({ objectNo: franchisee.no, reason: input.reason });
  await assertEvidence(ctx, input);
  const { direction, amountFen, category, reason, evidence } = input;
  const relatedNo = input.relatedNo || null;
  const balanceFen = (await balancesOf(ctx.db, [ACCOUNT], [franchisee.id])).get(`${ACCOUNT}:${franchisee.id}`) ?? 0;
  if (direction === 'out' && amountFen > balanceFen) throw refuse(42241);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('AF', day, id);
  await insertAdjust(ctx.db, { id, no, franchisee_id: franchisee.id, ...pendingAdjust(ctx, input, at) });
  await franchiseeAdjusts.addStep(ctx, id, 'submit', { note: reason, amountFen });
  await notify(ctx, {
    event: 'franchiseeAdjustPending',
    objectId: franchisee.id,
    ...waitsNotice(ctx, input, { name: franchisee.name, no, account: BALANCE }),
    link: linkTo(franchisee.id),
    dedupe: `franchiseeAdjust.${id}`,
  });
  const after = { franchiseeId: franchisee.id, direction, amountFen, category, relatedNo, evidence };
  ctx.audit({ objectId: id, objectNo: no, after, reason });
  return franchiseeAdjusts.answer(ctx, { id, no }, 'pending', 1, ADJUST_WORDS.submitted);
}
