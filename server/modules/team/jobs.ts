import type { Kysely } from 'kysely';
import { SWITCHES } from '../../../contract/switches';
import { teamLifecycle } from '../../../contract/team.states';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import type { Job } from '../../core/jobs';
import { notify } from '../notice';
import { dueAreas, dueFees, dueStates, dueSwitches, endFeeChange, endSwitch, startArea } from './due-store';
import { feeColumns } from './lifecycle';
import type { Writer } from './log-store';
import { appendLog } from './log-store';
import { stateColumns, touchTeam, updateTeam } from './store';

/**
 * This module contains the job for scheduled changes of stations: planned pauses and resumptions, expiring switches, planned areas
 * and fees.
 */

type Db = Kysely<Database>;

const SYSTEM = { id: 0, name: '' } as const;

/** Texts of the notices about a planned pause or resumption that took effect. */
export const CHANGED_BY_ITSELF = {
  pauseAt: {
    title: text(
      '{team} 已按计划暂停营业',
      '{team} paused business as planned',
      '{team} pausou a operação como planejado',
      '{team} 已依計畫暫停營業',
    ),
    content: text(
      '站点不再接收新订单，直到恢复营业。',
      'It takes no new orders until it resumes.',
      'Não recebe novos pedidos até retomar.',
      '站點不再接收新訂單，直到恢復營業。',
    ),
  },
  resumeAt: {
    title: text(
      '{team} 已按计划恢复营业',
      '{team} resumed business as planned',
      '{team} retomou a operação como planejado',
      '{team} 已依計畫恢復營業',
    ),
    content: text(
      '站点重新开始接收订单。',
      'It takes orders again.',
      'Voltou a receber pedidos.',
      '站點重新開始接收訂單。',
    ),
  },
} as const;

/**
 * Applies planned areas and financial terms whose moment has come (DOMAIN §3.3). The call can be repeated safely: an applied change is no
 * longer due.
 *
 * @returns the number of applied changes
 */
export async function applyDue(db: Db, now: Date): Promise<number> {
  const writer: Writer = { ...SYSTEM, at: now };
  const areas = await dueAreas(db, now);
  for (const area of areas) {
    await startArea(db, area);
    await touchTeam(db, area.teamId, {}, writer);
  }
  const fees = await dueFees(db, now);
  for (const fee of fees) {
    await touchTeam(db, fee.teamId, feeColumns(fee.changes), writer);
    await endFeeChange(db, fee.id);
  }
  return areas.length + fees.length;
}

/**
 * Pauses or resumes stations when their planned moment has come. Skips a station that a concurrent call has changed; the next run
 * tries again.
 *
 * @returns the number of stations whose state changed
 */
export async function applyPlannedStates(db: Db, ids: Ids, now: Date): Promise<number> {
  const writer: Writer = { ...SYSTEM, at: now };
  let done = 0;
  for (const team of await dueStates(db, now)) {
    const action = team.status === 'operating' ? 'pauseAt' : 'resumeAt';
    const { from, to } = teamLifecycle.transition(action);
    const columns = { ...stateColumns(action, now), status_reason: null };
    const version = await updateTeam(db, { id: team.id, version: team.version, from }, columns, writer);
    if (version === null) continue;
    done += 1;
    await appendLog(
      db,
      ids,
      { teamId: team.id, kind: 'status', subject: action, before: { status: team.status }, after: { status: to } },
      writer,
    );
    await notify(
      { db, ids, clock: { now: () => now } },
      {
        event: 'teamAutoChange',
        ...CHANGED_BY_ITSELF[action],
        params: { team: team.name },
        link: `/teamList/index?open=${team.id}`,
        teamId: team.id,
      },
    );
  }
  return done;
}

/** Resets switches whose end time has passed: busy mode and bad weather to off, the master switch to on. */
async function endDueSwitches(db: Db, ids: Ids, now: Date): Promise<number> {
  const writer: Writer = { ...SYSTEM, at: now };
  const due = await dueSwitches(db, now);
  for (const state of due) {
    const on = SWITCHES[state.key].until === 'whileOff';
    await endSwitch(db, state.id, on, now);
    await appendLog(
      db,
      ids,
      {
        teamId: state.teamId,
        kind: 'switch',
        subject: state.key,
        before: { on: state.on, params: state.params },
        after: { on, params: state.params },
      },
      writer,
    );
  }
  return due.length;
}

async function run(db: Db, clock: Clock, ids: Ids): Promise<void> {
  const now = clock.now();
  await withTransaction(db, async (trx) => applyDue(trx, now), clock);
  await withTransaction(db, async (trx) => applyPlannedStates(trx, ids, now), clock);
  await withTransaction(db, async (trx) => endDueSwitches(trx, ids, now), clock);
}

/** The job of the stations module. It runs every minute (DOMAIN §4.5). */
export const teamJobs: readonly Job[] = [{ name: 'team-changes', everyMs: 60_000, run }];
