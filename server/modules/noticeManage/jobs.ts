import type { Kysely } from 'kysely';
import { text } from '../../../contract/text';
import { UNDO_MINUTES } from '../../../contract/undo.calls';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import type { Job } from '../../core/jobs';
import { addDays } from '../../core/money/days';
import { UpstreamTimeout } from '../../core/platforms/outbound';
import type { SmsPort } from '../../core/platforms/ports';
import { inGroups, SMS_BATCH, smsPerSecond } from '../../core/platforms/sms-pace';
import { forgetNotices, notify } from '../notice';
import { certificatesEnding } from '../people';
import { remindRider } from '../riderCertificate';
import { presentOf } from '../site';
import { scopesOfTeam } from '../team';
import { watchBalances } from './balances';
import { deliverWaiting, rulesInForce } from './delivery';
import { nextTry, reminderDays } from './rules';
import { forgetSms, markSms, takeSms } from './store';

type Db = Kysely<Database>;

/** Time after which a process that claimed a message but stored no result counts as stopped. */
const SMS_HELD_MS = 2 * MINUTE_MS;
/** Maximum duration of a run in milliseconds. The limit lets a server stop quickly. */
const SMS_RUN_MS = 10_000;
/** Start of the daily certificate reminders, in minutes since midnight: 09:00 (DOMAIN §4.5). */
const REMINDERS_AT_MIN = 9 * 60;
/** Retention of delivered notices, text messages and inbox notices, in days. */
const KEPT_DAYS = { outbox: 7, sms: 30, inbox: 180 } as const;

const pause = (milliseconds: number) => new Promise<void>((settle) => setTimeout(settle, milliseconds));

type Taken = Awaited<ReturnType<typeof takeSms>>[number];
type Outcome = Parameters<typeof markSms>[2];

/**
 * Sends one message with its message number to the provider. If an earlier process stopped before it stored the result, the message is sent
 * again only if the provider detects repeated numbers. Otherwise the result is unknown and counts as failed.
 */
async function handOver(clock: Clock, sms: SmsPort, message: Taken, repeats: boolean): Promise<Outcome> {
  if (message.isLeft && !repeats) return { state: 'failed', error: 'interrupted: the result is unknown' };
  try {
    await sms.send({
      // All attempts use the same message number. After a timeout, a new number could send the message twice.
      no: `B${message.id}`,
      tel: message.tel,
      scene: 0,
      text: message.text,
      params: { content: message.text },
      locale: message.locale,
    });
    return { state: 'sent', at: clock.now() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // After a timeout the provider may have sent the message. If the provider does not detect repeats, a retry could send it twice.
    if (error instanceof UpstreamTimeout && !repeats) return { state: 'failed', error: reason };
    const again = nextTry(message.attempts, clock.now());
    return again ? { state: 'waiting', dueAt: again, error: reason } : { state: 'failed', error: reason };
  }
}

/**
 * Sends due messages in batches at the provider's rate. One statement claims a batch, so that concurrent processes never send the
 * same message. A failed message has up to five attempts. The next run sends the messages that remain.
 *
 * @returns the number of sent messages
 */
export async function sendDueSms(db: Db, clock: Clock, sms: SmsPort, wait = pause): Promise<number> {
  const repeats = await sms.repeats();
  const perSecond = await smsPerSecond(sms);
  const began = clock.now().getTime();
  let sent = 0;
  for (;;) {
    const now = clock.now();
    if (now.getTime() >= began + SMS_RUN_MS) return sent;
    const messages = await takeSms(db, now, { heldUntil: new Date(now.getTime() + SMS_HELD_MS), limit: SMS_BATCH });
    if (messages.length === 0) return sent;
    const outcomes = await inGroups(messages, (message) => handOver(clock, sms, message, repeats));
    for (const [at, outcome] of outcomes.entries()) {
      const message = messages[at];
      if (message) await markSms(db, message.id, outcome);
      if (outcome.state === 'sent') sent += 1;
    }
    const due = now.getTime() + (messages.length / perSecond) * SECOND_MS - clock.now().getTime();
    if (due > 0) await wait(due);
  }
}

const CERTIFICATES = {
  title: text(
    '{team}：{n} 份健康证将在 {days} 天后到期',
    '{team}: {n, plural, one {# health certificate expires} other {# health certificates expire}} in {days, plural, one {# day} other {# days}}',
    '{team}: {n, plural, one {# atestado de saúde vence} other {# atestados de saúde vencem}} em {days, plural, one {# dia} other {# dias}}',
    '{team}：{n} 份健康證將在 {days} 天後到期',
  ),
  content: text(
    '有效期至 {day}。到期后骑手不能接单，请提醒骑手及时更新。',
    'Valid until {day}. Riders without a valid certificate get no orders: remind them to renew it.',
    'Válidos até {day}. Entregadores sem atestado válido não recebem pedidos: lembre-os de renovar.',
    '有效期至 {day}。到期後騎手不能接單，請提醒騎手及時更新。',
  ),
} as const;

/**
 * Sends reminders of expiring certificates (DOMAIN §4.5, daily from 09:00 in the platform's time zone). A repeated call sends nothing:
 * a station gets one reminder for each expiry day and each number of days before that day. Its riders get their reminders at the same time.
 */
export async function remindOfCertificates(db: Db, clock: Clock, ids: Ids): Promise<void> {
  const { day: today, wall } = await presentOf({ db, clock });
  if (wall.minutes < REMINDERS_AT_MIN) return;
  const rule = (await rulesInForce(db)).get('certExpiring');
  if (!rule?.enabled || rule.threshold === null) return;
  for (const days of reminderDays(rule.threshold)) {
    const day = addDays(today, days);
    for (const { teamId, riderIds } of await certificatesEnding(db, day)) {
      const team = await scopesOfTeam(db, teamId);
      if (!team) continue;
      await inTransaction({ db, clock, ids }, async (tools) => {
        const isNew = await notify(tools, {
          event: 'certExpiring',
          ...CERTIFICATES,
          params: { team: team.name, n: riderIds.length, days, day },
          link: `/safetyModule/riderManage?teamIds=${teamId}&expiring=true`,
          teamId,
          value: days,
          dedupe: `certExpiring:${teamId}:${day}:${days}`,
        });
        if (!isNew) return;
        for (const riderId of riderIds) await remindRider(tools, { riderId, today, endsOn: day });
      });
    }
  }
}

/**
 * Jobs that deliver notices, send text messages, remind of expiring health certificates, watch balances and delete old rows.
 *
 * @param sms sends the messages
 */
export function noticeJobs(sms: SmsPort): readonly Job[] {
  return [
    {
      name: 'notice-delivery',
      everyMs: SECOND_MS,
      run: async (db, clock, ids) => {
        await deliverWaiting(db, clock, ids);
      },
    },
    {
      name: 'notice-sms',
      everyMs: 5 * SECOND_MS,
      run: async (db, clock) => {
        await sendDueSms(db, clock, sms);
      },
    },
    { name: 'notice-reminders', everyMs: 5 * MINUTE_MS, run: remindOfCertificates },
    { name: 'notice-balances', everyMs: 5 * MINUTE_MS, run: watchBalances },
    {
      name: 'notice-forget',
      everyMs: HOUR_MS,
      run: async (db, clock) => {
        const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
        await forgetNotices(db, {
          outbox: before(KEPT_DAYS.outbox),
          inbox: before(KEPT_DAYS.inbox),
          removed: new Date(clock.now().getTime() - UNDO_MINUTES * MINUTE_MS),
        });
        await forgetSms(db, before(KEPT_DAYS.sms));
      },
    },
  ];
}
