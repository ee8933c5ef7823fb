import { type SqlBool, sql } from 'kysely';
import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { AuditValues, fundAuditEndpoints } from '../../../contract/fundAudit';
import {
  AUDIT_KIND_TEXT,
  type AuditDirection,
  appealMostFen,
  FUND_AUDIT_FIELDS,
  fundAuditCase,
} from '../../../contract/fundAudit.states';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { violatedConstraint } from '../../core/database/transaction';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { businessNo } from '../../core/money/numbers';
import { lockCase, readRecord } from '../case';
import { balancesOf } from '../ledger';
import { notify } from '../notice';
import { type RiderFacts, ridersById } from '../people';
import { presentOf, readSetting } from '../site';
import { assertTeamInScope } from '../team';
import { evidenceErrors, missingEvidence } from '../teamFund';
import { appealFacts } from './answers';
import { assertRider, entries, linkTo } from './decide';
import { appealFault, directionOf, payerOf, saidFaults } from './rules';
import { appealsOf, ENTRY_TABLE, type EntryRow, findEntryByNo, insertEntry } from './store';

/** Creates entries that change a rider's balance: manually, as an appeal, or from a file (DOMAIN §3.9). */

type In<A extends keyof typeof fundAuditEndpoints> = ParsedOf<(typeof fundAuditEndpoints)[A]>;

const DAY_MS = 86_400_000;
const WORDS = {
  submitted: text(
    '{no} 已提交，等待另一人审核',
    '{no} submitted; another person has to review it',
    '{no} enviado; outra pessoa precisa revisar',
    '{no} 已提交，等待另一人審核',
  ),
  inOnly: text(
    '只有扣款可以分期',
    'Only deductions can be taken in instalments',
    'Somente descontos podem ser parcelados',
    '只有扣款可以分期',
  ),
  noOriginal: text(
    '没有该骑手的这张审核单',
    'There is no such entry of this rider',
    'Não há esse registro deste entregador',
    '沒有該騎手的這張審核單',
  ),
  appealKind: text(
    '申诉只能是增加余额的更正',
    'An appeal is a correction that adds to the balance',
    'Um recurso é uma correção que aumenta o saldo',
    '申訴只能是增加餘額的更正',
  ),
  appealMost: text(
    '不能超过原审核单的 {x} 元',
    'At most the ¥{x} of the original entry',
    'No máximo os ¥{x} do registro original',
    '不能超過原審核單的 {x} 元',
  ),
  waitsTitle: text(
    '骑手资金待审核：{name}',
    'Rider fund entry pending review: {name}',
    'Fundos do entregador aguardando revisão: {name}',
    '騎手資金待審核：{name}',
  ),
  waitsText: text(
    '{maker} 提交了 {no}：{kind} {x} 元，原因：{reason}',
    '{maker} submitted {no}: {kind}, ¥{x}. Reason: {reason}',
    '{maker} enviou {no}: {kind}, ¥{x}. Motivo: {reason}',
    '{maker} 提交了 {no}：{kind} {x} 元，原因：{reason}',
  ),
} as const;

/** The result of the checks of an entry. */
interface Checked {
  readonly direction: AuditDirection;
  readonly appealOf: EntryRow | null;
}

/** Finds unusable or missing evidence and contradictions between fields, and describes each with a message. */
async function fieldErrors(ctx: ActorContext, values: AuditValues): Promise<FieldError[]> {
  const errors = await evidenceErrors(ctx, values.evidence);
  for (const field of saidFaults(values)) {
    const label = ctx.t(FUND_AUDIT_FIELDS[field]);
    if (field === 'evidence') errors.push(missingEvidence(ctx));
    else if (field === 'direction')
      errors.push({ field, rule: 'requiredSelect', message: validationText('requiredSelect', ctx.locale, { label }) });
    else errors.push({ field, rule: 'direction', message: ctx.t(WORDS.inOnly) });
  }
  return errors;
}

/**
 * Finds and locks the entry against which an appeal is made, and checks that the appeal is allowed.
 *
 * @throws Refusal 40001 (entry is unknown or of another rider, or kind, direction or amount of the appeal is wrong), 42201 (wrong kind or
 *   state of the entry), 42304 (too late), 42305 (already appealed)
 */
async function originalOf(ctx: ActorContext, rider: RiderFacts, values: AuditValues, no: string): Promise<EntryRow> {
  const fault = (field: string, message: string) => invalid([{ field, rule: 'appeal', message }]);
  const found = await findEntryByNo(ctx.db, no.toUpperCase());
  if (found?.rider_id !== rider.id) throw fault('sourceNo', ctx.t(WORDS.noOriginal));
  // Take a lock, because two users could otherwise enter the same appeal at the same time.
  const original = (await lockCase<EntryRow>(ctx.db, ENTRY_TABLE, found.id)) ?? found;
  const facts = appealFacts(original, (await appealsOf(ctx.db, [original.id])).has(original.id));
  const now = ctx.clock.now();
  switch (appealFault(facts, now)) {
    case 'state':
      throw refuse(42201, { state: fundAuditCase.states[fundAuditCase.stateAt(readRecord(original), now)].text });
    case 'late':
      throw refuse(42304);
    case 'again':
      throw refuse(42305);
    default:
  }
  assertAppeal(ctx, values, appealMostFen(facts));
  return original;
}

/**
 * Checks the values of an appeal.
 *
 * @throws Refusal 40001 the appeal is not a correction that adds money, or its amount exceeds the amount that was deducted or refused
 */
function assertAppeal(ctx: ActorContext, values: AuditValues, mostFen: number): void {
  const fault = (field: string, message: string) => invalid([{ field, rule: 'appeal', message }]);
  if (values.kind !== 'correction' || directionOf(values) !== 'in') throw fault('kind', ctx.t(WORDS.appealKind));
  if (values.amountFen > mostFen) {
    throw fault('amountFen', ctx.t(WORDS.appealMost, { x: yuanText(mostFen) }));
  }
}

/**
 * Checks that an entry is possible.
 *
 * @throws Refusal 42313 the amount exceeds the maximum · 42311 it exceeds the balance and instalments are not allowed · 42241 it exceeds the
 *   deposit · codes of {@link assertRider}
 */
async function assertPossible(ctx: ActorContext, rider: RiderFacts, values: AuditValues, direction: AuditDirection) {
  await assertRider(ctx, rider, values.kind);
  const { fundAuditMaxFen } = await readSetting(ctx.db, 'business');
  if (values.amountFen > fundAuditMaxFen) throw refuse(42313, { x: yuanText(fundAuditMaxFen) });
  const isRefund = values.kind === 'depositRefund';
  if (!isRefund && (direction === 'in' || values.allowInstalment)) return;
  const code = isRefund ? 'RIDER_DEPOSIT' : 'RIDER_AVAILABLE';
  const there = (await balancesOf(ctx.db, [code], [rider.id])).get(`${code}:${rider.id}`) ?? 0;
  if (values.amountFen > there) throw refuse(isRefund ? 42241 : 42311);
}

/** Checks the values of an entry. @throws Refusal 40001 (wrong fields), codes of {@link assertPossible} and {@link originalOf} */
async function checked(ctx: ActorContext, rider: RiderFacts, values: AuditValues, sourceNo: string | null) {
  const errors = await fieldErrors(ctx, values);
  if (errors.length > 0) throw invalid(errors);
  const direction = directionOf(values) as AuditDirection;
  await assertPossible(ctx, rider, values, direction);
  const appealOf = sourceNo === null ? null : await originalOf(ctx, rider, values, sourceNo);
  return { direction, appealOf } satisfies Checked;
}

const columnsOf = (values: AuditValues, direction: AuditDirection) => ({
  kind: values.kind,
  direction,
  amount_fen: values.amountFen,
  funded_by: payerOf(values),
  related_no: values.relatedNo || null,
  reason: values.reason,
  evidence: JSON.stringify(values.evidence),
  allow_instalment: values.allowInstalment,
});

/** Returns the fields that the audit records. */
const told = (values: AuditValues, direction: AuditDirection) => ({
  kind: values.kind,
  direction,
  amountFen: values.amountFen,
  fundedBy: payerOf(values),
  relatedNo: values.relatedNo,
  allowInstalment: values.allowInstalment,
  evidence: values.evidence,
});

/**
 * Converts a constraint violation to the refusal of a duplicate. Other errors are rethrown.
 *
 * @throws Refusal 40903 (the same change is pending), 42305 (already appealed)
 */
function refuseTwin(error: unknown): never {
  switch (violatedConstraint(error)) {
    case 'rider_fund_audit_same':
      throw refuse(40903, { field: FUND_AUDIT_FIELDS.relatedNo });
    case 'rider_fund_audit_appealed':
      throw refuse(42305);
    default:
      throw error;
  }
}

/** Expires an overdue entry that would block the new entry. The job that expires entries may not have run yet. */
async function clearWay(ctx: ActorContext, riderId: number, { kind, relatedNo }: AuditValues): Promise<void> {
  if (!relatedNo) return;
  const same = sql<SqlBool>`rider_id = ${riderId} and related_no = ${relatedNo} and kind = ${kind}`;
  await entries.expire(ctx.db, ctx.clock, ctx.ids, same);
}

/** Returns the expiry time of an entry that is submitted now. */
async function expiryOf({ db, clock }: ActorContext): Promise<Date> {
  const { fundAuditExpireDays } = await readSetting(db, 'business');
  return new Date(clock.now().getTime() + fundAuditExpireDays * DAY_MS);
}

interface Added {
  readonly id: number;
  readonly no: string;
  readonly teamId: number;
  readonly direction: AuditDirection;
  readonly amountFen: number;
}

/**
 * Creates one entry without notices.
 *
 * @throws Refusal 40302 (outside the data scope), 40903 (the same change is pending), 42305 (already appealed), and the codes of
 *   {@link checked}
 */
export async function addEntry(
  ctx: ActorContext,
  rider: RiderFacts,
  values: AuditValues,
  sourceNo: string | null = null,
): Promise<Added> {
  await assertTeamInScope(ctx, rider.teamId);
  const { direction, appealOf } = await checked(ctx, rider, values, sourceNo);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('FA', day, id);
  await clearWay(ctx, rider.id, values);
  await insertEntry(ctx.db, {
    id,
    created_at: at,
    expire_at: await expiryOf(ctx),
    no,
    rider_id: rider.id,
    team_id: rider.teamId,
    ...columnsOf(values, direction),
    source: appealOf === null ? 'manual' : 'appeal',
    source_no: appealOf?.no ?? null,
    appeal_of_id: appealOf?.id ?? null,
    maker_id: ctx.actor.accountId,
    maker_name: ctx.actor.name,
    state: 'pending',
    checker_id: null,
    checker_name: null,
    decided_at: null,
    note: null,
  }).catch(refuseTwin);
  await entries.addStep(ctx, id, 'submit', { note: values.reason });
  return { id, no, teamId: rider.teamId, direction, amountFen: values.amountFen };
}

/** Notifies the people who may decide a pending entry. */
async function tellCheckers(ctx: ActorContext, entry: { no: string; teamId: number }, name: string, said: AuditValues) {
  await notify(ctx, {
    event: 'fundAuditPending',
    teamId: entry.teamId,
    title: WORDS.waitsTitle,
    content: WORDS.waitsText,
    params: {
      name,
      no: entry.no,
      maker: ctx.actor.name,
      kind: AUDIT_KIND_TEXT[said.kind],
      x: yuanText(said.amountFen),
      reason: said.reason,
    },
    link: linkTo(entry.no),
  });
}

export async function createEntry(ctx: ActorContext, input: In<'fundAudit.Rider/create'>) {
  const { riderId, source, sourceNo, ...values } = input;
  const [rider] = await ridersById(ctx.db, [riderId]);
  if (!rider) throw refuse(40401);
  ctx.audit({ reason: input.reason, after: { riderId } });
  const appealed = source === 'appeal' ? (sourceNo ?? '') : null;
  const entry = await addEntry(ctx, rider, values, appealed);
  await tellCheckers(ctx, entry, rider.name, values);
  ctx.audit({
    objectId: entry.id,
    objectNo: entry.no,
    after: {
      riderId,
      teamId: rider.teamId,
      ...told(values, entry.direction),
      source,
      ...(appealed !== null && { sourceNo }),
    },
    reason: input.reason,
  });
  return entries.answer(ctx, entry, 'pending', 1, WORDS.submitted);
}

/**
 * Changes a returned entry and submits it again with a new expiry time.
 *
 * @throws Refusal 40301 (another person made the entry), 40401 (the rider no longer exists), 40901 (changed meanwhile), 42201 (the entry
 * is not returned), and the codes of a new entry
 */
export async function resubmitEntry(ctx: ActorContext, input: In<'fundAudit.Rider/resubmit'>) {
  const { id, version, ...values } = input;
  const step = { id, version, reason: values.reason };
  const resubmitted = entries.run(ctx, 'resubmit', step, async (_ctx, { row, object: rider }) => {
    if (!rider) throw refuse(40401);
    const { direction } = await checked(ctx, rider, values, null);
    if (row.appeal_of_id !== null && row.source_no !== null) {
      const original = await findEntryByNo(ctx.db, row.source_no);
      // Pass `false`, because the existing appeal is the entry that is being resubmitted.
      if (original) assertAppeal(ctx, values, appealMostFen(appealFacts(original, false)));
    }
    await clearWay(ctx, row.rider_id, values);
    await tellCheckers(ctx, { no: row.no, teamId: row.team_id }, rider.name, values);
    return {
      keepsDecision: true,
      set: {
        ...columnsOf(values, direction),
        expire_at: await expiryOf(ctx),
        checker_id: null,
        checker_name: null,
        decided_at: null,
        note: null,
      },
      before: {
        teamId: row.team_id,
        kind: row.kind,
        direction: row.direction,
        amountFen: row.amount_fen,
        fundedBy: row.funded_by,
        relatedNo: row.related_no,
        allowInstalment: row.allow_instalment,
        evidence: row.evidence,
      },
      after: told(values, direction),
    };
  });
  return resubmitted.catch(refuseTwin);
}
