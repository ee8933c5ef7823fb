import { type Insertable, type Kysely, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { SITE_INSPECTION } from '../../../contract/siteInspection.fields';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { caseTable } from '../case';

/** SQL queries for inspections and their items. */

type Db = Kysely<Database>;
export type InspectionRow = Selectable<Database['safety_inspection']>;
export type ItemRow = Selectable<Database['safety_item']>;
export type InspectionFilter = Omit<ListFilter<typeof SITE_INSPECTION>, 'plannedOn'> & {
  /** The range of planned days, `yyyy-MM-dd`. `null` means all days. */
  readonly days: { readonly fromDay: string; readonly toDay: string } | null;
  /** The first day of this month, and of the next month. */
  readonly month: { readonly first: string; readonly next: string };
  readonly timeZone: string;
};

export const INSPECTION_TABLE = caseTable('safety_inspection', { neverExpires: true });

const COLUMNS = {
  id: 'safety_inspection.id',
  version: 'safety_inspection.version',
  no: 'safety_inspection.no',
  createdAt: 'safety_inspection.created_at',
  teamId: 'safety_inspection.team_id',
  kind: 'safety_inspection.kind',
  state: 'safety_inspection.state',
  plannedOn: 'safety_inspection.planned_on',
  inspectorId: 'safety_inspection.inspector_id',
  inspectorName: 'safety_inspection.inspector_name',
  checklistName: 'safety_checklist.name',
  edition: 'safety_checklist.edition',
  score: 'safety_inspection.score',
  badCount: 'safety_inspection.bad_count',
  deadline: 'safety_inspection.deadline',
  startedAt: 'safety_inspection.started_at',
  submittedAt: 'safety_inspection.submitted_at',
  makerId: 'safety_inspection.maker_id',
  makerName: 'safety_inspection.maker_name',
} as const;
const conditionsOf = conditions(SITE_INSPECTION, COLUMNS);

/** Builds the conditions of the list's filter. They apply to inspections and to their items. */
const conditionsIn = ({ days, ...filter }: InspectionFilter) => [
  ...conditionsOf(filter, {
    keyword: (words) => sql<SqlBool>`(safety_inspection.no like ${beginning(words.toUpperCase())}
      or safety_checklist.name ilike ${containing(words)})`,
    inspectorName: (ids) => sql<SqlBool>`safety_inspection.inspector_id = any(${sql.val([...ids])}::bigint[])`,
  }),
  ...(days ? [sql<SqlBool>`safety_inspection.planned_on between ${days.fromDay} and ${days.toDay}`] : []),
];

const filtered = (db: Db, filter: InspectionFilter) =>
  withConditions(
    db
      .selectFrom('safety_inspection')
      .innerJoin('safety_checklist', 'safety_checklist.id', 'safety_inspection.checklist_id'),
    conditionsIn(filter),
  );

export const inspectionRows = (db: Db, filter: InspectionFilter) => filtered(db, filter).select(selection(COLUMNS));
export type InspectionRecord = Awaited<ReturnType<ReturnType<typeof inspectionRows>['executeTakeFirstOrThrow']>>;

export function inspectionPage(
  db: Db,
  filter: InspectionFilter,
  sort: { readonly field: 'plannedOn' | 'score' | 'deadline' | 'createdAt'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const fields = [sort.field, 'createdAt', 'id'] as const;
  const ordered = inOrder(inspectionRows(db, filter), COLUMNS, fields, sort.order, ['score', 'deadline']);
  return readPage(db, ordered, page);
}

/** Counts the inspections that match the filter. The counts of planned and done inspections include only the current month. */
export function inspectionTotals(db: Db, filter: InspectionFilter) {
  const { first, next } = filter.month;
  const inMonth = sql`safety_inspection.planned_on >= ${first} and safety_inspection.planned_on < ${next}`;
  const submitted = sql`(safety_inspection.submitted_at at time zone ${filter.timeZone})::date`;
  const n = (which: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${which}))::int`;
  return filtered(db, filter)
    .select([
      n(sql`${inMonth} and safety_inspection.state <> 'cancelled'`).as('plannedMonth'),
      n(sql`${submitted} >= ${first} and ${submitted} < ${next}`).as('doneMonth'),
      n(sql`safety_inspection.state = 'overdue'`).as('overdue'),
      n(sql`safety_inspection.state = 'overdueRectify'`).as('overdueRectify'),
      n(sql`safety_inspection.state = 'rechecking'`).as('rechecking'),
    ])
    .executeTakeFirstOrThrow();
}

export const findInspection = (db: Db, id: number): Promise<InspectionRow | undefined> =>
  db.selectFrom('safety_inspection').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertInspection(db: Db, row: Insertable<Database['safety_inspection']>): Promise<void> {
  await db.insertInto('safety_inspection').values(row).execute();
}

/** Checks whether the station has an open inspection with this checklist on this day. */
export async function isPlanned(
  db: Db,
  { teamId, checklistId, day }: { readonly teamId: number; readonly checklistId: number; readonly day: string },
): Promise<boolean> {
  const same = db
    .selectFrom('safety_inspection')
    .select('id')
    .where('team_id', '=', teamId)
    .where('checklist_id', '=', checklistId)
    .where('planned_on', '=', day);
  return (await same.where('state', 'in', ['planned', 'overdue', 'inspecting']).executeTakeFirst()) !== undefined;
}

export const itemsOf = (db: Db, inspectionId: number): Promise<ItemRow[]> =>
  db.selectFrom('safety_item').selectAll().where('inspection_id', '=', inspectionId).execute();

/** Stores the unique number of an answer, so that a repeated answer is recognized. @returns `false` if the number was stored before */
export async function noteAnswer(db: Db, row: Insertable<Database['safety_answer']>): Promise<boolean> {
  const made = await db
    .insertInto('safety_answer')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('answer_no')
    .executeTakeFirst();
  return made !== undefined;
}

export async function saveAnswer(db: Db, row: Insertable<Database['safety_item']>): Promise<void> {
  const { result, lost, remark, photos, answered_at, created_at } = row;
  const set = { result, lost, remark, photos, answered_at, created_at };
  await db
    .insertInto('safety_item')
    .values(row)
    .onConflict((conflict) => conflict.columns(['inspection_id', 'item_key']).doUpdateSet(set))
    .execute();
}

export async function changeItem(
  db: Db,
  { inspectionId, key }: { readonly inspectionId: number; readonly key: string },
  set: Updateable<Database['safety_item']>,
): Promise<void> {
  await db
    .updateTable('safety_item')
    .set(set)
    .where('inspection_id', '=', inspectionId)
    .where('item_key', '=', key)
    .execute();
}

/** Tests whether an unqualified item still needs a rectification: it is not rectified, or its recheck failed. */
export const isOpen = (item: Pick<ItemRow, 'result' | 'fix_text' | 'recheck'>): boolean =>
  item.result === 'bad' && item.recheck !== 'passed' && (item.fix_text === null || item.recheck === 'failed');
/** Tests whether an unqualified item is rectified but not yet rechecked. */
export const isToRecheck = (item: Pick<ItemRow, 'result' | 'fix_text' | 'recheck'>): boolean =>
  item.result === 'bad' && item.recheck === null && item.fix_text !== null;

/** Selects a field of the item from the checklist. */
const asked = (field: 'group' | 'title' | 'standard' | 'points') =>
  sql<string>`(select item->>${sql.lit(field)} from jsonb_array_elements(safety_checklist.items) as item
    where item->>'key' = safety_item.item_key)`;

/** Selects answered items with the checklist's texts, for exports. */
export const itemLines = (db: Db, filter: InspectionFilter) =>
  withConditions(
    db
      .selectFrom('safety_item')
      .innerJoin('safety_inspection', 'safety_inspection.id', 'safety_item.inspection_id')
      .innerJoin('safety_checklist', 'safety_checklist.id', 'safety_inspection.checklist_id'),
    conditionsIn(filter),
  ).select([
    'safety_item.id',
    'safety_inspection.no',
    'safety_inspection.team_id as teamId',
    'safety_inspection.kind',
    'safety_inspection.state',
    'safety_inspection.planned_on as plannedOn',
    'safety_inspection.inspector_name as inspectorName',
    'safety_checklist.name as checklistName',
    'safety_checklist.edition',
    asked('group').as('group'),
    asked('title').as('title'),
    asked('standard').as('standard'),
    sql<number>`${asked('points')}::int`.as('max'),
    'safety_item.result',
    'safety_item.lost',
    'safety_item.remark',
    'safety_item.answered_at as answeredAt',
    'safety_item.fix_text as fixText',
    'safety_item.fix_at as fixAt',
    'safety_item.recheck',
    'safety_item.recheck_note as recheckNote',
  ]);
