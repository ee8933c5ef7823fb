import type { ParsedOf } from '../../../contract/endpoint';
import type { hourToReachEndpoints } from '../../../contract/hourToReach';
import { HOUR_REPORT } from '../../../contract/hourToReach.fields';
import { hourReportLifecycle } from '../../../contract/hourToReach.states';
import { text } from '../../../contract/text';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { listDays } from '../../core/money/period';
import { readSetting } from '../site';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';
import { replayReport } from './reports';
import { findReportNo, lockReport, reportPage, reportSums } from './store';

/** The list of delivery state reports, and manual retries. */

const QUEUED = text('已加入上报队列', 'Queued to be sent', 'Na fila de envio', '已加入上報佇列');

type ListInput = ParsedOf<(typeof hourToReachEndpoints)['config.HourToReach/getReports']>;

export function reportList(ctx: ActorContext, input: ListInput) {
  return paged(ctx, input, async (page) => {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const happenedAt = listDays({ from: input.happenedAtFrom, to: input.happenedAtTo }, ctx.clock.now(), timeZone);
    const filter = { ...input, happenedAt, teamIds: await scopedTeamIds(ctx, undefined) };
    const { list, total } = await reportPage(ctx.db, filter, input.sortOrder ?? 'desc', page);
    const names = await teamNames(
      ctx.db,
      list.map(({ teamId }) => teamId),
    );
    const rows = list.map((row) => ({
      ...{ id: row.id, version: row.version },
      ...answerRow(ctx, HOUR_REPORT, row, { teamName: names.get(row.teamId) ?? '' }),
      actions: hourReportLifecycle.actionsFrom(row.state, ctx.actor.rules, ctx.actor.accountType === 'owner'),
    }));
    return { list: rows, total, summary: await reportSums(ctx.db, filter) };
  });
}

/**
 * Queues a report to be sent again.
 *
 * @throws Refusal 40302 (outside the data scope), 40401 (unknown id), 42201 (the report was already sent or is pending)
 */
export async function replay(ctx: ActorContext, id: number) {
  const report = await lockReport(ctx.db, id);
  if (!report) throw refuse(40401);
  await assertTeamInScope(ctx, report.teamId);
  if (!hourReportLifecycle.allowed(report.state, 'replayReport')) {
    throw refuse(42201, { state: hourReportLifecycle.states[report.state].text });
  }
  await replayReport(ctx.db, id, ctx.clock.now());
  ctx.audit({ objectId: id, objectNo: report.orderNo, before: { state: report.state }, after: { state: 'pending' } });
  return {
    ...{ id, no: report.orderNo, state: 'pending', version: report.version + 1, message: ctx.t(QUEUED) },
    stateText: hourReportLifecycle.stateText('pending', ctx.locale),
  };
}

export async function replayMany(ctx: ActorContext, ids: readonly number[]) {
  // Sort the ids so that parallel calls lock rows in the same order and cannot deadlock.
  const wanted = [...new Set(ids)].sort((one, other) => one - other);
  const nameOf = async (id: number) => (await findReportNo(ctx.db, id)) ?? '';
  const { answer, done, detail } = await forEachRecord(ctx, wanted, (id) => replay(ctx, id), nameOf);
  ctx.audit({ after: { state: 'pending' }, detail: { ids: done, ...detail } });
  return answer;
}
