import type { DataOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import type { siteInspectionEndpoints } from '../../../contract/siteInspection';
import { SITE_INSPECTION } from '../../../contract/siteInspection.fields';
import { type InspectionState, inspectionCase } from '../../../contract/siteInspection.states';
import { gradeOf } from '../../../contract/siteSafety.score';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { messageText } from '../../core/texts';
import { viewerOf } from '../case';
import { fileUrl } from '../file';
import { assertTeamInScope, teamNames } from '../team';
import { findChecklist } from './checklists';
import { filterOf } from './filter';
import { inspections } from './kind';
import { photoReader } from './photos';
import { findInspection, type InspectionRecord, inspectionRows, itemsOf } from './store';

/** Builders of the answers about inspections. */

type Row = DataOf<(typeof siteInspectionEndpoints)['safety.Site/getInspections']>['list'][number];
type Detail = DataOf<(typeof siteInspectionEndpoints)['safety.Site/getInspection']>;

const EDIT = 5202;
/** States in which an inspection needs an action of the inspector or the station. */
export const REMINDED: readonly InspectionState[] = ['planned', 'overdue', 'rectifying', 'overdueRectify'];

function actionsOf(ctx: ActorContext, row: InspectionRecord): string[] {
  const facts = { state: row.state, expireAt: null, makerId: row.makerId, makerIsOwner: false, amountFen: null };
  const isMine = row.inspectorId === ctx.actor.accountId;
  return [
    ...inspectionCase
      .actionsFor(facts, viewerOf(ctx), ctx.clock.now())
      .filter((action) => action !== 'complete' || isMine),
    ...(ctx.can(EDIT) && REMINDED.includes(row.state) ? ['remind'] : []),
    ...(ctx.can(RULE['safety.detail']) ? ['exportReport'] : []),
  ];
}

export async function inspectionAnswers(ctx: ActorContext, rows: readonly InspectionRecord[]): Promise<Row[]> {
  const names = await teamNames(
    ctx.db,
    rows.map(({ teamId }) => teamId),
  );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...answerRow(ctx, SITE_INSPECTION, row, {
      teamName: names.get(row.teamId) ?? '',
      createdAt: row.createdAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      submittedAt: row.submittedAt?.toISOString() ?? null,
    }),
    actions: actionsOf(ctx, row),
  }));
}

export const pointOf = ({ lng, lat }: { readonly lng: number | null; readonly lat: number | null }) =>
  lng === null || lat === null ? null : { lng, lat };

/** Reads the coordinates of a station. @returns `null` if they are not set */
export async function teamPoint({ db }: ActorContext, teamId: number) {
  const row = await db.selectFrom('team').select(['lng', 'lat']).where('id', '=', teamId).executeTakeFirst();
  return row ? pointOf(row) : null;
}

async function itemAnswers(ctx: ActorContext, id: number, checklistId: number): Promise<Detail['items']> {
  const checklist = await findChecklist(ctx.db, checklistId);
  const stored = await itemsOf(ctx.db, id);
  const byKey = new Map(stored.map((item) => [item.item_key, item]));
  const shown = await photoReader(
    ctx,
    stored.flatMap(({ photos, fix_photos }) => [...photos, ...(fix_photos ?? [])]),
  );
  return (checklist?.items ?? []).map((asked) => {
    const item = byKey.get(asked.key);
    return {
      key: asked.key,
      groupText: ctx.t(messageText(`siteInspection.group_${asked.group}`)),
      title: asked.title,
      standard: asked.standard,
      max: asked.points,
      result: item?.result ?? null,
      resultText: item ? ctx.t(messageText(`siteInspection.result_${item.result}`)) : '',
      lost: item?.lost ?? 0,
      remark: item?.remark ?? '',
      photos: shown(item?.photos ?? null),
      answeredAt: item?.answered_at.toISOString() ?? null,
      fixText: item?.fix_text ?? '',
      fixPhotos: shown(item?.fix_photos ?? null),
      fixAt: item?.fix_at?.toISOString() ?? null,
      fixByName: item?.fix_by_name ?? '',
      recheck: item?.recheck ?? null,
      recheckText: item?.recheck ? ctx.t(messageText(`siteInspection.recheck_${item.recheck}`)) : '',
      recheckNote: item?.recheck_note ?? '',
    };
  });
}

/** Reads an inspection with its details. @throws Refusal 40302 (station out of scope), 40401 (unknown id) */
export async function inspectionDetail(ctx: ActorContext, id: number): Promise<Detail> {
  const row = await findInspection(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  const filter = await filterOf(ctx, {});
  const all = { ...filter, teamIds: null };
  const record = await inspectionRows(ctx.db, all).where('safety_inspection.id', '=', id).executeTakeFirst();
  const [answer] = record ? await inspectionAnswers(ctx, [record]) : [];
  if (!answer) throw refuse(40401);
  const history = await inspections.history(ctx, id);
  const signed = ({ name, at, fileId }: NonNullable<typeof row.signatures>['inspector']) => ({
    ...{ name, at },
    url: fileId ? fileUrl(ctx.ports.secrets, ctx.clock, fileId) : null,
  });
  return {
    ...answer,
    gradeText: row.score === null ? '' : gradeOf(row.score),
    isMine: row.inspector_id === ctx.actor.accountId,
    place: pointOf(row),
    teamPlace: await teamPoint(ctx, row.team_id),
    items: await itemAnswers(ctx, id, row.checklist_id),
    signatures: row.signatures && {
      inspector: signed(row.signatures.inspector),
      station: signed(row.signatures.station),
    },
    history: history.map(({ key, at, text, byName, note }) => ({ key, at, text, byName, note })),
  };
}
