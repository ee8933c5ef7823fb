import type { CaseExtras } from '../../../contract/approval';
import type { ParsedOf } from '../../../contract/endpoint';
import { fundAuditEndpoints } from '../../../contract/fundAudit';
import {
  AUDIT_DIRECTION_TEXT,
  AUDIT_KIND_TEXT,
  AUDIT_STEP_TEXT,
  FUND_AUDIT,
  FUND_AUDIT_FIELDS,
  FUNDED_BY_TEXT,
  fundAuditCase,
} from '../../../contract/fundAudit.states';
import { RULE } from '../../../contract/rule-ids';
import { type Text, text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { visibleAmounts } from '../../core/access/hidden-amounts';
import type { ActorContext } from '../../core/http/context';
import { invalid, Refusal, refuse } from '../../core/http/refusal';
import { yuan, yuanText } from '../../core/money/amounts';
import { decidableByRule, defineCase, readRecord } from '../case';
import { balancesOf, type Entry, post, riderDeduct, riderDepositBack, riderReward, setCredit } from '../ledger';
import { depositDueOn, peopleNames, type RiderFacts, ridersById } from '../people';
import { presentOf } from '../site';
import { assertTeamInScope, creditLimits, scopesOfTeam, teamNames } from '../team';
import { evidenceLinks } from '../teamFund';
import { entryOf } from './answers';
import { ENTRY_TABLE, type EntryRow, pendingFen, sumEntries } from './store';

/** Decides rider fund entries. The decider must not be the maker. An approval posts in the same transaction (docs/decisions/0023). */

type In<A extends keyof typeof fundAuditEndpoints> = ParsedOf<(typeof fundAuditEndpoints)[A]>;

const WORDS = {
  depositLater: text(
    '押金自 {day} 起可退还',
    'The deposit can be refunded from {day}',
    'A caução pode ser devolvida a partir de {day}',
    '押金自 {day} 起可退還',
  ),
  effective: text(
    '{no} 已通过并入账 {x} 元',
    '{no} approved, ¥{x} posted',
    '{no} aprovado, ¥{x} lançados',
    '{no} 已通過並入帳 {x} 元',
  ),
  owing: text(
    '{no} 已通过，已扣 {x} 元，其余 {y} 元从每日收入中分期扣除',
    '{no} approved: ¥{x} deducted; the remaining ¥{y} is deducted from daily income in instalments',
    '{no} aprovado: ¥{x} descontados, ¥{y} serão cobrados da renda diária',
    '{no} 已通過，已扣 {x} 元，其餘 {y} 元從每日收入中分期扣除',
  ),
  resubmitted: text(
    '{no} 已重新提交，等待另一人审核',
    '{no} resubmitted; another person has to review it',
    '{no} reenviado; outra pessoa precisa revisar',
    '{no} 已重新提交，等待另一人審核',
  ),
  rejected: text('{no} 已驳回', '{no} rejected', '{no} recusado', '{no} 已駁回'),
  returned: text('{no} 已退回修改', '{no} returned for change', '{no} devolvido para correção', '{no} 已退回修改'),
  withdrawn: text('{no} 已撤回', '{no} withdrawn', '{no} retirado', '{no} 已撤回'),
  waived: text(
    '{no} 的余款 {x} 元已减免',
    'The remaining ¥{x} of {no} is waived',
    'Os ¥{x} restantes de {no} foram dispensados',
    '{no} 的餘款 {x} 元已減免',
  ),
  expiredTitle: text(
    '骑手资金审核单已过期：{no}',
    'Rider fund entry expired: {no}',
    'Registro de fundos expirado: {no}',
    '騎手資金審核單已過期：{no}',
  ),
  expiredText: text(
    '{no} 共 {x} 元，没有人在有效期内审核，可以重新提交。',
    '{no} (¥{x}) was not reviewed in time; it can be submitted again.',
    '{no} (¥{x}) não foi revisado a tempo; pode ser enviado de novo.',
    '{no} 共 {x} 元，沒有人在有效期內審核，可以重新提交。',
  ),
  decidedTitle: text(
    '骑手资金{state}：{name}',
    'Rider fund entry {state}: {name}',
    'Fundos do entregador {state}: {name}',
    '騎手資金{state}：{name}',
  ),
  decidedText: text(
    '{no}：{kind} {x} 元，由 {checker} 处理。{note}',
    '{no}: {kind}, ¥{x}, handled by {checker}. {note}',
    '{no}: {kind}, ¥{x}, tratado por {checker}. {note}',
    '{no}：{kind} {x} 元，由 {checker} 處理。{note}',
  ),
} as const;

const STATION = WORD.station;

export const linkTo = (no: string): string => `/fundAudit/index?keyword=${no}`;

/** Maximum number of attempts if the rider's balance decreases concurrently. */
const ATTEMPTS = 3;

/**
 * Posts an approved entry. If the entry allows instalments, the posted amount is at most the rider's balance. Otherwise the full amount is
 * posted.
 *
 * @returns the posted amount and the transaction number, or `null` if instalments are allowed and the balance is empty
 * @throws Refusal 42241 the station's balance or the deposit is too low · 42311 the rider's balance is too low
 */
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
    // Set the credit limit first. If this posting opens the station's account, the account would otherwise have no limit.
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
 * Checks that an entry is possible for the rider. A rider who has left can only get the deposit, from the due day on.
 *
 * @throws Refusal 42201 the rider has left or never started · 40001 the deposit is not due yet
 */
export async function assertRider(ctx: ActorContext, rider: RiderFacts, kind: EntryRow['kind']): Promise<void> {
  if (rider.isOnBooks) return;
  if (rider.leftAt === null || kind !== 'depositRefund') throw refuse(42201, { state: rider.statusText });
  const { day, timeZone } = await presentOf(ctx);
  const dueOn = depositDueOn(rider.leftAt, timeZone);
  if (day < dueOn) {
    throw invalid([{ field: 'riderId', rule: 'depositLater', message: ctx.t(WORDS.depositLater, { day: dueOn }) }]);
  }
}

/** Entries as a kind of document: effects of steps, notices to the maker, and who may decide. */
export const entries = defineCase({
  type: fundAuditCase,
  table: ENTRY_TABLE,
  record: (row: EntryRow) => readRecord(row),
  object: async (ctx, row: EntryRow): Promise<RiderFacts | undefined> => {
    await assertTeamInScope(ctx, row.team_id);
    const [rider] = await ridersById(ctx.db, [row.rider_id]);
    return rider;
  },
  conflict: async (ctx, row) => {
    const { answer } = await entryOf(ctx, row.id);
    const current = visibleAmounts(ctx, fundAuditEndpoints['fundAudit.Rider/getDetail'].data, answer);
    const changedAt = row.decided_at ?? row.created_at;
    return { current, changedBy: row.checker_name ?? row.maker_name, changedAt: changedAt.toISOString() };
  },
  effects: {
    approve: async (ctx, { row, object: rider }) => {
      if (!rider) throw refuse(42201, { state: '' });
      await assertRider(ctx, rider, row.kind);
      const posted = await postEntry(ctx, row);
      const takenFen = posted?.amountFen ?? 0;
      const restFen = row.amount_fen - takenFen;
      return {
        to: restFen === 0 ? 'effective' : 'owing',
        set: {
          collected_fen: row.direction === 'out' ? takenFen : 0,
          tx_nos: JSON.stringify(posted ? [posted.txNo] : []),
        },
        lines: [
          ...(posted ? [{ step: 'post', ...posted }] : []),
          ...(restFen > 0 ? [{ step: 'owe', amountFen: restFen }] : []),
        ],
        done: restFen === 0 ? WORDS.effective : WORDS.owing,
        params: { x: yuanText(takenFen), y: yuanText(restFen) },
        after: posted ? { txNo: posted.txNo, collectedFen: takenFen } : {},
      };
    },
    withdraw: async () => ({ keepsDecision: true }),
    // The collected amount and the reviewer of the deduction remain. The steps of the entry show who waived the rest.
    waive: async (ctx, { row, note }) => {
      const restFen = row.amount_fen - row.collected_fen;
      // Leave the collected amount out of `state`, which must be unchanged at the approval. Collections may continue until then.
      await ctx.secondPerson({
        state: { no: row.no, state: row.state },
        teamId: row.team_id,
        change: {
          objectId: row.id,
          objectNo: row.no,
          before: { state: row.state, amount: yuan(restFen) },
          after: { state: 'waived', amount: yuan(0), reason: note },
        },
      });
      return {
        keepsDecision: true,
        set: { note },
        amountFen: restFen,
        params: { x: yuanText(restFen) },
        after: { owedFen: restFen },
      };
    },
  },
  done: {
    reject: WORDS.rejected,
    return: WORDS.returned,
    resubmit: WORDS.resubmitted,
    withdraw: WORDS.withdrawn,
    waive: WORDS.waived,
  },
  notice: ({ row, object: rider, note }, state) => ({
    title: WORDS.decidedTitle,
    content: WORDS.decidedText,
    link: linkTo(row.no),
    params: {
      name: rider?.name ?? '',
      state: fundAuditCase.states[state].text,
      kind: AUDIT_KIND_TEXT[row.kind],
      note,
    },
  }),
  expiryNotice: ({ no }) => ({
    title: WORDS.expiredTitle,
    content: WORDS.expiredText,
    link: linkTo(no),
    params: {},
  }),
  recorded: ({ row }, state, { before, after }) => ({
    before: { state: row.state, ...before },
    after: {
      state,
      teamId: row.team_id,
      kind: row.kind,
      direction: row.direction,
      amountFen: row.amount_fen,
      ...after,
    },
  }),
  decidable: (db, actor) => decidableByRule(db, actor, { table: ENTRY_TABLE, rule: 6507 }),
  faces: async (ctx, rows) => {
    const names = await peopleNames(ctx.db, { rider: rows.map(({ rider_id: id }) => id) });
    return rows.map((row) => ({
      title: `${ctx.t(AUDIT_DIRECTION_TEXT[row.direction])} · ${ctx.t(AUDIT_KIND_TEXT[row.kind])}`,
      object: names.get(`rider ${row.rider_id}`) ?? '',
      link: `/fundAudit/index?open=${row.id}`,
    }));
  },
  lineTexts: AUDIT_STEP_TEXT,
  detail: { admit: assertReads, extras },
});

/** Checks that the caller may read an entry. @throws Refusal 40401 no permission for the page · 40302 outside the data scope */
async function assertReads(ctx: ActorContext, row: EntryRow): Promise<void> {
  if (!ctx.can(RULE.fundAudit)) throw refuse(40401);
  const team = await scopesOfTeam(ctx.db, row.team_id);
  if (!team?.seenBy(ctx.actor.scopeOf(RULE.fundAudit))) throw refuse(40302);
}

/** Builds the details that the inbox drawer shows for an entry. */
async function extras(ctx: ActorContext, row: EntryRow): Promise<CaseExtras> {
  const [riders, teams, links] = await Promise.all([
    peopleNames(ctx.db, { rider: [row.rider_id] }),
    teamNames(ctx.db, [row.team_id]),
    evidenceLinks(ctx, row.evidence),
  ]);
  const fact = (key: string, label: Text, value: string | null | undefined) =>
    value ? [{ key, label: ctx.t(label), value, link: null }] : [];
  return {
    facts: [
      ...fact('rider', FUND_AUDIT_FIELDS.rider, riders.get(`rider ${row.rider_id}`)),
      ...fact('station', STATION, teams.get(row.team_id)),
      ...fact('kind', FUND_AUDIT_FIELDS.kind, ctx.t(AUDIT_KIND_TEXT[row.kind])),
      ...fact('direction', FUND_AUDIT_FIELDS.direction, ctx.t(AUDIT_DIRECTION_TEXT[row.direction])),
      ...fact('fundedBy', FUND_AUDIT_FIELDS.fundedBy, ctx.t(FUNDED_BY_TEXT[row.funded_by])),
      ...fact('reason', FUND_AUDIT_FIELDS.reason, row.reason),
      ...fact('relatedNo', FUND_AUDIT_FIELDS.relatedNo, row.related_no),
      ...fact('sourceNo', FUND_AUDIT_FIELDS.sourceNo, row.source_no),
    ],
    changes: [],
    evidence: row.evidence.flatMap((fileId) => links.get(fileId) ?? []),
  };
}

/**
 * Decides several entries. The answer lists failed entries.
 *
 * @throws Refusal 40001 (a rejection without a reason), 40303 (an approval of a large total requires a second verification)
 */
export async function decideMany(ctx: ActorContext, input: In<'fundAudit.Rider/bulk'>) {
  const { action, versions, reason } = input;
  if (action === 'reject' && reason === undefined) {
    const label = ctx.t(FUND_AUDIT_FIELDS.reason);
    const message = validationText('required', ctx.locale, { label });
    throw invalid([{ field: 'reason', rule: 'required', message }]);
  }
  // Sort the ids so that parallel calls lock rows in the same order and cannot deadlock.
  const ids = [...new Set(input.ids)].sort((one, other) => one - other);
  const sumFen = await pendingFen(ctx.db, ctx.actor.scope, ids, ctx.clock.now());
  ctx.audit({ after: { action, ids, amountFen: sumFen }, ...(reason && { reason }) });
  if (action === 'approve' && sumFen > FUND_AUDIT.bulkSecondFen) ctx.requireSecond();
  const {
    answer,
    done: decided,
    detail,
  } = await entries.runEach(ctx, action, ids, {
    versions,
    reason: action === 'reject' ? reason : undefined,
  });
  const amountFen = await sumEntries(ctx.db, decided);
  ctx.audit({ after: { action, ids: decided, amountFen }, detail, ...(reason && { reason }) });
  return answer;
}
