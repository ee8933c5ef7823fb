import type { ExportFormat, ExportModule } from '../../contract/export.modules';
import { createSessions } from '../core/access/session';
import type { Actor } from '../core/actor';
import { type Clock, fixedClock } from '../core/clock';
import { addDays, momentOf, wallTime } from '../core/money/days';
import { clearAway, exportManageHandlers, mayExport, type RunnerTools, runWaiting } from '../modules/exportManage';
import { act, type Stage } from './acting';
import { peopleWith } from './fundAudits';
import { ZONE } from './world';

/**
 * Creates exports of the last weeks (DOMAIN §7). They are requested as on the pages and written by the real exporter, so their files can
 * be downloaded. Files older than a week have expired. Exports read committed data, so they are created last.
 */

/**
 * What happens after the request of an export: it is run and downloaded (`fetch`), run and not downloaded (`leave`), cancelled before its
 * start (`cancel`), or not run (`wait`). The server runs the waiting export at its next start.
 */
type After = 'fetch' | 'leave' | 'cancel' | 'wait';

interface Wish {
  readonly by: string;
  readonly ago: number;
  readonly minute: number;
  readonly module: ExportModule;
  readonly filter: Readonly<Record<string, string>>;
  readonly format: ExportFormat;
  readonly after: After;
}

/** Creates the exporter's tools with this clock. */
export type ToolsAt = (clock: Clock) => RunnerTools;

/** Milliseconds from the request of an export to its run, in the timestamps of the demo. */
const TAKES_MS = 4_000;

/** Creates the exports. @param now the latest time of a request */
export async function makeExports(stage: Stage, toolsAt: ToolsAt, now: Date): Promise<void> {
  const today = wallTime(now, ZONE).day;
  const accounts = new Map<string, number>();
  for (const key of ['financeReviewer', 'financePayer', 'operations']) {
    const [person] = await peopleWith(stage.db, key);
    if (person) accounts.set(key, person.id);
  }
  for (const { at, ...wish } of wishes(today, now)) {
    const who = accounts.get(wish.by);
    if (who !== undefined) await makeOne(stage, toolsAt, who, at, wish);
  }
  await makeFailing(stage, toolsAt, today);
  await clearAway(toolsAt(fixedClock(now.toISOString())));
  const who = accounts.get('financeReviewer');
  if (who !== undefined) await makeOne(stage, toolsAt, who, now, lastWish(today));
}

/** Number of exports (DOMAIN §7). One of them fails, and one waits to be run. */
const EXPORTS = 40;

/** Lists the requests until `now`, oldest first. It omits the failing request and the request that waits to be run. */
export function wishes(today: string, now: Date): (Wish & { readonly at: Date })[] {
  const found: (Wish & { readonly at: Date })[] = [];
  for (let ago = 0; found.length < EXPORTS - 2; ago += 1) {
    const day = addDays(today, -ago);
    const asked = wishesOf(day, ago).map((wish) => ({ ...wish, at: momentOf(day, wish.minute, ZONE) }));
    found.unshift(...asked.filter(({ at }) => at < now));
  }
  return found.slice(2 - EXPORTS);
}

/** Builds the request for all bills of a quarter, which creates the demo's largest file. */
const lastWish = (today: string): Wish => ({
  ...{ by: 'financeReviewer', ago: 0, minute: 0, module: 'financial.bill', format: 'csv', after: 'wait' },
  filter: { atFrom: addDays(today, -91), atTo: today },
});

/**
 * Lists the requests of a day. Every workday has a request for the previous day's bills. Mondays also have the previous week's figures and
 * the stations, Wednesdays the stations' funds and areas, and Fridays the fund audits and the trial balance. Weekends have no requests,
 * except today.
 */
function wishesOf(day: string, ago: number): Wish[] {
  const found: Wish[] = [];
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  // Today has a request at 09:05 even on a weekend, so that after this time the demo has a finished export of today.
  if ((weekday === 0 || weekday === 6) && ago > 0) return found;
  const before = addDays(day, -1);
  // Today's files are not downloaded yet.
  const after: After = ago === 0 ? 'leave' : 'fetch';
  const base = { ago, format: 'xlsx', after } as const;
  found.push({
    ...{ ...base, by: 'financeReviewer', minute: 545, module: 'financial.bill' },
    filter: { atFrom: before, atTo: before, ...(ago % 3 === 0 && { direction: 'out' }) },
  });
  if (weekday === 1) {
    const week = { dayFrom: addDays(day, -7), dayTo: before };
    found.push({
      ...{
        ...base,
        by: 'financeReviewer',
        minute: 556,
        module: 'financial.summary',
        filter: { ...week, group: 'day' },
      },
    });
    found.push({
      ...{ ...base, by: 'operations', minute: 562, module: 'team.list', filter: { status: 'operating' } },
    });
    found.push({ ...{ ...base, by: 'financeReviewer', minute: 571, module: 'financial.days', filter: week } });
  }
  if (weekday === 3) {
    found.push({ ...base, by: 'financePayer', minute: 591, module: 'financial.teamFund', filter: {}, format: 'csv' });
    found.push({ ...base, by: 'operations', minute: 603, module: 'team.area', filter: {}, after: 'cancel' });
  }
  if (weekday === 5) {
    found.push({ ...base, by: 'financeReviewer', minute: 640, module: 'fundAudit.list', filter: {} });
    found.push({
      ...base,
      by: 'financeReviewer',
      minute: 655,
      module: 'financial.trialBalance',
      filter: { day: before },
    });
  }
  return found;
}

/** Requests an export as the dialog does, with the columns that the dialog preselects. */
async function ask(
  stage: Stage,
  who: number,
  at: Date,
  { module, filter, format }: Pick<Wish, 'module' | 'filter' | 'format'>,
) {
  const offered = await act(stage, exportManageHandlers, 'export.Task/prepare', {
    ...{ who, at, input: { module, filter: JSON.stringify(filter), ids: undefined } },
  });
  const columns = offered.columns.filter(({ chosen }) => chosen).map(({ key }) => key);
  const input = { module, filter, columns, format, unmasked: false };
  return await act(stage, exportManageHandlers, 'export.Task/create', { who, at, input });
}

async function makeOne(stage: Stage, toolsAt: ToolsAt, who: number, at: Date, wish: Wish): Promise<void> {
  const { taskId: id } = await ask(stage, who, at, wish);
  const later = (ms: number) => new Date(at.getTime() + ms);
  if (wish.after === 'wait') return;
  if (wish.after === 'cancel') {
    await act(stage, exportManageHandlers, 'export.Task/cancel', { who, at: later(2_000), input: { id } });
    return;
  }
  await runWaiting(toolsAt(fixedClock(later(TAKES_MS).toISOString())));
  if (wish.after === 'fetch') {
    await act(stage, exportManageHandlers, 'export.Task/download', { who, at: later(180_000), input: { id } });
  }
}

/** Requests an export just before an account expires. The export runs after the expiry and fails. */
async function makeFailing(stage: Stage, toolsAt: ToolsAt, today: string): Promise<void> {
  const gone = await stage.db
    .selectFrom('account')
    .where('expire_at', 'is not', null)
    .where('expire_at', '<', today)
    .select(['id', 'expire_at as expireAt'])
    .orderBy('id')
    .executeTakeFirst();
  if (!gone?.expireAt) return;
  const at = momentOf(gone.expireAt, 23 * 60 + 59, ZONE);
  const actor: Actor | null = await createSessions(stage.db, fixedClock(at.toISOString()), async () => ZONE).actorOf(
    gone.id,
  );
  // This export needs only a permission that most accounts have.
  const module = 'dashboard.kpi';
  if (!actor?.rules.has(95) || !mayExport(module, actor.rules)) return;
  await ask(stage, gone.id, at, { module, filter: {}, format: 'xlsx' });
  await runWaiting(toolsAt(fixedClock(new Date(at.getTime() + 120_000).toISOString())));
}
