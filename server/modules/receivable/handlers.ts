import type { ParsedOf } from '../../../contract/endpoint';
import { receivableEndpoints } from '../../../contract/receivable';
import { RECEIVABLE } from '../../../contract/receivable.fields';
import { receivableLifecycle } from '../../../contract/receivable.states';
import { text } from '../../../contract/text';
import { type ActorContext, handlers } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { yuan, yuanText } from '../../core/money/amounts';
import { lockReceivable, type ReceivableRecord, waiveReceivable } from '../ledger';
import { presentOf } from '../site';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';
import { receivablePage, receivableTotals } from './store';

const WAIVED = text(
  '应收 {no} 已减免 {x} 元',
  'Receivable {no} waived, ¥{x}',
  'Valor a receber {no} dispensado, ¥{x}',
  '應收 {no} 已減免 {x} 元',
);

export const receivableHandlers = handlers(receivableEndpoints, {
  'finance.Receivable/getList': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const filter = { ...input, teamIds: await scopedTeamIds(ctx, input.teamIds) };
      const sort = { field: input.sortField ?? ('createdAt' as const), order: input.sortOrder ?? ('desc' as const) };
      const { list, total } = await receivablePage(ctx.db, filter, sort, page);
      return { list: await answers(ctx, list), total, summary: await receivableTotals(ctx.db, filter) };
    }),
  'finance.Receivable/waive': waive,
});

type Listed = Pick<ReceivableRecord, 'id' | 'version' | 'kind' | 'state' | 'teamId'> &
  Awaited<ReturnType<typeof receivablePage>>['list'][number];

async function answers(ctx: ActorContext, rows: readonly Listed[]) {
  const { rules, accountType } = ctx.actor;
  const teamIds = rows.map(({ teamId }) => teamId);
  const names = await teamNames(ctx.db, teamIds);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...answerRow(ctx, RECEIVABLE, row, { teamName: names.get(row.teamId) ?? '' }),
    // A receivable for a fee can be waived only through its fee charge.
    actions: row.kind === 'fee' ? [] : receivableLifecycle.actionsFrom(row.state, rules, accountType === 'owner'),
  }));
}

/**
 * Waives a receivable.
 *
 * @throws Refusal 40302 (station out of scope), 40401 (unknown id), 42201 (not open, or for a fee, which is waived through its fee charge)
 */
async function waive(
  ctx: ActorContext,
  { id, reason }: ParsedOf<(typeof receivableEndpoints)['finance.Receivable/waive']>,
) {
  const row = await lockReceivable(ctx.db, id);
  if (!row) throw refuse(40401);
  const { no, teamId, state, leftFen, kind, bizNo } = row;
  await assertTeamInScope(ctx, teamId);
  const change = { objectId: id, objectNo: no, after: { amount: yuan(leftFen), bizNo, reason } };
  ctx.audit({ ...change, before: { state }, reason });
  if (kind === 'fee' || !receivableLifecycle.allowed(state, 'waive'))
    throw refuse(42201, { state: receivableLifecycle.states[state].text });
  await ctx.secondPerson({ state: { no, leftFen }, teamId, change });
  const { at, day } = await presentOf(ctx);
  const by = { at, day, operatorId: ctx.actor.accountId };
  await waiveReceivable({ db: ctx.db, ids: ctx.ids, clock: ctx.clock }, row, by, { remark: bizNo, reason });
  return {
    id,
    no,
    state: 'waived' as const,
    stateText: receivableLifecycle.stateText('waived', ctx.locale),
    version: row.version + 1,
    message: ctx.t(WAIVED, { no, x: yuanText(leftFen) }),
  };
}
