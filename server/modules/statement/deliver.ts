import { STATEMENT } from '../../../contract/statement.states';
import { DAY_MS } from '../../../contract/units';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { wallTime } from '../../core/money/days';
import { nextToClose } from '../ledger';
import { notify } from '../notice';
import { presentOf } from '../site';
import { teamNames } from '../team';
import { isMonthClosed, stationFigures } from './compute';
import type { MonthFigures } from './figures';
import { lastDay } from './month';
import { figuresIn, findRevision, type StatementRow, type Tools, writeRevision } from './store';
import { linkTo, WORDS } from './words';

/** This module contains the shared steps of sending a statement: month check, deadline, frozen figures, next revision, notification. */

/** Checks that all days of the month are closed. @throws Refusal 42247 a day of the month is open */
export async function assertMonthClosed({ db }: Pick<Tools, 'db'>, month: string): Promise<void> {
  if (await isMonthClosed(db, month)) return;
  throw refuse(42247, { day: (await nextToClose(db)) ?? lastDay(month) });
}

/** Returns the columns of a statement that was sent at `at` and waits for the station's confirmation. */
export function awaiting(at: Date) {
  return { sent_at: at, confirm_by: new Date(at.getTime() + STATEMENT.confirmDays * DAY_MS), confirmed_at: null };
}

/** Stores the given figures as the final figures of a draft. */
export async function freezeDraft(tools: Tools, row: StatementRow, figures: MonthFigures): Promise<void> {
  const facts = { statementId: row.id, revision: row.revision, madeAt: tools.clock.now(), isFrozen: true, reason: '' };
  await writeRevision(tools.db, facts, figures);
}

/** Computes a draft's figures and freezes them. */
export async function freezeNow(tools: Tools, row: StatementRow): Promise<MonthFigures> {
  const { timeZone } = await presentOf(tools);
  const figures = await stationFigures(tools.db, { month: row.month, teams: [row.team_id], timeZone });
  await freezeDraft(tools, row, figures);
  return figures;
}

/**
 * Writes the frozen figures of a statement's next revision. The caller then changes the statement itself.
 * @param figures `undefined` computes the figures now
 * @returns the revision number
 */
export async function nextRevision(
  tools: Tools,
  row: StatementRow,
  reason: string,
  figures?: MonthFigures,
): Promise<number> {
  const { timeZone } = await presentOf(tools);
  const revision = row.revision + 1;
  const made = figures ?? (await stationFigures(tools.db, { month: row.month, teams: [row.team_id], timeZone }));
  const facts = { statementId: row.id, revision, madeAt: tools.clock.now(), isFrozen: true, reason };
  await writeRevision(tools.db, facts, made);
  return revision;
}

/** Notifies a station that its statement was sent. */
export async function tellStation(tools: Tools, row: StatementRow, at: Date): Promise<void> {
  const { timeZone } = await presentOf(tools);
  const revision = await findRevision(tools.db, row.id, row.revision);
  if (!revision) throw new Error(`statement ${row.id} has no revision ${row.revision}`);
  const team = (await teamNames(tools.db, [row.team_id])).get(row.team_id) ?? '';
  await notify(tools, {
    event: 'statementSent',
    teamId: row.team_id,
    title: WORDS.sentTitle,
    content: WORDS.sentText,
    params: {
      team,
      month: row.month,
      no: row.no,
      n: row.revision,
      x: yuanText(figuresIn(revision).payableFen),
      day: wallTime(awaiting(at).confirm_by, timeZone).day,
    },
    link: linkTo(row.id),
    dedupe: `statementSent:${row.id}:${row.revision}`,
  });
}
