import type { CaseExtras } from '../../../contract/approval';
import type { DataOf, ParsedOf, WithSums } from '../../../contract/endpoint';
import type { franchiseeEndpoints } from '../../../contract/franchisee';
import { FRANCHISEE, FRANCHISEE_STATES, isOpenIn } from '../../../contract/franchisee.states';
import { franchiseeAdjustCase } from '../../../contract/franchiseeAdjust.states';
import { RULE } from '../../../contract/rule-ids';
import { ADJUST_CATEGORY_TEXT, ADJUST_DIRECTION_TEXT, FUND } from '../../../contract/teamFund.states';
import { DAY_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { businessNo } from '../../core/money/numbers';
import { messageText } from '../../core/texts';
import { defineCase, readRecord } from '../case';
import { balancesOf, manual, post } from '../ledger';
import { notify } from '../notice';
import { presentOf } from '../site';
import { ADJUST_FACTS, ADJUST_WORDS, evidenceErrors, evidenceLinks, missingEvidence } from '../teamFund';
import { ADJUST_TABLE, type AdjustRow, adjustsOf, approvable, franchiseeNames, insertAdjust } from './adjust-store';
import { type FranchiseeRow, lockFranchisee } from './list-store';
import { requireFranchisee } from './require';

/** Adjustments of share balances: proposed by one person, approved by another one, posted then (DOMAIN §3.6 "Adjust funds"). */

type In<A extends keyof typeof franchiseeEndpoints> = ParsedOf<(typeof franchiseeEndpoints)[A]>;
type Detail = WithSums<DataOf<(typeof franchiseeEndpoints)['franchise.Franchisee/getDetail']>>;

const PAGE = RULE['franchise.list'];
const ACCOUNT = 'FRANCHISEE_AVAILABLE';
const BALANCE = messageText('franchisee.balanceFen');
const linkTo = (franchiseeId: number): string => `/franchisee/franchiseeList?open=${franchiseeId}&tab=funds`;

/** The franchisee, locked, unless its franchise has ended. @throws Refusal 40302 · 40401 · 42201 */
async function openFranchisee(ctx: ActorContext, id: number): Promise<FranchiseeRow> {
  await requireFranchisee(ctx, id);
  const row = await lockFranchisee(ctx.db, id);
  if (!row) throw refuse(40401);
  if (!isOpenIn('adjustFund', row.status)) throw refuse(42201, { state: FRANCHISEE_STATES[row.status].text });
  return row;
}

/** The kind of document. */
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
      title: `${ctx.t(ADJUST_DIRECTION_TEXT[row.direction])} · ${ctx.t(ADJUST_CATEGORY_TEXT[row.category])}`,
      object: names.get(row.franchisee_id) ?? '',
      link: linkTo(row.franchisee_id),
    }));
  },
});

/** What the drawer of the inbox shows of an adjustment. */
async function extras(ctx: ActorContext, row: AdjustRow): Promise<CaseExtras> {
  const [names, links] = await Promise.all([
    franchiseeNames(ctx.db, [row.franchisee_id]),
    evidenceLinks(ctx, row.evidence),
  ]);
  const page = ctx.can(PAGE) ? linkTo(row.franchisee_id) : null;
  const fact = (key: keyof typeof ADJUST_FACTS, value: string | null, link: string | null = null) =>
    value ? [{ key, label: ctx.t(ADJUST_FACTS[key]), value, link }] : [];
  return {
    facts: [
      ...fact('franchisee', names.get(row.franchisee_id) ?? '', page),
      ...fact('account', ctx.t(BALANCE)),
      ...fact('direction', ctx.t(ADJUST_DIRECTION_TEXT[row.direction])),
      ...fact('category', ctx.t(ADJUST_CATEGORY_TEXT[row.category])),
      ...fact('reason', row.reason),
      ...fact('relatedNo', row.related_no),
      ...fact('txNo', row.tx_no),
    ],
    changes: [],
    evidence: row.evidence.flatMap((fileId) => links.get(fileId) ?? []),
  };
}

/** The newest adjustments of a franchisee, as its funds show them. */
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

/** Proposes an adjustment. @throws Refusal 40001 evidence · 42201 the franchise has ended · 42241 more than the balance */
export async function adjustFund(ctx: ActorContext, input: In<'franchise.Franchisee/adjustFund'>) {
  const franchisee = await openFranchisee(ctx, input.id);
  ctx.audit({ objectNo: franchisee.no, reason: input.reason });
  const errors = await evidenceErrors(ctx, input.evidence);
  if (input.amountFen >= FUND.evidenceFromFen && input.evidence.length === 0) errors.push(missingEvidence(ctx));
  if (errors.length > 0) throw invalid(errors);
  const { direction, amountFen, category, reason, evidence } = input;
  const balanceFen = (await balancesOf(ctx.db, [ACCOUNT], [franchisee.id])).get(`${ACCOUNT}:${franchisee.id}`) ?? 0;
  if (direction === 'out' && amountFen > balanceFen) throw refuse(42241);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('AF', day, id);
  const { accountId, name, accountType } = ctx.actor;
  const relatedNo = input.relatedNo || null;
  await insertAdjust(ctx.db, {
    ...{ id, no, created_at: at, expire_at: new Date(at.getTime() + FUND.adjustDays * DAY_MS) },
    ...{ franchisee_id: franchisee.id, direction, amount_fen: amountFen, category, related_no: relatedNo, reason },
    ...{ evidence: JSON.stringify(evidence), state: 'pending' },
    ...{ maker_id: accountId, maker_name: name, maker_is_owner: accountType === 'owner' },
  });
  await franchiseeAdjusts.addStep(ctx, id, 'submit', { note: reason, amountFen });
  await notify(ctx, {
    event: 'franchiseeAdjustPending',
    title: ADJUST_WORDS.waitsTitle,
    content: ADJUST_WORDS.waitsText,
    params: {
      name: franchisee.name,
      maker: name,
      no,
      direction: ADJUST_DIRECTION_TEXT[direction],
      account: BALANCE,
      x: yuanText(amountFen),
    },
    link: linkTo(franchisee.id),
    dedupe: `franchiseeAdjust.${id}`,
  });
  const after = { franchiseeId: franchisee.id, direction, amountFen, category, relatedNo, evidence };
  ctx.audit({ objectId: id, objectNo: no, after, reason });
  return franchiseeAdjusts.answer(ctx, { id, no }, 'pending', 1, ADJUST_WORDS.submitted);
}
