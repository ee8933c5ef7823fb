import type { Kysely } from 'kysely';
import { NOTICE_EVENT_CODES, type NoticeChannel, type NoticeEvent, noticeEvent } from '../../../contract/notice.events';
import type { Locale, Text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import { afterQuietHours } from '../../core/money/days';
import { livingIdentities, type Person, peopleOf } from '../account';
import {
  insertNotices,
  markDelivered,
  mergeInto,
  nextSeq,
  openWindows,
  takeWaiting,
  type WaitingNotice,
} from '../notice';
import { pushToFollowers } from '../serviceNumber';
import { readSetting } from '../site';
import { reachOf } from './reach';
import { initialRule, isTold, type RuleValues, smsText, thoseWhoWant } from './rules';
import { insertSms, storedRules, switchedOff } from './store';

type Db = Kysely<Database>;

const BATCH = 100;

/** Reads the rule of every event: the saved rule, or the event's initial rule if none was saved. */
export async function rulesInForce(db: Db): Promise<Map<NoticeEvent, RuleValues>> {
  const stored = new Map((await storedRules(db)).map((rule) => [rule.event, rule]));
  const identities = await livingIdentities(db);
  return new Map(NOTICE_EVENT_CODES.map((event) => [event, stored.get(event) ?? initialRule(event, identities)]));
}

/** Data that all notices of a batch need. */
interface Desk {
  readonly db: Db;
  readonly ids: Ids;
  readonly now: Date;
  readonly timeZone: string;
  readonly locale: Locale;
  readonly site: string;
  readonly rules: ReadonlyMap<NoticeEvent, RuleValues>;
}

/**
 * Finds a rule's receivers: the users of the rule who have permission for the event's page and whose data scope includes the record of the
 * notice ({@link reachOf}). If the rule includes station administrators, the station's administrators need no permission.
 */
async function receiversOf(desk: Desk, notice: WaitingNotice, rule: RuleValues): Promise<Person[]> {
  const { teamId } = notice;
  const isInReach = await reachOf(desk.db, rule.event, notice);
  if (isInReach === null) return [];
  const people = await peopleOf(desk.db, {
    identityIds: rule.identityIds,
    accountIds: rule.accountIds,
    ...(rule.teamAdmins && teamId !== null && { teamIds: [teamId] }),
  });
  const { right } = noticeEvent(rule.event);
  return people.filter(({ accountType, teamIds, access }) => {
    // If the rule includes station administrators, they receive notices about their own station, whatever their permissions.
    if (rule.teamAdmins && accountType === 'station' && teamId !== null && teamIds.includes(teamId)) return true;
    return access.rules.has(right) && isInReach(access.scopeOf(right));
  });
}

async function deliver(desk: Desk, notice: WaitingNotice): Promise<void> {
  const rule = notice.event === null ? null : (desk.rules.get(notice.event) ?? null);
  const byRule = rule && isTold(rule, notice.value) ? await receiversOf(desk, notice, rule) : [];
  const off =
    notice.event === null
      ? []
      : await switchedOff(desk.db, { accountIds: byRule.map(({ id }) => id), event: notice.event });
  /** Lists the rule's receivers on a channel, without the users who disabled the event on this channel. */
  const toldBy = (channel: NoticeChannel) =>
    rule?.channels.includes(channel) ? thoseWhoWant(byRule, off, rule.event, channel) : [];
  // The users concerned always receive the notice in the console.
  const concerned = notice.accountIds.length > 0 ? await peopleOf(desk.db, { accountIds: notice.accountIds }) : [];
  const bySms = toldBy('sms');
  const inSite = [...toldBy('inSite'), ...concerned];
  const told = [...new Set(inSite.map(({ id }) => id))];

  const since = new Date(notice.at.getTime() - (rule?.mergeMin ?? 0) * MINUTE_MS);
  const everybody = [...new Set([...told, ...bySms.map(({ id }) => id)])];
  const open =
    notice.event !== null && rule !== null && rule.mergeMin > 0 && everybody.length > 0
      ? await openWindows(desk.db, notice.event, everybody, since)
      : new Map<number, number>();

  const dueAt = rule ? afterQuietHours(rule.quiet, desk.now, desk.timeZone) : desk.now;
  if (told.length > 0) {
    const seq = await nextSeq(desk.db);
    const merged = told.flatMap((id) => open.get(id) ?? []);
    if (merged.length > 0) await mergeInto(desk.db, merged, notice, seq);
    const fresh = told.filter((id) => !open.has(id)).map((accountId) => ({ id: desk.ids.next(), accountId }));
    await insertNotices(desk.db, fresh, notice, seq);
    const accountIds = fresh.map(({ accountId }) => accountId);
    const { title, content, at } = notice;
    await pushToFollowers(desk, { accountIds, title, content, at, locale: desk.locale, dueAt });
  }
  await insertSms(
    desk.db,
    bySms
      .filter(({ id }) => !open.has(id))
      .map(({ id, tel }) => ({
        id: desk.ids.next(),
        accountId: id,
        tel,
        text: smsText(notice, desk.site, desk.locale),
        locale: desk.locale,
        dueAt,
        at: desk.now,
      })),
  );
}

/**
 * Delivers each waiting notice exactly once, in batches. One transaction per batch writes the inboxes and text messages and marks the
 * notices as delivered.
 *
 * @returns the number of delivered notices
 */
export async function deliverWaiting(db: Db, clock: Clock, ids: Ids): Promise<number> {
  let done = 0;
  for (;;) {
    const told = await withTransaction(
      db,
      async (trx) => {
        const waiting = await takeWaiting(trx, BATCH);
        if (waiting.length === 0) return 0;
        const now = clock.now();
        const { timeZone, defaultLocale } = await readSetting(trx, 'locale');
        const { siteName } = await readSetting(trx, 'identity');
        const rules = await rulesInForce(trx);
        const desk: Desk = { db: trx, ids, now, timeZone, locale: defaultLocale, site: siteName, rules };
        for (const notice of waiting) await deliver(desk, notice);
        await markDelivered(
          trx,
          waiting.map(({ id }) => id),
          now,
        );
        return waiting.length;
      },
      clock,
    );
    done += told;
    if (told < BATCH) return done;
  }
}

/**
 * Adds another module's text messages to the outbox, in that module's transaction.
 *
 * @param told.to accounts with their phones; account 0 is a person without an account
 */
export async function queueSms(
  { db, ids }: { readonly db: Db; readonly ids: Ids },
  told: {
    readonly to: readonly { readonly accountId: number; readonly tel: string }[];
    readonly title: Text;
    readonly content: Text;
    readonly site: string;
    readonly locale: Locale;
    readonly at: Date;
  },
): Promise<void> {
  const { locale, at, to } = told;
  const words = smsText(told, told.site, locale);
  await insertSms(
    db,
    to.map(({ accountId, tel }) => ({ id: ids.next(), accountId, tel, text: words, locale, dueAt: at, at })),
  );
}
