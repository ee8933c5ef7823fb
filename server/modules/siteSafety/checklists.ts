import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { siteChecklistEndpoints } from '../../../contract/siteChecklist';
import { SITE_CHECKLIST } from '../../../contract/siteChecklist.fields';
import { CHECKLIST_STATES } from '../../../contract/siteSafety.states';
import { type Text, text } from '../../../contract/text';
import { containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { messageText } from '../../core/texts';

/** Checklists by version. The items of a published version never change, because inspections refer to them. */

type Db = Kysely<Database>;
type In<A extends keyof typeof siteChecklistEndpoints> = ParsedOf<(typeof siteChecklistEndpoints)[A]>;
type Row = DataOf<(typeof siteChecklistEndpoints)['safety.Site/getChecklists']>['list'][number];
export type ChecklistRow = Selectable<Database['safety_checklist']>;

const EDIT = 5202;
const WORDS = {
  saved: text('检查表“{name}”已保存', '{name} saved', '{name} salva', '檢查表「{name}」已儲存'),
  published: text('检查表“{name}”已发布', '{name} published', '{name} publicada', '檢查表「{name}」已發布'),
  retired: text('检查表“{name}”已停用', '{name} disabled', '{name} desativada', '檢查表「{name}」已停用'),
  twice: text('检查项编号重复', 'Two items have the same key', 'Dois itens têm a mesma chave', '檢查項目編號重複'),
} as const;

const COLUMNS = {
  id: 'safety_checklist.id',
  version: 'safety_checklist.version',
  name: 'safety_checklist.name',
  edition: 'safety_checklist.edition',
  state: 'safety_checklist.state',
  updatedAt: 'safety_checklist.updated_at',
  updatedByName: 'safety_checklist.updated_by_name',
  publishedAt: 'safety_checklist.published_at',
} as const;
const conditionsOf = conditions(SITE_CHECKLIST, COLUMNS);

const listed = (db: Db, filter: ListFilter<typeof SITE_CHECKLIST>) =>
  withConditions(
    db.selectFrom('safety_checklist'),
    conditionsOf(filter, {
      keyword: (words) => sql<SqlBool>`safety_checklist.name ilike ${containing(words)}`,
    }),
  )
    .select(selection(COLUMNS))
    .select((eb) => [
      sql<number>`jsonb_array_length(safety_checklist.items)`.as('itemCount'),
      sql<number>`(select sum((item->>'points')::int)::int from jsonb_array_elements(safety_checklist.items) as item)`.as(
        'points',
      ),
      eb
        .selectFrom('safety_inspection')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('safety_inspection.checklist_id', '=', 'safety_checklist.id')
        .as('uses'),
    ]);

export function checklistPage(db: Db, filter: ListFilter<typeof SITE_CHECKLIST>, order: 'asc' | 'desc', page: Page) {
  return readPage(db, inOrder(listed(db, filter), COLUMNS, ['updatedAt', 'id'], order), page);
}

const ACTIONS = { draft: ['edit', 'publish'], published: ['edit', 'retire'], retired: [] } as const;

export const checklistAnswer = (
  ctx: ActorContext,
  row: Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>,
): Row => ({
  id: row.id,
  version: row.version,
  ...answerRow(ctx, SITE_CHECKLIST, row, {
    uses: row.uses ?? 0,
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }),
  actions: ctx.can(EDIT) ? [...ACTIONS[row.state]] : [],
});

export const findChecklist = (db: Db, id: number): Promise<ChecklistRow | undefined> =>
  db.selectFrom('safety_checklist').selectAll().where('id', '=', id).executeTakeFirst();

/** Reads a checklist with its items. @throws Refusal 40401 (unknown id) */
export async function checklistDetail(ctx: ActorContext, id: number) {
  const record = await listed(ctx.db, {}).where('safety_checklist.id', '=', id).executeTakeFirst();
  const row = await findChecklist(ctx.db, id);
  if (!record || !row) throw refuse(40401);
  return {
    ...checklistAnswer(ctx, record),
    items: row.items.map((item) => ({ ...item, groupText: ctx.t(messageText(`siteInspection.group_${item.group}`)) })),
  };
}

export async function checklistOptions(ctx: ActorContext) {
  const rows = await ctx.db
    .selectFrom('safety_checklist')
    .select(['id', 'name', 'edition'])
    .where('state', '=', 'published')
    .orderBy('name')
    .execute();
  return {
    list: rows.map(({ id, name, edition }) => ({
      value: id,
      label: ctx.t(messageText('siteChecklist.named'), { name, n: edition }),
    })),
  };
}

/**
 * Locks a checklist and checks that it is unchanged since the caller read it.
 *
 * @throws Refusal 40401 (unknown id), 40901 (changed meanwhile)
 */
async function lock(ctx: ActorContext, id: number, version: number | null): Promise<ChecklistRow> {
  const query = ctx.db.selectFrom('safety_checklist').selectAll().where('id', '=', id);
  const row = await query.forUpdate().executeTakeFirst();
  if (!row) throw refuse(40401);
  if (version !== row.version)
    throw conflict({ name: row.name, items: row.items }, row.updated_by_name, row.updated_at);
  return row;
}

function answer(
  ctx: ActorContext,
  row: Pick<ChecklistRow, 'id' | 'name' | 'edition' | 'state' | 'version'>,
  message: Text,
) {
  const { id, name, edition, state, version } = row;
  const stateText = ctx.t(CHECKLIST_STATES[state].text);
  return { id, no: `${name} v${edition}`, state, stateText, version, message: ctx.t(message, { name }) };
}

const written = (ctx: ActorContext) => ({
  updated_at: ctx.clock.now(),
  updated_by: ctx.actor.accountId,
  updated_by_name: ctx.actor.name,
});

/**
 * Creates a checklist, changes a draft, or creates the next version of a published checklist as a draft.
 *
 * @throws Refusal 40001 (repeated item key), 40401 (unknown id), 40901 (changed meanwhile), 40903 (the name is taken, or the next version
 *   is already a draft), 42201 (disabled)
 */
export async function saveChecklist(ctx: ActorContext, input: In<'safety.Site/saveChecklist'>) {
  const { name } = input;
  if (new Set(input.items.map(({ key }) => key)).size < input.items.length) {
    throw invalid([{ field: 'items', rule: 'unique', message: ctx.t(WORDS.twice) }]);
  }
  const items = JSON.stringify(input.items);
  const current = input.id === null ? null : await lock(ctx, input.id, input.version);
  if (current?.state === 'retired') throw refuse(42201, { state: CHECKLIST_STATES.retired.text });
  const same = await ctx.db
    .selectFrom('safety_checklist')
    .select(['id', 'state', 'edition'])
    .where('name', '=', name)
    .orderBy('edition', 'desc')
    .execute();
  const isTaken = current === null ? same.length > 0 : name !== current.name && same.length > 0;
  if (isTaken) throw refuse(40903, { field: messageText('siteChecklist.name') });
  const after = { name, items: input.items.length };
  if (current?.state === 'draft') {
    const set = { name, items, ...written(ctx), version: current.version + 1 };
    await ctx.db.updateTable('safety_checklist').set(set).where('id', '=', current.id).execute();
    ctx.audit({ objectId: current.id, objectNo: `${name} v${current.edition}`, after });
    return answer(ctx, { ...current, name, version: current.version + 1 }, WORDS.saved);
  }
  // Editing a published version creates the next version. With a new name, it creates version 1 of a new checklist.
  if (same.some(({ state }) => state === 'draft')) throw refuse(40903, { field: CHECKLIST_STATES.draft.text });
  const edition = (same[0]?.edition ?? 0) + 1;
  const row = { id: ctx.ids.next(), name, edition, state: 'draft' as const, version: 1 };
  await ctx.db
    .insertInto('safety_checklist')
    .values({ ...row, items, created_at: ctx.clock.now(), published_at: null, ...written(ctx) })
    .execute();
  ctx.audit({ objectId: row.id, objectNo: `${name} v${edition}`, after });
  return answer(ctx, row, WORDS.saved);
}

async function setState(ctx: ActorContext, row: ChecklistRow, state: 'published' | 'retired', message: Text) {
  const version = row.version + 1;
  const published = state === 'published' ? { published_at: ctx.clock.now() } : {};
  const set = { state, version, ...written(ctx), ...published };
  await ctx.db.updateTable('safety_checklist').set(set).where('id', '=', row.id).execute();
  ctx.audit({
    objectId: row.id,
    objectNo: `${row.name} v${row.edition}`,
    before: { state: row.state },
    after: { state },
  });
  return answer(ctx, { ...row, state, version }, message);
}

/**
 * Publishes a draft and disables the published version with the same name.
 *
 * @throws Refusal 40401 (unknown id), 40901 (changed meanwhile), 42201 (not a draft)
 */
export async function publishChecklist(ctx: ActorContext, { id, version }: In<'safety.Site/publishChecklist'>) {
  const row = await lock(ctx, id, version);
  if (row.state !== 'draft') throw refuse(42201, { state: CHECKLIST_STATES[row.state].text });
  await ctx.db
    .updateTable('safety_checklist')
    .set({ state: 'retired', version: sql`version + 1`, ...written(ctx) })
    .where('name', '=', row.name)
    .where('state', '=', 'published')
    .execute();
  return setState(ctx, row, 'published', WORDS.published);
}

/** Disables a checklist: sets it to `retired`. @throws Refusal 40401 (unknown id), 40901 (changed meanwhile), 42201 (not published) */
export async function retireChecklist(ctx: ActorContext, { id, version }: In<'safety.Site/retireChecklist'>) {
  const row = await lock(ctx, id, version);
  if (row.state !== 'published') throw refuse(42201, { state: CHECKLIST_STATES[row.state].text });
  return setState(ctx, row, 'retired', WORDS.retired);
}
