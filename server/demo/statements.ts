import { sql } from 'kysely';
import { fixedClock } from '../core/clock';
import { addDays, momentOf, wallTime } from '../core/money/days';
import { closeOldDays } from '../modules/ledger';
import {
  confirmStatement,
  disputeStatement,
  makeStatements,
  monthsBack,
  pursueStatements,
  statementHandlers,
  statementsOfMonth,
} from '../modules/statement';
import { act, type Stage } from './acting';
import { peopleWith } from './fundAudits';
import { ZONE } from './world';

/**
 * Creates the demo's monthly statements (DOMAIN §7). The product's functions create, send, confirm and dispute them. The days are closed
 * first, as the nightly jobs would have done.
 */

const MONTHS = 3;
/** One in nine stations disputes the latest statement. One of the disputes is answered. */
const DISPUTED = 9;
const DISPUTES = [
  '有 3 笔订单的配送费与骑手约定不一致，请核对。',
  '推广服务费多扣一笔，站点未参加该活动。',
  '退款中有一笔应由平台承担。',
];
const ANSWER = '已核对当月订单，费用按下单时的规则计算，明细见附表。';

/** Creates the statements. @param now the latest time of any action */
export async function makeMonthlyStatements({ db, ids, ports }: Stage, now: Date): Promise<void> {
  await closeOldDays({ db, ids, clock: fixedClock(now.toISOString()) }, ZONE);
  const { day: today } = wallTime(now, ZONE);
  const months = monthsBack(today, MONTHS);
  for (const [at, month] of months.entries()) {
    const sent = sentAt(month, now);
    if (sent > now) continue;
    const tools = { db, ids, clock: fixedClock(sent.toISOString()) };
    await makeStatements(tools);
    const isLatest = at === months.length - 1;
    await (isLatest ? leadLatest({ db, ids, ports }, month, sent, now) : confirmAll(tools, month, sent));
  }
  await pursueStatements({ db, ids, clock: fixedClock(now.toISOString()) });
  await sql`analyze statement, statement_revision`.execute(db);
}

/**
 * Computes when a month's statements are sent: at 09:00, 36 days after the first of the month. If 32 but not yet 36 days have passed, the
 * result is `now`, so that the demo has statements of the latest month.
 */
function sentAt(month: string, now: Date): Date {
  const due = momentOf(addDays(`${month}-01`, 36), 9 * 60, ZONE);
  const first = momentOf(addDays(`${month}-01`, 32), 9 * 60, ZONE);
  return due <= now || first > now ? due : now;
}

async function confirmAll(tools: Parameters<typeof confirmStatement>[0], month: string, sent: Date): Promise<void> {
  const clock = fixedClock(new Date(sent.getTime() + 26 * 3_600_000).toISOString());
  for (const { id, teamId, teamName } of await statementsOfMonth(tools.db, month, 'pendingConfirm')) {
    const by = { accountId: 0, name: teamName };
    await confirmStatement({ ...tools, clock }, { id, teamId, by });
  }
}

/** Handles the latest month's statements. Some are confirmed, some remain pending, and a few are disputed. */
async function leadLatest(stage: Stage, month: string, sent: Date, now: Date): Promise<void> {
  const { db, ids } = stage;
  const later = (hours: number) => new Date(Math.min(now.getTime(), sent.getTime() + hours * 3_600_000));
  const [reviewer] = await peopleWith(db, 'financeReviewer');
  const rows = await statementsOfMonth(db, month, 'pendingConfirm');
  for (const [index, { id, teamId, teamName }] of rows.entries()) {
    const by = { accountId: 0, name: teamName };
    const tools = { db, ids, clock: fixedClock(later(20 + index).toISOString()) };
    if (index % DISPUTED === 4) {
      const text = DISPUTES[index % DISPUTES.length] as string;
      await disputeStatement(tools, { id, teamId, by, text });
      if (index === 4 && reviewer) {
        const { version } = await db
          .selectFrom('statement')
          .select('version')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const input = { id, version, answer: ANSWER, adjust: null };
        const call = { who: reviewer.id, at: later(48), input };
        await act(stage, statementHandlers, 'finance.Statement/answerDispute', call);
      }
    } else if (index % 3 === 0) await confirmStatement(tools, { id, teamId, by });
  }
}
