import { sql } from 'kysely';
import { STATEMENT, type StatementState } from '../../../contract/statement.states';
import { inTransaction } from '../../core/database/transaction';
import { businessNo } from '../../core/money/numbers';
import { closedUntil } from '../ledger';
import { presentOf } from '../site';
import { teamNames } from '../team';
import { isMonthClosed, monthFigures } from './compute';
import { statementDocuments } from './decide';
import { awaiting, freezeDraft, nextRevision, tellStation } from './deliver';
import { isSame, type MonthFigures } from './figures';
import { addMonths, firstDay, monthOf } from './month';
import {
  figuresIn,
  findRevision,
  insertStatements,
  lastReopening,
  latestMonth,
  lockStatement,
  moveStatement,
  readProgress,
  type StatementRow,
  statementsIn,
  type Tools,
  teamsWithStatement,
  writeProgress,
  writeRevision,
} from './store';

/**
 * This module does the scheduled work on statements (DOMAIN §4.5): create, send, correct, confirm after the deadline. The work can be
 * repeated safely.
 */

/** Number of statements per transaction. */
const BATCH = 200;

/** Computes the figures of all stations for a month. The transaction has no statement timeout, because it reads much data. */
async function figuresOfMonth(tools: Tools, month: string): Promise<Map<number, MonthFigures>> {
  return inTransaction(tools, async ({ db, clock }) => {
    await sql`set local statement_timeout = 0`.execute(db);
    const { timeZone } = await presentOf({ db, clock });
    return monthFigures(db, { month, teams: null, timeZone });
  });
}

async function inBatches<T>(tools: Tools, all: readonly T[], work: (own: Tools, one: T) => Promise<void>) {
  for (let at = 0; at < all.length; at += BATCH) {
    await inTransaction(tools, async (own) => {
      for (const one of all.slice(at, at + BATCH)) await work(own, one);
    });
  }
}

/** Creates a draft for each station that has figures of the month but no statement yet. */
async function makeDrafts(tools: Tools, month: string, figures: ReadonlyMap<number, MonthFigures>): Promise<void> {
  const there = await teamsWithStatement(tools.db, month);
  const missing = [...figures.keys()].filter((teamId) => !there.has(teamId));
  const names = await teamNames(tools.db, missing);
  const stations = missing.filter((teamId) => names.has(teamId)).sort((one, other) => one - other);
  await inBatches(tools, stations, async ({ db, ids, clock }, teamId) => {
    const id = ids.next();
    const at = clock.now();
    const { day } = await presentOf({ db, clock });
    const nothing = { checker_id: null, checker_name: null, decided_at: null, note: null };
    const unsent = { sent_at: null, confirm_by: null, confirmed_at: null, dispute_text: null, answer_text: null };
    const no = businessNo('ST', day, id);
    await insertStatements(db, [
      { id, created_at: at, no, team_id: teamId, month, state: 'draft', ...unsent, ...nothing },
    ]);
    const facts = { statementId: id, revision: 1, madeAt: at, isFrozen: false, reason: '' };
    await writeRevision(db, facts, figures.get(teamId) as MonthFigures);
  });
}

/** Locks a statement. @returns `null` when the statement does not exist or is in none of these states */
async function lockIn({ db }: Tools, id: number, states: readonly StatementState[]): Promise<StatementRow | null> {
  const row = await lockStatement(db, id);
  return row && states.includes(row.state) ? row : null;
}

async function deliver(tools: Tools, row: StatementRow): Promise<void> {
  const at = tools.clock.now();
  await moveStatement(tools.db, row, { state: 'pendingConfirm', ...awaiting(at) });
  await statementDocuments.addStep(tools, row.id, 'deliver');
  await tellStation(tools, row, at);
}

/** Creates missing drafts of a closed month, then freezes and sends all its drafts. Skips a draft whose station has no figures. */
async function sendMonth(tools: Tools, month: string): Promise<void> {
  const figures = await figuresOfMonth(tools, month);
  // Later postings can give a station its first figures of the month. Such a station still needs a draft.
  await makeDrafts(tools, month, figures);
  const drafts = await statementsIn(tools.db, { states: ['draft'], month });
  await inBatches(tools, drafts, async (own, { id, team_id: teamId }) => {
    const row = await lockIn(own, id, ['draft']);
    const made = figures.get(teamId);
    if (!row || !made) return;
    await freezeDraft(own, row, made);
    await deliver(own, row);
  });
}

/**
 * Lists the due months after the month of the latest statement, oldest first. A month is due on day `STATEMENT.makeDay` of the next month,
 * at minute `STATEMENT.makeMinute` of that day.
 */
async function monthsToMake(tools: Tools): Promise<string[]> {
  const { day, wall } = await presentOf(tools);
  const number = Number(day.slice(8));
  const isTime = number > STATEMENT.makeDay || (number === STATEMENT.makeDay && wall.minutes >= STATEMENT.makeMinute);
  const last = addMonths(monthOf(day), isTime ? -1 : -2);
  const latest = await latestMonth(tools.db);
  // Without any statement, we begin with last month and skip earlier months.
  if (latest === null) return isTime ? [last] : [];
  const months: string[] = [];
  for (let month = addMonths(latest, 1); month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** Creates the due drafts of past months. Then it sends the drafts of each month whose days are all closed. */
export async function makeStatements(tools: Tools): Promise<void> {
  for (const month of await monthsToMake(tools)) {
    await makeDrafts(tools, month, await figuresOfMonth(tools, month));
  }
  const drafts = await statementsIn(tools.db, { states: ['draft'] });
  for (const month of new Set(drafts.map((row) => row.month))) {
    if (await isMonthClosed(tools.db, month)) await sendMonth(tools, month);
  }
}

/** Sends new revisions and confirms statements whose deadline has passed. */
export async function pursueStatements(tools: Tools): Promise<void> {
  const made = await statementsIn(tools.db, { states: ['revised'] });
  await inBatches(tools, made, async (own, { id }) => {
    const row = await lockIn(own, id, ['revised']);
    if (row) await deliver(own, row);
  });
  const now = tools.clock.now();
  const late = await statementsIn(tools.db, { states: ['pendingConfirm'], confirmBy: now });
  await inBatches(tools, late, async (own, { id }) => {
    const row = await lockIn(own, id, ['pendingConfirm']);
    if (!row?.confirm_by || row.confirm_by > now) return;
    await moveStatement(own.db, row, { state: 'confirmed', confirmed_at: now, confirm_by: null });
    await statementDocuments.addStep(own, row.id, 'confirmLate');
  });
}

/**
 * Compares each sent or confirmed statement of a month with the ledger. Writes a revision if the figures differ. Disputed statements stay
 * unchanged.
 */
async function correctMonth(tools: Tools, month: string): Promise<void> {
  const sent = await statementsIn(tools.db, { states: ['pendingConfirm', 'confirmed'], month });
  if (sent.length === 0) return;
  const figures = await figuresOfMonth(tools, month);
  await inBatches(tools, sent, async (own, { id, team_id: teamId }) => {
    const row = await lockIn(own, id, ['pendingConfirm', 'confirmed']);
    const now = figures.get(teamId);
    const then = row && (await findRevision(own.db, id, row.revision));
    if (!row || !then || !now || isSame(figuresIn(then), now)) return;
    const revision = await nextRevision(own, row, '', now);
    await moveStatement(own.db, row, { state: 'revised', revision, confirm_by: null, confirmed_at: null });
    await statementDocuments.addStep(own, row.id, 'correct');
  });
}

/**
 * Compares the sent statements of the last `STATEMENT.correctedMonths` months with the ledger and revises those that differ. Does nothing
 * if no day was closed or reopened since the last run.
 */
export async function correctStatements(tools: Tools): Promise<void> {
  const until = await closedUntil(tools.db);
  const reopeningId = await lastReopening(tools.db);
  const done = await readProgress(tools.db);
  if (until === null || (until === done.until && reopeningId === done.reopeningId)) return;
  const { day } = await presentOf(tools);
  let isWhole = true;
  for (let back = STATEMENT.correctedMonths; back >= 1; back -= 1) {
    const month = addMonths(monthOf(day), -back);
    if (await isMonthClosed(tools.db, month)) await correctMonth(tools, month);
    // A reopened month is corrected only after its days are closed again.
    else if (until >= firstDay(month)) isWhole = false;
  }
  await writeProgress(tools.db, { until, reopeningId: isWhole ? reopeningId : done.reopeningId });
}
