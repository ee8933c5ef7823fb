import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { informationEndpoints } from '../../../contract/information';
import { CATEGORY } from '../../../contract/information.fields';
import { CATEGORY_LIMITS } from '../../../contract/information.states';
import { RULE } from '../../../contract/rule-ids';
import { LOCALES, type Locale, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertWhole } from '../../core/access/whole-scope';
import { holdLock } from '../../core/database/locks';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { conflictBy } from '../account';
import { usableFiles } from '../file';
import { readSetting } from '../site';
import {
  articleCounts,
  type CategoryRecord,
  categoryNames,
  categoryTree,
  changeCategory,
  findCategory,
  insertCategory,
  isCategoryCodeTaken,
  isCategoryUsed,
  lockCategory,
} from './category-store';
import { pictureSrc } from './pictures';
import { inLanguage } from './texts';

/** Categories of articles. They are common to all stations, so changing them requires the data scope of all stations. */

type In<A extends keyof typeof informationEndpoints> = ParsedOf<(typeof informationEndpoints)[A]>;

const WORDS = {
  saved: text('分类“{name}”已保存', 'Category {name} saved', 'Categoria {name} salva', '分類「{name}」已儲存'),
  removed: text('分类“{name}”已删除', 'Category {name} deleted', 'Categoria {name} excluída', '分類「{name}」已刪除'),
  active: WORD.enabledFeminine,
  levels: text(
    '分类最多两级',
    'Categories have at most two levels',
    'As categorias têm no máximo dois níveis',
    '分類最多兩級',
  ),
  foreignFile: WORD.uploadItAgain,
} as const;

const formOf = ({ name, code, parentId, iconId, sort, visible }: CategoryRecord) => ({
  name: { ...name },
  code,
  parentId,
  iconId,
  sort,
  visible,
});

const plain = ({ name: _name, ...rest }: CategoryRecord) => rest;

const iconUrl = (ctx: ActorContext, { iconId }: CategoryRecord) =>
  iconId === null ? null : pictureSrc(ctx.ports.secrets, iconId);

export function categoryList(ctx: ActorContext, input: In<'information.Category/getList'>) {
  return paged(ctx, input, async ({ offset, limit }) => {
    const { defaultLocale } = await readSetting(ctx.db, 'locale');
    const rows = await categoryTree(ctx.db, { name: input.name, code: input.code, visible: input.visible });
    const [names, counts] = [await categoryNames(ctx.db, ctx.locale, defaultLocale), await articleCounts(ctx.db)];
    const isAll = ctx.actor.scope.kind === 'all';
    const list = rows.slice(offset, offset + limit).map((row) => ({
      ...answerRow(ctx, CATEGORY, plain(row), {
        name: inLanguage(row.name, ctx.locale, defaultLocale),
        parentName: row.parentId === null ? null : (names.get(row.parentId) ?? ''),
        articles: counts.get(row.id) ?? 0,
      }),
      id: row.id,
      version: row.version,
      level: row.parentId === null ? 0 : 1,
      iconUrl: iconUrl(ctx, row),
      actions: [
        ...(isAll && ctx.can(RULE['information.edit']) ? ['edit'] : []),
        ...(isAll && ctx.can(RULE['information.delete']) ? ['remove'] : []),
      ],
    }));
    return { list, total: rows.length, summary: {} };
  });
}

/**
 * Returns the data of the category form: the category, if an id is given, and the possible parent categories.
 *
 * @throws Refusal 40401 (unknown id)
 */
export async function categoryForm(ctx: ActorContext, { id }: In<'information.Category/getForm'>) {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const nameOf = ({ name }: CategoryRecord) => inLanguage(name, ctx.locale, defaultLocale);
  const rows = await categoryTree(ctx.db);
  const row = rows.find((other) => other.id === id);
  if (id !== undefined && !row) throw refuse(40401);
  return {
    category: row
      ? { id: row.id, version: row.version, name: nameOf(row), iconUrl: iconUrl(ctx, row), form: formOf(row) }
      : null,
    parents: rows
      .filter((other) => other.parentId === null && other.id !== id)
      .map((other) => ({ value: other.id, label: nameOf(other) })),
  };
}

async function formErrors(
  ctx: ActorContext,
  form: Omit<In<'information.Category/save'>, 'id' | 'version'>,
  before: CategoryRecord | undefined,
  defaultLocale: Locale,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const { min } = CATEGORY_LIMITS.name;
  for (const locale of LOCALES) {
    const length = [...form.name[locale]].length;
    const field = `name.${locale}`;
    if (length === 0 && locale === defaultLocale) {
      errors.push({ field, rule: 'required', message: fieldMessage('required', ctx.locale) });
    } else if (length > 0 && length < min) {
      errors.push({ field, rule: 'minLength', message: fieldMessage('minLength', ctx.locale, { min }) });
    }
  }
  if (form.parentId !== null) {
    const parent = await findCategory(ctx.db, form.parentId);
    const isDeep = parent?.parentId !== null || parent.id === before?.id;
    const holdsOthers = before !== undefined && (await categoryTree(ctx.db)).some((row) => row.parentId === before.id);
    if (isDeep || holdsOthers) errors.push({ field: 'parentId', rule: 'choice', message: ctx.t(WORDS.levels) });
  }
  if (form.iconId !== null && form.iconId !== before?.iconId) {
    const usable = await usableFiles(ctx, { scene: 'categoryIcon', ids: [form.iconId] });
    if (!usable.has(form.iconId)) {
      errors.push({ field: 'iconId', rule: 'requiredUpload', message: ctx.t(WORDS.foreignFile) });
    }
  }
  return errors;
}

/**
 * Finds and locks a category that the caller may change.
 *
 * @throws Refusal 40302 (the data scope is limited), 40401 (unknown id), 40901 (changed meanwhile)
 */
async function writableCategory(ctx: ActorContext, { id, version }: { readonly id: number; readonly version: number }) {
  assertWhole(ctx);
  const record = await lockCategory(ctx.db, id);
  if (!record) throw refuse(40401);
  if (record.version !== version)
    throw await conflictBy(ctx, formOf(record), { by: record.updatedBy, at: record.updatedAt });
  return record;
}

/** Saves a category. @throws Refusal 40001 (invalid values), 40903 (the code is already used), and the codes of {@link writableCategory} */
export async function saveCategory(ctx: ActorContext, { id, version, ...form }: In<'information.Category/save'>) {
  assertWhole(ctx);
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  await holdLock(ctx.db, 'information');
  const before = id === undefined ? undefined : await writableCategory(ctx, { id, version });
  const errors = await formErrors(ctx, form, before, defaultLocale);
  if (errors.length > 0) throw invalid(errors);
  if (await isCategoryCodeTaken(ctx.db, form.code, before?.id ?? 0)) {
    throw refuse(40903, {}, { errors: [{ field: 'code', rule: 'unique' }] });
  }
  const saved = before?.id ?? ctx.ids.next();
  const at = ctx.clock.now();
  const row = {
    name: JSON.stringify(form.name),
    code: form.code,
    parent_id: form.parentId,
    icon_id: form.iconId,
    sort: form.sort,
    visible: form.visible,
    updated_at: at,
    updated_by: ctx.actor.accountId,
  };
  if (before) await changeCategory(ctx.db, before, row);
  else await insertCategory(ctx.db, { ...row, id: saved, created_at: at });
  ctx.audit({ objectId: saved, objectNo: form.code, ...(before && { before: formOf(before) }), after: form });
  return answer(
    ctx,
    { id: saved, name: form.name, code: form.code },
    (before?.version ?? 0) + 1,
    'saved',
    defaultLocale,
  );
}

/** Deletes a category. @throws Refusal 42351 (the category is in use), and the codes of {@link writableCategory} */
export async function removeCategory(ctx: ActorContext, input: In<'information.Category/remove'>) {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  await holdLock(ctx.db, 'information');
  const record = await writableCategory(ctx, input);
  if (await isCategoryUsed(ctx.db, record.id)) throw refuse(42351);
  const at = ctx.clock.now();
  await changeCategory(ctx.db, record, { deleted_at: at, updated_at: at, updated_by: ctx.actor.accountId });
  ctx.audit({ objectId: record.id, objectNo: record.code, before: formOf(record) });
  return answer(ctx, record, record.version + 1, 'removed', defaultLocale);
}

const answer = (
  ctx: ActorContext,
  { id, name, code }: Pick<CategoryRecord, 'id' | 'name' | 'code'>,
  version: number,
  words: 'saved' | 'removed',
  defaultLocale: Locale,
) => ({
  id,
  no: code,
  state: 'active',
  stateText: ctx.t(WORDS.active),
  version,
  message: ctx.t(WORDS[words], { name: inLanguage(name, ctx.locale, defaultLocale) }),
});

/** Lists the categories as options for a form field. */
export async function categoryOptions(db: ActorContext['db'], locale: Locale): Promise<{ id: number; name: string }[]> {
  const { defaultLocale } = await readSetting(db, 'locale');
  return [...(await categoryNames(db, locale, defaultLocale))].map(([id, name]) => ({ id, name }));
}
