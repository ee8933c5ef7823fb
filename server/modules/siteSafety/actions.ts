import type { ParsedOf } from '../../../contract/endpoint';
import type { siteInspectionEndpoints } from '../../../contract/siteInspection';
import { inspectionCase } from '../../../contract/siteInspection.states';
import { inspectionScore } from '../../../contract/siteSafety.score';
import { SAFETY } from '../../../contract/siteSafety.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { addDays } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { staffMember } from '../account';
import { lockCase } from '../case';
import { notify } from '../notice';
import { presentOf } from '../site';
import { assertTeamInScope, teamNames } from '../team';
import { REMINDED } from './answers';
import { findChecklist } from './checklists';
import { inspections, linkTo } from './kind';
import { assertPhotos } from './photos';
import { rescore } from './scores';
import {
  findInspection,
  INSPECTION_TABLE,
  type InspectionRow,
  insertInspection,
  isPlanned,
  itemsOf,
  noteAnswer,
  saveAnswer,
} from './store';

/** Actions on inspections, except the rectification (`./rectify`). */

type In<A extends keyof typeof siteInspectionEndpoints> = ParsedOf<(typeof siteInspectionEndpoints)[A]>;

const WORDS = {
  past: text(
    '日期不能早于今天，且最多提前 {n} 天',
    'The day must be today or later, at most {n} days ahead',
    'O dia deve ser hoje ou depois, no máximo {n} dias à frente',
    '日期不能早於今天，且最多提前 {n} 天',
  ),
  planned: text(
    '当日已有相同检查表的检查',
    'An inspection with this checklist already exists on that day',
    'Uma inspeção por esta lista nesse dia',
    '當日已有相同檢查表的檢查',
  ),
  done: text('检查已安排', 'Inspections planned', 'Inspeções planejadas', '檢查已安排'),
  missing: text(
    '还有 {n} 项未填写',
    'Answer {n, plural, one {# more item} other {# more items}}',
    'Responda mais {n, plural, one {# item} other {# itens}}',
    '還有 {n} 項未填寫',
  ),
  photo: WORD.unqualifiedItemNeedsPhoto,
  lost: WORD.pointsOffRange,
  title: text('安全检查：{team}', 'Safety inspection: {team}', 'Inspeção de segurança: {team}', '安全檢查：{team}'),
  content: text(
    '{no} 计划于 {day} 进行。',
    '{no} is planned for {day}.',
    '{no} está planejada para {day}.',
    '{no} 計畫於 {day} 進行。',
  ),
  rectifyTitle: text(
    '请完成整改：{team}',
    'Rectification due: {team}',
    'Correção pendente: {team}',
    '請完成整改：{team}',
  ),
  rectifyText: text(
    '{no} 的整改期限为 {day}。',
    'Items of {no} are to be rectified by {day}.',
    'Os itens de {no} devem ser corrigidos até {day}.',
    '{no} 的整改期限為 {day}。',
  ),
} as const;

/** Checks that a new day is at least `range.from` and at most `range.days` days after it. @throws Refusal 40006 (out of this range) */
export function assertAhead(
  ctx: ActorContext,
  day: string,
  range: { readonly from: string; readonly days: number },
): void {
  const last = addDays(range.from, range.days);
  if (day < range.from || day > last)
    throw refuse(40006, { n: range.days }, null, ctx.t(WORDS.past, { n: range.days }));
}

async function tellInspector(
  ctx: ActorContext,
  row: Pick<InspectionRow, 'id' | 'no' | 'team_id' | 'planned_on' | 'inspector_id'>,
) {
  const team = (await teamNames(ctx.db, [row.team_id])).get(row.team_id) ?? '';
  await notify(ctx, {
    type: 'message',
    source: 'safety',
    accountIds: [row.inspector_id],
    title: WORDS.title,
    content: WORDS.content,
    params: { team, no: row.no, day: row.planned_on },
    link: linkTo(row.id),
  });
}

/**
 * Plans one inspection for each of the given stations. The answer lists stations that were refused.
 *
 * @throws Refusal 40006 (day out of range), 40401 (no such published checklist, or no such inspector)
 */
export async function plan(ctx: ActorContext, input: In<'safety.Site/plan'>) {
  const { at, day } = await presentOf(ctx);
  assertAhead(ctx, input.plannedOn, { from: day, days: SAFETY.aheadDays });
  const checklist = await findChecklist(ctx.db, input.checklistId);
  if (checklist?.state !== 'published') throw refuse(40401);
  const inspector = await staffMember(ctx.db, input.inspectorId);
  const planOne = async (teamId: number) => {
    const team = await assertTeamInScope(ctx, teamId);
    const same = { teamId: team.id, checklistId: checklist.id, day: input.plannedOn };
    if (await isPlanned(ctx.db, same)) throw refuse(40903, { field: WORDS.planned });
    const id = ctx.ids.next();
    const no = businessNo('SI', day, id);
    const row = {
      id,
      created_at: at,
      no,
      team_id: team.id,
      kind: input.kind,
      checklist_id: checklist.id,
      planned_on: input.plannedOn,
      inspector_id: inspector.id,
      inspector_name: inspector.name,
      state: 'planned' as const,
      maker_id: ctx.actor.accountId,
      maker_name: ctx.actor.name,
    };
    await insertInspection(ctx.db, row);
    await inspections.addStep(ctx, id, 'submit', { note: `${checklist.name} v${checklist.edition}` });
    if (inspector.id !== ctx.actor.accountId) await tellInspector(ctx, row);
    return inspections.answer(ctx, { id, no }, 'planned', 1, WORDS.done);
  };
  const nameOf = async (id: number) => (await teamNames(ctx.db, [id])).get(id) ?? '';
  const { answer, done, detail } = await forEachRecord(ctx, [...new Set(input.teamIds)], planOne, nameOf);
  ctx.audit({ after: { ...input, teamIds: done }, detail });
  return answer;
}

/**
 * Locks an inspection of which the caller is the inspector.
 *
 * @throws Refusal 40301 (the caller is not the inspector), 40302 (station out of scope), 40401 (unknown id)
 */
async function lockOwn(ctx: ActorContext, id: number): Promise<InspectionRow> {
  const row = await lockCase<InspectionRow>(ctx.db, INSPECTION_TABLE, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  if (row.inspector_id !== ctx.actor.accountId) throw refuse(40301);
  return row;
}

/** Returns the browser's time, or `now` if the browser's time is later. The browser's clock may be ahead of the server's. */
const notLater = (at: string, now: Date): Date => new Date(Math.min(Date.parse(at), now.getTime()));

/**
 * Stores the answer to one item. A repeated answer, or an answer older than the stored answer, does not change the item.
 *
 * @throws Refusal 40001 (unqualified item without a photo, or with points out of range), 40008 (not the caller's photos), 40301 (the caller
 *   is not the inspector), 40302 (out of scope), 40401 (unknown inspection or item), 42201 (not in progress)
 */
export async function saveItem(ctx: ActorContext, input: In<'safety.Site/saveItem'>) {
  const row = await lockOwn(ctx, input.id);
  const { result, itemKey } = input;
  ctx.audit({ objectId: row.id, objectNo: row.no, after: { item: itemKey, result } });
  const now = ctx.clock.now();
  const answer = { id: row.id, itemKey } as const;
  const isNew = await noteAnswer(ctx.db, { inspection_id: row.id, answer_no: input.answerNo, received_at: now });
  if (!isNew) return { ...answer, outcome: 'repeated' as const };
  if (row.state !== 'inspecting') throw refuse(42201, { state: inspectionCase.states[row.state].text });
  const asked = (await findChecklist(ctx.db, row.checklist_id))?.items.find(({ key }) => key === itemKey);
  if (!asked) throw refuse(40401);
  const isBad = result === 'bad';
  if (isBad && input.photos.length === 0) {
    throw invalid([{ field: 'photos', rule: 'required', message: ctx.t(WORDS.photo) }]);
  }
  if (isBad && (input.lost < 1 || input.lost > asked.points)) {
    throw invalid([{ field: 'lost', rule: 'range', message: ctx.t(WORDS.lost, { n: asked.points }) }]);
  }
  const standing = (await itemsOf(ctx.db, row.id)).find(({ item_key: key }) => key === itemKey);
  await assertPhotos(ctx, input.photos, standing?.photos);
  const answeredAt = notLater(input.answeredAt, now);
  if (standing && standing.answered_at > answeredAt) return { ...answer, outcome: 'older' as const };
  await saveAnswer(ctx.db, {
    id: ctx.ids.next(),
    created_at: now,
    inspection_id: row.id,
    item_key: itemKey,
    result,
    lost: isBad ? input.lost : 0,
    remark: input.remark,
    photos: JSON.stringify(input.photos),
    answered_at: answeredAt,
  });
  return { ...answer, outcome: 'saved' as const };
}

/** Checks whether the same submission arrived before, because the browser repeats a submission if the first answer was lost. */
function isSubmitted(row: InspectionRow, input: In<'safety.Site/submit'>): boolean {
  const signed = row.signatures?.inspector;
  return row.submitted_at !== null && signed?.name === input.inspectorSign && signed.at === input.signedAt;
}

/**
 * Submits an inspection.
 *
 * @throws Refusal 40001 (unanswered items), 40006 (deadline out of range), 40008 (not the caller's files), 40301 (the caller is not the
 *   inspector), 40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state)
 */
export async function submit(ctx: ActorContext, input: In<'safety.Site/submit'>) {
  const found = await findInspection(ctx.db, input.id);
  if (found && found.inspector_id === ctx.actor.accountId && isSubmitted(found, input)) {
    await assertTeamInScope(ctx, found.team_id);
    ctx.audit({ objectId: found.id, objectNo: found.no });
    return inspections.answer(ctx, found, found.state, found.version, undefined);
  }
  const done = await inspections.run(ctx, 'complete', input, async (_ctx, { row }) => {
    if (row.inspector_id !== ctx.actor.accountId) throw refuse(40301);
    const checklist = await findChecklist(ctx.db, row.checklist_id);
    const items = new Map((await itemsOf(ctx.db, row.id)).map((item) => [item.item_key, item]));
    const asked = checklist?.items ?? [];
    const missing = asked.filter(({ key }) => !items.has(key)).length;
    const sentence = ctx.t(WORDS.missing, { n: missing });
    if (missing > 0) {
      throw refuse(40001, {}, { errors: [{ field: 'items', rule: 'required', message: sentence }] }, sentence);
    }
    const { at, day } = await presentOf(ctx);
    const bad = [...items.values()].filter(({ result }) => result === 'bad').length;
    const deadline = input.deadline ?? addDays(day, SAFETY.deadlineDays);
    if (bad > 0) assertAhead(ctx, deadline, { from: day, days: SAFETY.longestDeadlineDays });
    const score = inspectionScore(
      asked.map(({ key, points: max }) => {
        const item = items.get(key);
        return { result: item?.result ?? null, max, lost: item?.lost ?? 0 };
      }),
      0,
    );
    const { inspectorSignFile = null, stationSignFile = null, signedAt } = input;
    const drawn = [inspectorSignFile, stationSignFile].filter((fileId) => fileId !== null);
    await assertPhotos(
      ctx,
      drawn.map((fileId) => ({ fileId, at: null, place: null })),
    );
    const signatures = {
      inspector: { name: input.inspectorSign, at: signedAt, fileId: inspectorSignFile },
      station: { name: input.stationSign, at: signedAt, fileId: stationSignFile },
    };
    return {
      to: bad > 0 ? 'rectifying' : 'passed',
      set: {
        score,
        bad_count: bad,
        deadline: bad > 0 ? deadline : null,
        signatures: JSON.stringify(signatures),
        lng: input.place?.lng ?? null,
        lat: input.place?.lat ?? null,
        submitted_at: at,
      },
      after: { score, unqualified: bad },
    };
  });
  if (found) await rescore(ctx, found.team_id, 'inspection', found.no);
  return done;
}

/**
 * Assigns another inspector.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown inspection or inspector), 40901 (changed meanwhile), 42201 (wrong state)
 */
export async function assign(ctx: ActorContext, input: In<'safety.Site/assign'>) {
  const inspector = await staffMember(ctx.db, input.inspectorId);
  return inspections.run(ctx, 'assign', { ...input, note: inspector.name }, async (_ctx, { row }) => {
    if (inspector.id !== ctx.actor.accountId) await tellInspector(ctx, { ...row, inspector_id: inspector.id });
    return {
      to: row.state,
      keepsDecision: true,
      set: { inspector_id: inspector.id, inspector_name: inspector.name },
      before: { inspector: row.inspector_name },
      after: { inspector: inspector.name },
    };
  });
}

/**
 * Postpones the planned day, or the deadline of the rectification.
 *
 * @throws Refusal 40006 (day out of range), 40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state)
 */
export async function extend(ctx: ActorContext, input: In<'safety.Site/extend'>) {
  const { day } = await presentOf(ctx);
  const reason = `${input.until} · ${input.reason}`;
  return inspections.run(ctx, 'extend', { ...input, reason }, async (_ctx, { row }) => {
    const isPlan = row.state === 'planned' || row.state === 'overdue';
    const present = isPlan ? row.planned_on : (row.deadline ?? day);
    const from = addDays(present, 1) > day ? addDays(present, 1) : day;
    assertAhead(ctx, input.until, { from, days: isPlan ? SAFETY.aheadDays : SAFETY.longestDeadlineDays });
    return {
      to: isPlan ? 'planned' : 'rectifying',
      keepsDecision: true,
      set: isPlan ? { planned_on: input.until } : { deadline: input.until },
      before: { until: present },
      after: { until: input.until },
    };
  });
}

/** Reminds inspectors of planned or overdue inspections, and stations of the deadlines of rectifications. */
export async function remind(ctx: ActorContext, { ids }: In<'safety.Site/remind'>) {
  const { day } = await presentOf(ctx);
  const tell = async (id: number) => {
    const row = await findInspection(ctx.db, id);
    if (!row) throw refuse(40401);
    const team = await assertTeamInScope(ctx, row.team_id);
    if (!REMINDED.includes(row.state)) throw refuse(42201, { state: inspectionCase.states[row.state].text });
    if (row.deadline === null) await tellInspector(ctx, row);
    else {
      await notify(ctx, {
        event: 'inspectionOverdue',
        teamId: row.team_id,
        title: WORDS.rectifyTitle,
        content: WORDS.rectifyText,
        params: { team: team.name, no: row.no, day: row.deadline },
        link: linkTo(id),
        dedupe: `rectify:${id}:${day}`,
      });
    }
    return inspections.answer(ctx, row, row.state, row.version, WORDS.done);
  };
  const nameOf = async (id: number) => (await findInspection(ctx.db, id))?.no ?? '';
  const { answer, done, detail } = await forEachRecord(ctx, [...new Set(ids)], tell, nameOf);
  ctx.audit({ detail: { ids: done, ...detail } });
  return answer;
}
