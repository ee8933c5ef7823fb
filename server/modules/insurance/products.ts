import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DataOf, FieldError, ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { PRODUCT_LIST } from '../../../contract/insure.fields';
import { INSURE_SUM_KEYS, type InsureSums, PRODUCT_STATES } from '../../../contract/insure.states';
import { RULE } from '../../../contract/rule-ids';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertWhole } from '../../core/access/whole-scope';
import { containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { conditions, inOrder, readPage, selection, withConditions } from '../../core/list/query';
import { scopedTeamNames } from '../team';
import { knowAgreement, secretPlace } from './insurer';
import { findProduct, insurerNameOf, insurerOf, type ProductRow } from './store';

/** Insurance products (保险方案). A policy stores the terms that its product had when the policy was created. */

type In<A extends keyof typeof insureEndpoints> = ParsedOf<(typeof insureEndpoints)[A]>;
type Row = DataOf<(typeof insureEndpoints)['safety.Insure/getProducts']>['list'][number];

const WORDS = {
  saved: text('方案“{name}”已保存', 'Product {name} saved', 'Produto {name} salvo', '方案「{name}」已儲存'),
  on: text('方案“{name}”已启用', 'Product {name} enabled', 'Produto {name} ativado', '方案「{name}」已啟用'),
  off: text('方案“{name}”已停用', 'Product {name} disabled', 'Produto {name} desativado', '方案「{name}」已停用'),
  all: WORD.allStations,
  some: text(
    '{n} 个站点',
    '{n, plural, one {# station} other {# stations}}',
    '{n, plural, one {# estação} other {# estações}}',
    '{n} 個站點',
  ),
  day: text(
    '首单至次日 {time}',
    'First order to {time} next day',
    'Do primeiro pedido às {time} do dia seguinte',
    '首單至次日 {time}',
  ),
  month: text(
    '首单至次月 1 日 {time}',
    'First order to {time} on the 1st of next month',
    'Do primeiro pedido às {time} do dia 1º',
    '首單至次月 1 日 {time}',
  ),
  planTaken: WORD.planCode,
  platformOnly: text(
    '职业伤害保障由平台支付',
    'The platform pays for occupational injury cover',
    'A plataforma paga o seguro de acidente de trabalho',
    '職業傷害保障由平台支付',
  ),
  orderOnly: text(
    '职业伤害保障按单计费',
    'Occupational injury cover is charged per order',
    'O seguro de acidente de trabalho é cobrado por pedido',
    '職業傷害保障按單計費',
  ),
  secretNeeded: text(
    '接口投保需要密钥',
    'The interface needs a secret',
    'A interface exige um segredo',
    '介面投保需要金鑰',
  ),
  agreementNeeded: text('请填写协议号', 'Enter the agreement number', 'Informe o número do acordo', '請填寫協議號'),
} as const;

const COLUMNS = {
  id: 'insure_product.id',
  version: 'insure_product.version',
  name: 'insure_product.name',
  insurerName: 'insurer.name',
  kind: 'insure_product.kind',
  planCode: 'insure_product.plan_code',
  premiumFen: 'insure_product.premium_fen',
  premiumUnit: 'insure_product.premium_unit',
  payer: 'insure_product.payer',
  sums: 'insure_product.sums',
  teamIds: 'insure_product.team_ids',
  apiMode: 'insure_product.api_mode',
  agreementNo: 'insure_product.agreement_no',
  coverEnd: 'insure_product.cover_end',
  minAge: 'insure_product.min_age',
  maxAge: 'insure_product.max_age',
  isOn: 'insure_product.is_on',
  updatedAt: 'insure_product.updated_at',
  updatedByName: 'insure_product.updated_by_name',
} as const;
const conditionsOf = conditions(PRODUCT_LIST, COLUMNS);
const listed = (db: Kysely<Database>) =>
  db.selectFrom('insure_product').innerJoin('insurer', 'insurer.id', 'insure_product.insurer_id');

export const sumOf = (sums: InsureSums): number => INSURE_SUM_KEYS.reduce((fen, key) => fen + sums[key], 0);
const two = (value: number) => String(value).padStart(2, '0');
const clockText = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
/** Checks whether the caller may edit products. They belong to the whole platform, so this requires the data scope of all stations. */
const mayEdit = (ctx: ActorContext): boolean => ctx.can(RULE['safety.insure.edit']) && ctx.actor.scope.kind === 'all';

const actionsOf = (ctx: ActorContext, isOn: boolean): string[] =>
  mayEdit(ctx) ? ['editProduct', isOn ? 'switchOff' : 'switchOn'] : [];
const teamText = (ctx: ActorContext, teamIds: readonly number[]): string =>
  teamIds.length === 0 ? ctx.t(WORDS.all) : ctx.t(WORDS.some, { n: teamIds.length });
const coverText = (ctx: ActorContext, unit: ProductRow['premium_unit'], coverEnd: number): string =>
  ctx.t(unit === 'month' ? WORDS.month : WORDS.day, { time: clockText(coverEnd) });

export function productList(ctx: ActorContext, input: In<'safety.Insure/getProducts'>) {
  return paged(ctx, input, async (page) => {
    const found = conditionsOf(input, {
      keyword: (words) =>
        sql<SqlBool>`(insure_product.name ilike ${containing(words)} or insurer.name ilike ${containing(words)}
          or insure_product.plan_code ilike ${containing(words)})`,
      state: (states) =>
        states.length === 1 ? sql<SqlBool>`insure_product.is_on = ${states[0] === 'on'}` : sql<SqlBool>`true`,
    });
    const query = withConditions(listed(ctx.db), found).select(selection(COLUMNS));
    const { list, total } = await readPage(
      ctx.db,
      inOrder(query, COLUMNS, ['updatedAt', 'id'], input.sortOrder ?? 'desc'),
      page,
    );
    const rows = list.map(({ sums, teamIds, isOn, coverEnd, minAge, maxAge, ...record }): Row => {
      const state = isOn ? ('on' as const) : ('off' as const);
      return {
        id: record.id,
        version: record.version,
        ...answerRow(
          ctx,
          PRODUCT_LIST,
          { ...record, state },
          {
            sumFen: sumOf(sums),
            teamText: teamText(ctx, teamIds),
            coverText: coverText(ctx, record.premiumUnit, coverEnd),
            ageText: `${minAge}–${maxAge}`,
          },
        ),
        actions: actionsOf(ctx, isOn),
      } as Row;
    });
    return { list: rows, total, summary: {} };
  });
}

const valuesOf = (row: ProductRow, insurer: string) => ({
  name: row.name,
  insurer,
  kind: row.kind,
  planCode: row.plan_code,
  agreementNo: row.agreement_no,
  premiumFen: row.premium_fen,
  premiumUnit: row.premium_unit,
  payer: row.payer,
  coverEnd: row.cover_end,
  sums: row.sums,
  minAge: row.min_age,
  maxAge: row.max_age,
  teamIds: [...row.team_ids],
  apiMode: row.api_mode,
});

/** Reads a product for its drawer and its form, with those of its stations that the caller may see. @throws Refusal 40401 (unknown id) */
export async function productForm(ctx: ActorContext, { id }: In<'safety.Insure/getProduct'>) {
  const row = await findProduct(ctx.db, id);
  if (!row) throw refuse(40401);
  const names = await scopedTeamNames(ctx, row.team_ids);
  return {
    ...valuesOf(row, await insurerNameOf(ctx.db, row.insurer_id)),
    teamIds: row.team_ids.filter((teamId) => names.has(teamId)),
    id,
    version: row.version,
    hasSecret: row.api_secret !== null,
    stateText: ctx.t(PRODUCT_STATES[row.is_on ? 'on' : 'off'].text),
    teamNames: row.team_ids.flatMap((teamId) => names.get(teamId) ?? []),
    teamText: teamText(ctx, row.team_ids),
    coverText: coverText(ctx, row.premium_unit, row.cover_end),
    actions: actionsOf(ctx, row.is_on),
  };
}

/** Finds fields that contradict other fields, and required fields that are missing. */
function faultsOf(ctx: ActorContext, input: In<'safety.Insure/saveProduct'>, hasSecret: boolean): FieldError[] {
  const fault = (field: string, message: Text): FieldError => ({ field, rule: 'choice', message: ctx.t(message) });
  const isOccupational = input.kind === 'occupational';
  return [
    ...(isOccupational && input.payer !== 'platform' ? [fault('payer', WORDS.platformOnly)] : []),
    ...(isOccupational && input.premiumUnit !== 'order' ? [fault('premiumUnit', WORDS.orderOnly)] : []),
    ...(input.apiMode === 'api' && input.apiSecret === undefined && !hasSecret
      ? [fault('apiSecret', WORDS.secretNeeded)]
      : []),
    ...(input.agreementNo === '' ? [fault('agreementNo', WORDS.agreementNeeded)] : []),
  ];
}

/**
 * Saves a product.
 *
 * @throws Refusal 40001 (invalid fields), 40301 (no permission), 40302 (the data scope is limited), 40401 (unknown id), 40901 (changed
 *   meanwhile), 40903 (another product of the insurer has this plan code)
 */
export async function saveProduct(ctx: ActorContext, input: In<'safety.Insure/saveProduct'>) {
  assertWhole(ctx);
  if (!ctx.can(RULE[input.id === undefined ? 'safety.insure.create' : 'safety.insure.edit'])) throw refuse(40301);
  const known = input.id === undefined ? null : await lockProduct(ctx, input.id);
  const before = known && valuesOf(known, await insurerNameOf(ctx.db, known.insurer_id));
  if (known && known.version !== input.version)
    throw conflict({ ...before, version: known.version }, null, known.updated_at);
  const faults = faultsOf(ctx, input, known?.api_secret != null);
  if (faults.length > 0) throw invalid(faults);
  const insurerId = await insurerOf(ctx, input.insurer);
  const taken = ctx.db
    .selectFrom('insure_product')
    .select('id')
    .where('insurer_id', '=', insurerId)
    .where('plan_code', '=', input.planCode)
    .where('id', '<>', input.id ?? 0);
  if (await taken.executeTakeFirst()) throw refuse(40903, { field: WORDS.planTaken });
  const id = known?.id ?? ctx.ids.next();
  await writeProduct(ctx, known, { ...input, id, insurerId });
  const { apiSecret, id: _id, version: _version, ...after } = input;
  ctx.audit({
    objectId: id,
    objectNo: input.name,
    ...(before && { before }),
    after: { ...after, ...(apiSecret && { apiSecret }) },
  });
  return answer(
    ctx,
    { id, name: input.name, isOn: known?.is_on ?? true, version: (known?.version ?? 0) + 1 },
    WORDS.saved,
  );
}

const answer = (
  ctx: ActorContext,
  {
    id,
    name,
    isOn,
    version,
  }: { readonly id: number; readonly name: string; readonly isOn: boolean; readonly version: number },
  words: Text,
) => {
  const state = isOn ? 'on' : 'off';
  return {
    id,
    no: name,
    state,
    stateText: ctx.t(PRODUCT_STATES[state].text),
    version,
    message: ctx.t(words, { name }),
  };
};

async function lockProduct({ db }: Pick<ActorContext, 'db'>, id: number): Promise<ProductRow> {
  const row = await db.selectFrom('insure_product').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw refuse(40401);
  return row;
}

async function writeProduct(
  ctx: ActorContext,
  known: ProductRow | null,
  input: Omit<In<'safety.Insure/saveProduct'>, 'id'> & { readonly id: number; readonly insurerId: number },
): Promise<void> {
  const now = ctx.clock.now();
  const values = {
    ...{ updated_at: now, updated_by_name: ctx.actor.name, name: input.name, insurer_id: input.insurerId },
    ...{ kind: input.kind, plan_code: input.planCode, agreement_no: input.agreementNo },
    ...{ premium_fen: input.premiumFen, premium_unit: input.premiumUnit, payer: input.payer },
    ...{ cover_end: input.coverEnd, sums: JSON.stringify(input.sums), min_age: input.minAge, max_age: input.maxAge },
    ...{ team_ids: JSON.stringify([...new Set(input.teamIds)]), api_mode: input.apiMode },
    ...(input.apiSecret !== undefined && {
      api_secret: ctx.ports.secrets.seal(input.apiSecret, secretPlace(input.id)),
    }),
  };
  if (known) {
    await ctx.db
      .updateTable('insure_product')
      .set({ ...values, version: known.version + 1 })
      .where('id', '=', known.id)
      .execute();
  } else {
    const made = { api_secret: null, ...values, id: input.id, created_at: now, is_on: true };
    await ctx.db.insertInto('insure_product').values(made).execute();
  }
  if (input.apiSecret !== undefined) await knowAgreement(ctx.ports, input.agreementNo, input.apiSecret);
}

/**
 * Enables or disables a product.
 *
 * @throws Refusal 40302 (the data scope is limited), 40401 (unknown id), 40901 (changed meanwhile), 42201 (it already has this state)
 */
export async function switchProduct(ctx: ActorContext, { id, version, on }: In<'safety.Insure/switchProduct'>) {
  assertWhole(ctx);
  const row = await lockProduct(ctx, id);
  if (row.version !== version) throw conflict({ version: row.version }, null, row.updated_at);
  if (row.is_on === on) throw refuse(42201, { state: PRODUCT_STATES[on ? 'on' : 'off'].text });
  await ctx.db
    .updateTable('insure_product')
    .set({ is_on: on, version: version + 1, updated_at: ctx.clock.now(), updated_by_name: ctx.actor.name })
    .where('id', '=', id)
    .execute();
  ctx.audit({ objectId: id, objectNo: row.name, before: { on: row.is_on }, after: { on } });
  return answer(ctx, { id, name: row.name, isOn: on, version: version + 1 }, on ? WORDS.on : WORDS.off);
}
