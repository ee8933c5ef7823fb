import type { ParsedOf } from '../../../contract/endpoint';
import type { fundAuditEndpoints } from '../../../contract/fundAudit';
import { AUDIT_KIND_TEXT, FUND_AUDIT, FUND_AUDIT_FIELDS, fundAuditLifecycle } from '../../../contract/fundAudit.states';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, Refusal, refuse } from '../../core/http/refusal';
import { yuan } from '../../core/money/amounts';
import { balancesOf, type Entry, post, riderDeduct, riderDepositBack, riderReward, setCredit } from '../ledger';
import { peopleNames, ridersById } from '../people';
import { assertTeamInScope, creditLimits } from '../team';
import { notifyMaker } from '../teamFund';
import { done, presentOf } from './answers';
import { linkTo, refuseConflict, stepOf } from './entry';
import { stateAt } from './rules';
import { addSteps, changeEntry, type EntryRow, findEntry, lockEntry, pendingFen } from './store';

/** Deciding entries: by somebody who is not their maker. Approving posts in the same transaction (docs/decisions/0023). */

type In<A extends keyof typeof fundAuditEndpoints> = ParsedOf<(typeof fundAuditEndpoints)[A]>;

const WORDS = {
  effective: text(
    '{no} 已通过并入账 {x} 元',
    '{no} approved, ¥{x} posted',
    '{no} aprovado, ¥{x} lançados',
    '{no} 已通過並入帳 {x} 元',
  ),
  owing: text(
    '{no} 已通过，已扣 {x} 元，其余 {y} 元从每日收入中分期扣除',
    '{no} approved: ¥{x} taken, ¥{y} will be collected from daily income',
    '{no} aprovado: ¥{x} descontados, ¥{y} serão cobrados da renda diária',
    '{no} 已通過，已扣 {x} 元，其餘 {y} 元從每日收入中分期扣除',
  ),
  rejected: text('{no} 已驳回', '{no} rejected', '{no} recusado', '{no} 已駁回'),
  returned: text('{no} 已退回修改', '{no} returned for change', '{no} devolvido para correção', '{no} 已退回修改'),
  withdrawn: text('{no} 已撤回', '{no} withdrawn', '{no} retirado', '{no} 已撤回'),
  waived: text(
    '{no} 的余款 {x} 元已减免',
    'The remaining ¥{x} of {no} are waived',
    'Os ¥{x} restantes de {no} foram dispensados',
    '{no} 的餘款 {x} 元已減免',
  ),
  decidedTitle: text(
    '骑手资金{state}：{name}',
    'Rider fund entry {state}: {name}',
    'Fundos do entregador {state}: {name}',
    '騎手資金{state}：{name}',
  ),
  decidedText: text(
    '{no}：{kind} {x} 元，由 {checker} 处理。{note}',
    '{no}: {kind}, ¥{x}, decided by {checker}. {note}',
    '{no}: {kind}, ¥{x}, decidido por {checker}. {note}',
    '{no}：{kind} {x} 元，由 {checker} 處理。{note}',
  ),
} as const;

const entryOfRow = (row: EntryRow) => ({ id: row.id, riderId: row.rider_id });

/**
 * An entry in scope, locked.
 *
 * @throws Refusal 40401 · 40302 · 40305 one's own · 40301 somebody else's to take back
 */
async function locked(ctx: ActorContext, id: number, by: 'maker' | 'other'): Promise<EntryRow> {
  const row = await lockEntry(ctx.db, id);
  if (!row) throw refuse(40401);
  ctx.audit({ objectId: row.id, objectNo: row.no });
  await assertTeamInScope(ctx, row.team_id);
  const isMaker = row.maker_id === ctx.actor.accountId;
  if (by === 'other' && isMaker) throw refuse(40305);
  if (by === 'maker' && !isMaker) throw refuse(40301);
  return row;
}

/** @throws Refusal 42312 its days are over · 42201 · 40901 changed since it was seen */
async function assertDecidable(
  ctx: ActorContext,
  row: EntryRow,
  action: 'approve' | 'reject' | 'return' | 'withdraw',
  version: number | null,
): Promise<void> {
  const state = stateAt({ state: row.state, expireAt: row.expire_at }, ctx.clock.now());
  if (state === 'expired') throw refuse(42312);
  if (!fundAuditLifecycle.allowed(state, action)) {
    throw refuse(42201, { state: fundAuditLifecycle.states[state].text });
  }
  if (version !== null && row.version !== version) await refuseConflict(ctx, row);
}

/** Writes the decision; nobody else can have decided, since the row is locked. */
async function write(ctx: ActorContext, row: EntryRow, change: Parameters<typeof changeEntry>[2]): Promise<number> {
  const version = await changeEntry(ctx.db, row, change);
  if (version === null) throw new Error(`entry ${row.no} changed though it was locked`);
  return version;
}

async function tell(ctx: ActorContext, row: EntryRow, state: EntryRow['state'], note: string | null) {
  const names = await peopleNames(ctx.db, { rider: [row.rider_id] });
  const words = { title: WORDS.decidedTitle, text: WORDS.decidedText, link: linkTo(row.no) };
  await notifyMaker(ctx, row, words, {
    name: names.get(`rider ${row.rider_id}`) ?? '',
    state: fundAuditLifecycle.states[state].text,
    kind: AUDIT_KIND_TEXT[row.kind],
    note: note ?? '',
  });
}

function recorded(ctx: ActorContext, row: EntryRow, state: EntryRow['state'], more: object, note: string | null): void {
  ctx.audit({
    objectId: row.id,
    objectNo: row.no,
    before: { state: row.state },
    after: { state, teamId: row.team_id, kind: row.kind, direction: row.direction, amountFen: row.amount_fen, ...more },
    ...(note && { reason: note }),
    detail: { makerId: row.maker_id, makerName: row.maker_name },
  });
}

/** Attempts while the rider's balance falls at this very moment. */
const ATTEMPTS = 3;

/** What approving posts. @returns the amount and the transaction; null: there was nothing to take */
async function postEntry(ctx: ActorContext, row: EntryRow): Promise<{ amountFen: number; txNo: string } | null> {
  const { at, day } = await presentOf(ctx);
  const on = {
    bizNo: row.no,
    teamId: row.team_id,
    at,
    day,
    remark: row.reason,
    operatorId: ctx.actor.accountId,
  };
  const send = async (entry: Entry, amountFen: number) => ({ amountFen, txNo: (await post(ctx, entry)).txNo });
  if (row.funded_by === 'deposit') return send(riderDepositBack(on, row.rider_id, row.amount_fen), row.amount_fen);
  if (row.funded_by === 'team') {
    // An account that opens by this posting would not know the station's credit limit.
    const [limit] = await creditLimits(ctx.db, [row.team_id]);
    await setCredit(ctx, row.team_id, limit?.creditFen ?? 0);
  }
  if (row.direction === 'in') {
    return send(riderReward(on, row.rider_id, row.amount_fen, row.funded_by), row.amount_fen);
  }
  for (let attempt = 1; ; attempt += 1) {
    let amountFen = row.amount_fen;
    if (row.allow_instalment) {
      const balances = await balancesOf(ctx.db, ['RIDER_AVAILABLE'], [row.rider_id]);
      amountFen = Math.min(amountFen, balances.get(`RIDER_AVAILABLE:${row.rider_id}`) ?? 0);
      if (amountFen <= 0) return null;
    }
    try {
      return await send(riderDeduct(on, row.rider_id, amountFen, row.funded_by), amountFen);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 42241) throw error;
      if (!row.allow_instalment || attempt >= ATTEMPTS) throw refuse(42311);
    }
  }
}

/**
 * Makes the change: posts it, or takes what is there of an instalment.
 *
 * @param version null: whatever it is now
 * @throws Refusal 42201 also where the rider has left · 42241 the station cannot bear it · 42311 the rider has less
 */
export async function approveEntry(ctx: ActorContext, id: number, version: number | null) {
  const row = await locked(ctx, id, 'other');
  await assertDecidable(ctx, row, 'approve', version);
  const [rider] = await ridersById(ctx.db, [row.rider_id]);
  if (!rider?.isOnBooks) throw refuse(42201, { state: rider?.statusText ?? '' });
  const posted = await postEntry(ctx, row);
  const takenFen = posted?.amountFen ?? 0;
  const isWhole = takenFen === row.amount_fen;
  const state = isWhole ? ('effective' as const) : ('owing' as const);
  const next = await write(ctx, row, {
    state,
    collected_fen: row.direction === 'out' ? takenFen : 0,
    checker_id: ctx.actor.accountId,
    checker_name: ctx.actor.name,
    decided_at: ctx.clock.now(),
    tx_nos: JSON.stringify(posted ? [posted.txNo] : []),
  });
  const about = entryOfRow(row);
  await addSteps(ctx.db, [
    stepOf(ctx, about, 'approve'),
    ...(posted ? [stepOf(ctx, about, 'post', { by: null, amountFen: takenFen, txNo: posted.txNo })] : []),
    ...(isWhole ? [] : [stepOf(ctx, about, 'owe', { by: null, amountFen: row.amount_fen - takenFen })]),
  ]);
  await tell(ctx, row, state, null);
  recorded(ctx, row, state, posted ? { txNo: posted.txNo, collectedFen: takenFen } : {}, null);
  return done(ctx, row, state, next, WORDS[state], { x: yuan(takenFen), y: yuan(row.amount_fen - takenFen) });
}

/** Refuses an entry, or gives it back to its maker. */
export async function turnDown(
  ctx: ActorContext,
  id: number,
  version: number | null,
  to: { readonly action: 'reject' | 'return'; readonly reason: string },
) {
  const row = await locked(ctx, id, 'other');
  await assertDecidable(ctx, row, to.action, version);
  const state = to.action === 'reject' ? ('rejected' as const) : ('returned' as const);
  const next = await write(ctx, row, {
    state,
    checker_id: ctx.actor.accountId,
    checker_name: ctx.actor.name,
    decided_at: ctx.clock.now(),
    note: to.reason,
  });
  await addSteps(ctx.db, [stepOf(ctx, entryOfRow(row), to.action, { note: to.reason })]);
  await tell(ctx, row, state, to.reason);
  recorded(ctx, row, state, {}, to.reason);
  return done(ctx, row, state, next, WORDS[state]);
}

/** Takes one's own entry back. */
export async function withdrawEntry(ctx: ActorContext, { id, version }: In<'fundAudit.Rider/withdraw'>) {
  const row = await locked(ctx, id, 'maker');
  await assertDecidable(ctx, row, 'withdraw', version);
  const next = await write(ctx, row, { state: 'withdrawn' });
  await addSteps(ctx.db, [stepOf(ctx, entryOfRow(row), 'withdraw')]);
  recorded(ctx, row, 'withdrawn', {}, null);
  return done(ctx, row, 'withdrawn', next, WORDS.withdrawn);
}

/** Gives up what is still owed. What was taken stays taken. @throws Refusal 40305 · 42201 */
export async function waiveEntry(ctx: ActorContext, { id, reason }: In<'fundAudit.Rider/waive'>) {
  const row = await locked(ctx, id, 'other');
  ctx.audit({ objectId: id, objectNo: row.no, reason });
  if (row.state !== 'owing') throw refuse(42201, { state: fundAuditLifecycle.states[row.state].text });
  const restFen = row.amount_fen - row.collected_fen;
  // What is collected while it waits for the second person makes the rest smaller; that is no other change.
  await ctx.secondPerson({
    state: { no: row.no, state: row.state },
    teamId: row.team_id,
    change: {
      objectId: id,
      objectNo: row.no,
      before: { state: row.state, amount: yuan(restFen) },
      after: { state: 'waived', amount: yuan(0), reason },
    },
  });
  const next = await write(ctx, row, { state: 'waived', note: reason });
  await addSteps(ctx.db, [stepOf(ctx, entryOfRow(row), 'waive', { note: reason, amountFen: restFen })]);
  await tell(ctx, row, 'waived', reason);
  recorded(ctx, row, 'waived', { owedFen: restFen }, reason);
  return done(ctx, row, 'waived', next, WORDS.waived, { x: yuan(restFen) });
}

/** Several at once, each on its own; many large ones together ask for a second verification. @throws Refusal 40001 · 40303 */
export async function decideMany(ctx: ActorContext, input: In<'fundAudit.Rider/bulk'>) {
  const { action, versions, reason } = input;
  if (action === 'reject' && reason === undefined) {
    const label = ctx.t(FUND_AUDIT_FIELDS.reason);
    const message = validationText('required', ctx.locale, { label });
    throw invalid([{ field: 'reason', rule: 'required', message }]);
  }
  // Two such calls lock their rows in the same order.
  const ids = [...new Set(input.ids)].sort((one, other) => one - other);
  const sumFen = await pendingFen(ctx.db, ctx.actor.scope, ids, ctx.clock.now());
  ctx.audit({ after: { action, ids, amountFen: sumFen }, ...(reason && { reason }) });
  if (action === 'approve' && sumFen > FUND_AUDIT.bulkSecondFen) ctx.requireSecond();
  const {
    answer,
    done: decided,
    detail,
  } = await forEachRecord(
    ctx,
    ids,
    (id) => {
      const version = versions?.[String(id)] ?? null;
      return action === 'approve'
        ? approveEntry(ctx, id, version)
        : turnDown(ctx, id, version, { action, reason: reason ?? '' });
    },
    async (id) => (await findEntry(ctx.db, id))?.no ?? '',
  );
  ctx.audit({ after: { action, ids: decided, amountFen: sumFen }, detail, ...(reason && { reason }) });
  return answer;
}
