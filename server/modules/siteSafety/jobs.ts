import type { Kysely } from 'kysely';
import { SAFETY } from '../../../contract/siteSafety.states';
import { text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import { type Job, tryEach } from '../../core/jobs';
import { dayRange } from '../../core/money/days';
import { lockCase } from '../case';
import { notify } from '../notice';
import { presentOf } from '../site';
import { teamNames } from '../team';
import { inspections, linkTo } from './kind';
import { rescore, staleStations } from './scores';
import { INSPECTION_TABLE, type InspectionRow } from './store';

/**
 * Handles overdue inspections and rectifications. Also updates scores daily, because an incident lowers a score only for a limited time.
 */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const WORDS = {
  planTitle: text('检查逾期：{team}', 'Inspection overdue: {team}', 'Inspeção atrasada: {team}', '檢查逾期：{team}'),
  planText: text(
    '{no} 计划于 {day} 进行，尚未开始。',
    '{no} was planned for {day} and has not begun.',
    '{no} estava planejada para {day} e não começou.',
    '{no} 計畫於 {day} 進行，尚未開始。',
  ),
  rectifyTitle: text(
    '整改逾期：{team}',
    'Rectification overdue: {team}',
    'Correção atrasada: {team}',
    '整改逾期：{team}',
  ),
  rectifyText: text(
    '{no} 的整改期限为 {day}，扣 {n} 分。',
    'Items of {no} were to be rectified by {day}: −{n} points.',
    'Os itens de {no} deviam ser corrigidos até {day}: −{n} pontos.',
    '{no} 的整改期限為 {day}，扣 {n} 分。',
  ),
} as const;
/** Maximum number of records of each state that one run handles. */
const MOST = 500;

const due = (db: Tools['db'], state: 'planned' | 'rectifying', column: 'planned_on' | 'deadline', today: string) =>
  db
    .selectFrom('safety_inspection')
    .select('id')
    .where('state', '=', state)
    .where(column, '<', today)
    .orderBy('id')
    .limit(MOST)
    .execute();

/**
 * Marks one inspection as overdue and sends a notice, unless a concurrent call changed the inspection. An overdue rectification also
 * reduces the inspection's score.
 */
async function lapse(tools: Tools, id: number, state: 'planned' | 'rectifying', today: string): Promise<void> {
  const row = await lockCase<InspectionRow>(tools.db, INSPECTION_TABLE, id);
  const isPlan = state === 'planned';
  const day = isPlan ? row?.planned_on : row?.deadline;
  if (row?.state !== state || !day || day >= today) return;
  const score = Math.max(0, (row.score ?? 0) - SAFETY.overduePenalty);
  await tools.db
    .updateTable('safety_inspection')
    .set({
      version: row.version + 1,
      ...(isPlan
        ? { state: 'overdue' as const }
        : { state: 'overdueRectify' as const, score, overdue_count: row.overdue_count + 1 }),
    })
    .where('id', '=', id)
    .execute();
  await inspections.addStep(tools, id, isPlan ? 'lapse' : 'lapseRectify');
  if (!isPlan) await rescore(tools, row.team_id, 'overdue', row.no);
  const team = (await teamNames(tools.db, [row.team_id])).get(row.team_id) ?? '';
  await notify(tools, {
    event: 'inspectionOverdue',
    teamId: row.team_id,
    ...(isPlan && { accountIds: [row.inspector_id] }),
    title: isPlan ? WORDS.planTitle : WORDS.rectifyTitle,
    content: isPlan ? WORDS.planText : WORDS.rectifyText,
    params: { team, no: row.no, day, n: SAFETY.overduePenalty },
    link: linkTo(id),
  });
}

/** Marks overdue inspections and rectifications, and updates scores computed before today. A repeated call changes nothing. */
export async function watchInspections(db: Tools['db'], clock: Clock, ids: Ids): Promise<void> {
  const { day, timeZone } = await presentOf({ db, clock });
  const lapseDue = (state: 'planned' | 'rectifying', column: 'planned_on' | 'deadline') => async () =>
    tryEach(await due(db, state, column, day), ({ id }) =>
      inTransaction({ db, clock, ids }, ({ db: trx }) => lapse({ db: trx, clock, ids }, id, state, day)),
    );
  const rescoreStale = async () =>
    tryEach(await staleStations(db, dayRange(day, day, timeZone).from), (id) =>
      inTransaction({ db, clock, ids }, ({ db: trx }) => rescore({ db: trx, clock, ids }, id, 'time', '')),
    );
  // An inspection or station that fails does not stop the others.
  const steps = [lapseDue('planned', 'planned_on'), lapseDue('rectifying', 'deadline'), rescoreStale];
  await tryEach(steps, (step) => step());
}

export const siteSafetyJobs: readonly Job[] = [{ name: 'site-safety', everyMs: 5 * MINUTE_MS, run: watchInspections }];
