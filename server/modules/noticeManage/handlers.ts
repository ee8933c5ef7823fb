import { ERRORS } from '../../../contract/errors';
import { LIST_LIMITS } from '../../../contract/limits';
import { type NoticeCounts, noticeEndpoints } from '../../../contract/notice';
import { NOTICE_EVENT_CODES, type NoticeEvent, noticeEvent } from '../../../contract/notice.events';
import { fill, type Text, text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import { type ActorContext, handlers } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { dayRange } from '../../core/money/days';
import { accountNames, conflictBy, identityName, livingIdentities, peopleOf } from '../account';
import {
  countInboxes,
  currentSeq,
  deleteNotices,
  markRead,
  nextSeq,
  noticeAnswer,
  noticePage,
  ownIds,
  putBack,
  touchInbox,
} from '../notice';
import { readSetting } from '../site';
import { readChoices, saveChoice } from './choices';
import { rulesInForce } from './delivery';
import { helpText, PROBLEM, type RuleValues, receiverText } from './rules';
import { storedRules, writeRule } from './store';

const SAVED = text('“{event}”的规则已保存', 'Rule “{event}” saved', 'Regra “{event}” salva', '「{event}」的規則已儲存');
const ON = WORD.enabledFeminine;
const OFF = WORD.disabledFeminine;

async function countsFor(ctx: ActorContext): Promise<NoticeCounts> {
  const { accountId } = ctx.actor;
  const counts = (await countInboxes(ctx.db, [accountId])).get(accountId);
  if (!counts) throw new Error('an inbox was not counted');
  return counts;
}

/** Changes the caller's inbox. If something changed, the caller's other windows update. */
async function change(
  ctx: ActorContext,
  work: () => Promise<number[]>,
  as?: 'read' | 'readAll' | 'clear' | 'remove',
): Promise<number[]> {
  const seq = await nextSeq(ctx.db);
  const ids = await work();
  if (ids.length === 0) return ids;
  await touchInbox(ctx.db, ctx.actor.accountId, seq);
  // Record one undo entry for all notices. The undo checks each notice.
  const data = { id: ctx.actor.accountId, version: 0 };
  if (as) ctx.recordUndoable({ address: `dashboard.Notice/${as}`, input: {}, data, before: { ids } });
  return ids;
}

/** Builds the bulk answer. A notice in another user's inbox counts as "not found". */
async function answerFor(ctx: ActorContext, asked: readonly number[], found: ReadonlySet<number>) {
  const missing = [...new Set(asked)].filter((id) => !found.has(id));
  return {
    success: new Set(asked).size - missing.length,
    failed: missing.map((id) => ({ id, no: String(id), code: 40401, msg: ctx.t(ERRORS[40401]) })),
    counts: await countsFor(ctx),
  };
}

/** Checks a rule. @throws Refusal 40001 with an error for each wrong field of the form */
async function refuseWrongRule(ctx: ActorContext, rule: RuleValues): Promise<void> {
  const errors: { field: string; rule: string; message: string }[] = [];
  const wrong = (field: string, problem: keyof typeof PROBLEM, params = {}) =>
    errors.push({ field, rule: problem, message: ctx.t(PROBLEM[problem], params) });
  const { threshold, ofTeam } = noticeEvent(rule.event);
  if (threshold && (rule.threshold === null || rule.threshold < threshold.min || rule.threshold > threshold.max)) {
    const { min, max } = threshold;
    if (threshold.unit === 'fen') wrong('threshold', 'amount', { min: yuanText(min), max: yuanText(max) });
    else wrong('threshold', 'threshold', { min, max });
  }
  const hasReceiver = rule.identityIds.length > 0 || rule.accountIds.length > 0 || (ofTeam && rule.teamAdmins);
  if (rule.enabled && !hasReceiver) wrong('identityIds', 'receivers');
  const identities = new Set((await livingIdentities(ctx.db)).map(({ id }) => id));
  if (rule.identityIds.some((id) => !identities.has(id))) wrong('identityIds', 'unknown');
  const people = new Set((await peopleOf(ctx.db, { accountIds: rule.accountIds })).map(({ id }) => id));
  if (rule.accountIds.some((id) => !people.has(id))) wrong('accountIds', 'unknown');
  if (rule.quiet && rule.quiet.from === rule.quiet.to) wrong('quiet', 'quiet');
  if (rule.enabled && rule.channels.includes('sms') && (await ctx.ports.sms.quotaLeft()) === 0)
    wrong('channels', 'quota');
  if (errors.length > 0) throw invalid(errors);
}

async function ruleConflict(ctx: ActorContext, event: NoticeEvent) {
  const stored = (await storedRules(ctx.db)).find((rule) => rule.event === event);
  const current = stored ?? (await rulesInForce(ctx.db)).get(event);
  const last = { by: stored?.updatedBy ?? 0, at: stored?.updatedAt ?? null };
  return conflictBy(ctx, { ...current, version: stored?.version ?? 0 }, last);
}

/** Handlers for a user's own notices and for notice rules. Other users' notices can be neither read nor changed. */
export const noticeManageHandlers = handlers(noticeEndpoints, {
  'dashboard.Notice/getList': async (ctx, input) => {
    const { atFrom, atTo, page, limit } = input;
    const from = atFrom ?? atTo;
    const to = atTo ?? atFrom;
    const days = from && to ? dayRange(from, to, (await readSetting(ctx.db, 'locale')).timeZone) : null;
    if (
      days &&
      (days.to <= days.from || days.to.getTime() - days.from.getTime() > (LIST_LIMITS.rangeDays + 1) * DAY_MS)
    )
      throw refuse(40006, { n: LIST_LIMITS.rangeDays });
    const { rows, total } = await noticePage(ctx.db, {
      accountId: ctx.actor.accountId,
      types: input.type,
      read: input.read === undefined ? undefined : input.read === 'true',
      from: atFrom ? days?.from : undefined,
      to: atTo ? days?.to : undefined,
      order: input.sortOrder ?? 'desc',
      offset: (page - 1) * limit,
      limit,
      most: LIST_LIMITS.countCap,
    });
    return {
      list: rows.map((row) => noticeAnswer(row, ctx.locale)),
      total: Math.min(total, LIST_LIMITS.countCap),
      totalCapped: total > LIST_LIMITS.countCap,
      page,
      limit,
      summary: {},
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'dashboard.Notice/getUnread': (ctx) => countsFor(ctx),

  'dashboard.Notice/read': async (ctx, { ids }) => {
    const own = await ownIds(ctx.db, ctx.actor.accountId, ids);
    if (own.size > 0) await change(ctx, () => markRead(ctx.db, ctx.actor.accountId, { ids }), 'read');
    return answerFor(ctx, ids, own);
  },

  'dashboard.Notice/readAll': async (ctx, { type }) => {
    const done = await change(ctx, () => markRead(ctx.db, ctx.actor.accountId, { type }), 'readAll');
    ctx.audit({ after: { type: type ?? null, notices: done.length } });
    return { success: done.length, failed: [], counts: await countsFor(ctx) };
  },

  'dashboard.Notice/clear': async (ctx, { type }) => {
    const done = await change(
      ctx,
      () => deleteNotices(ctx.db, ctx.actor.accountId, { type }, ctx.clock.now()),
      'clear',
    );
    ctx.audit({ after: { type, notices: done.length } });
    return { success: done.length, failed: [], counts: await countsFor(ctx) };
  },

  'dashboard.Notice/remove': async (ctx, { ids }) => {
    const own = await ownIds(ctx.db, ctx.actor.accountId, ids);
    if (own.size > 0) {
      await change(ctx, () => deleteNotices(ctx.db, ctx.actor.accountId, { ids }, ctx.clock.now()), 'remove');
    }
    return answerFor(ctx, ids, own);
  },

  'dashboard.Notice/restore': async (ctx, { ids, as }) => {
    const done = await change(ctx, () => putBack(ctx.db, ctx.actor.accountId, ids, as));
    ctx.audit({ after: { as, notices: done.length } });
    return answerFor(ctx, ids, new Set(done));
  },

  'dashboard.Notice/stream': async (ctx) => {
    // Read the event number before the counts: events may repeat but are never lost.
    const lastEventId = await currentSeq(ctx.db);
    return { counts: await countsFor(ctx), lastEventId };
  },

  'dashboard.Account/getNotify': (ctx) => readChoices(ctx),
  'dashboard.Account/saveNotify': (ctx, input) => saveChoice(ctx, input),

  'dashboard.Notice/getRules': async (ctx) => {
    const rules = await rulesInForce(ctx.db);
    const stored = new Map((await storedRules(ctx.db)).map((rule) => [rule.event, rule]));
    const identities = new Map((await livingIdentities(ctx.db)).map((one) => [one.id, identityName(one, ctx.locale)]));
    const accountIds = [...rules.values()].flatMap((rule) => rule.accountIds);
    const names = await accountNames(ctx.db, [...accountIds, ...[...stored.values()].map((rule) => rule.updatedBy)]);
    return {
      list: NOTICE_EVENT_CODES.map((event) => {
        const rule = rules.get(event);
        if (!rule) throw new Error(`the event ${event} has no rule`);
        const { text: name, ofTeam } = noticeEvent(event);
        const saved = stored.get(event);
        const receivers = [
          ...rule.identityIds.flatMap((id) => identities.get(id) ?? []),
          ...rule.accountIds.flatMap((id) => names.get(id) ?? []),
        ];
        return {
          event,
          enabled: rule.enabled,
          threshold: rule.threshold,
          channels: [...rule.channels],
          // Exclude deleted identities and accounts, so that the form shows the effective receivers.
          identityIds: rule.identityIds.filter((id) => identities.has(id)),
          accountIds: rule.accountIds.filter((id) => names.has(id)),
          teamAdmins: rule.teamAdmins,
          mergeMin: rule.mergeMin,
          quiet: rule.quiet,
          eventText: name[ctx.locale],
          help: helpText(event, ctx.locale),
          ofTeam,
          receiverText: receiverText(receivers, ofTeam && rule.teamAdmins, ctx.locale),
          version: saved?.version ?? 0,
          updatedAt: saved?.updatedAt.toISOString() ?? null,
          updatedByName: saved ? (names.get(saved.updatedBy) ?? ctx.t(WORD.system)) : '',
        };
      }),
      smsSimulated: await ctx.ports.sms.isSimulated(),
      smsQuota: await ctx.ports.sms.quotaLeft(),
    };
  },

  'dashboard.Notice/saveRule': async (ctx, { version, ...input }) => {
    const { threshold, ofTeam, text: name } = noticeEvent(input.event);
    // Reset fields that the event does not support.
    const rule: RuleValues = {
      ...input,
      threshold: threshold ? input.threshold : null,
      teamAdmins: ofTeam && input.teamAdmins,
      channels: [...new Set(input.channels)],
      identityIds: [...new Set(input.identityIds)],
      accountIds: [...new Set(input.accountIds)],
    };
    ctx.audit({ objectNo: rule.event });
    await refuseWrongRule(ctx, rule);
    const before = (await rulesInForce(ctx.db)).get(rule.event);
    const now = ctx.clock.now();
    const saved = await writeRule(ctx.db, rule, { id: ctx.ids.next(), version, at: now, by: ctx.actor.accountId });
    if (!saved) throw await ruleConflict(ctx, rule.event);
    ctx.audit({ objectId: saved.id, objectNo: rule.event, before, after: rule });
    return {
      ...saved,
      no: rule.event,
      state: rule.enabled ? 'on' : 'off',
      stateText: ctx.t(rule.enabled ? ON : OFF),
      message: sentence(SAVED, name, ctx),
    };
  },
});

/** Fills a template with the event's name in the caller's language. */
function sentence(template: Text, name: Text, ctx: ActorContext): string {
  return fill(template[ctx.locale], { event: name[ctx.locale] });
}
