import type { DataOf } from '../../../contract/endpoint';
import { hourToReachEndpoints } from '../../../contract/hourToReach';
import { HOUR_SHOP, HOUR_STORE } from '../../../contract/hourToReach.fields';
import { HOUR } from '../../../contract/hourToReach.settings';
import { AUTHORISE_RULE, SHOP_STATE } from '../../../contract/hourToReach.states';
import { text } from '../../../contract/text';
import { type ActorContext, handlers } from '../../core/http/context';
import { conflict, refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { checkHourConfig, testDoudian } from '../../core/platforms/doudian/config';
import { refuseUpstream } from '../../core/platforms/refusals';
import { answerAt } from '../enquiry';
import { currentSetting, platformCalls } from '../setting';
import { assertTeamInScope, scopedTeamIds, teamNames } from '../team';
import { eventList, repeatEvent } from './events';
import { configuredPlatform, enabledSettings, GROUP, type HourSettings, platformFor } from './platform';
import { replay, replayMany, reportList } from './report-list';
import { accessTokenOf, type HourTools, keepTokens, renewShop, syncStores } from './shops';
import { allShops, bindStore, countUnbound, findShop, lockStore, type ShopRecord, shopPage, storePage } from './store';

const WORDS = {
  authorised: text('店铺“{name}”已授权', 'Shop {name} is authorised', 'Loja {name} autorizada', '店鋪「{name}」已授權'),
  renewed: text('授权已刷新', 'Authorisation renewed', 'Autorização renovada', '授權已重新整理'),
  synced: text(
    '已同步 {n} 家门店',
    '{n, plural, one {# store} other {# stores}} synced',
    '{n, plural, one {# unidade sincronizada} other {# unidades sincronizadas}}',
    '已同步 {n} 家門市',
  ),
  begun: text('正在与平台通信', 'Contacting the platform', 'Comunicando com a plataforma', '正在與平台通訊'),
  bound: text('门店已绑定', 'Store bound', 'Unidade vinculada', '門市已綁定'),
  unbound: text('门店已解绑', 'Store unbound', 'Unidade desvinculada', '門市已解除綁定'),
  binding: text('该门店的绑定', 'The binding of this store', 'O vínculo desta unidade', '該門市的綁定'),
  enabled: text('接收询价', 'Enquiries are answered', 'As consultas são respondidas', '接收詢價'),
  disabled: text(
    '未启用或已关闭接收询价',
    'Not enabled, or enquiries are switched off',
    'Não ativado, ou as consultas estão desligadas',
    '未啟用或已關閉接收詢價',
  ),
  station: text('绑定的站点', 'Bound station', 'Estação vinculada', '綁定的站點'),
  noStation: text('未绑定站点', 'No station is bound', 'Nenhuma estação vinculada', '未綁定站點'),
  answer: text('询价应答', 'Answer', 'Resposta', '詢價回覆'),
} as const;

/** Returns the context of a request as the tools for calls to the platform. */
const toolsOf = (ctx: ActorContext): HourTools => ctx;

function shopAnswer(ctx: ActorContext, shop: ShopRecord, message: string) {
  const { id, shopId: no, state, version } = shop;
  return { id, no, state, stateText: ctx.t(SHOP_STATE[state].text), version, message };
}

/* ---- settings ---- */

/** Converts the values to the format of `checkHourConfig`. */
const checkedValues = (values: HourSettings) => ({
  ...values,
  // Check only values that were entered: replace missing values by valid placeholders. Missing values set the state `incomplete`.
  ...{ appKey: values.appKey || '0', appSecret: '-', serviceId: values.serviceId || '0' },
  riderPhoneType: values.riderPhoneType === 'privacy' ? 1 : 0,
});

const settingHandlers = platformCalls('config.HourToReach', HOUR, {
  hourToReach: {
    check: (values, { locale }) => [...checkHourConfig(checkedValues(values), locale)],
    async test(ctx, settings) {
      const platform = await platformFor(ctx, settings);
      const shops = (await allShops(ctx.db)).map((shop) => ({
        shopId: shop.shopId,
        token: () => accessTokenOf(toolsOf(ctx), platform, shop),
      }));
      const checks = await testDoudian(platform.adapter, shops);
      return checks.map(({ name, ok, detail }) => ({ name: ctx.t(name), ok, detail }));
    },
  },
});

/* ---- shops ---- */

async function shopSummary(ctx: ActorContext) {
  const { values } = await currentSetting(ctx.db, GROUP);
  const { appType, environment, serviceId, appKey } = values;
  const simulated = environment === 'simulator';
  const hasUrl = appType === 'tool' && !simulated && serviceId !== '' && appKey !== '';
  return {
    appType,
    simulated,
    authoriseUrl: hasUrl ? (await configuredPlatform(ctx)).adapter.authoriseUrl(ctx.requestId) : null,
    mayAuthorise: ctx.can(AUTHORISE_RULE),
  };
}

/**
 * Authorises a shop. For an app of type `tool` in the simulator, the shop's number is also the authorisation code, because the simulator
 * has no service market that issues codes.
 */
async function authorise(ctx: ActorContext, { grant }: { readonly grant: string }) {
  const { values } = await currentSetting(ctx.db, GROUP);
  const shop = { shopId: Number(grant), code: values.appType === 'tool' ? grant : null };
  const { adapter } = await configuredPlatform(ctx, { shop });
  const issued = await adapter
    .createToken(values.appType === 'tool' ? { code: grant } : { shopId: grant })
    .catch(refuseUpstream);
  const kept = await keepTokens(ctx, issued.shopId || grant, issued);
  ctx.audit({ objectId: kept.id, objectNo: kept.shopId, after: { name: kept.name, expireAt: kept.expireAt } });
  return shopAnswer(ctx, kept, ctx.t(WORDS.authorised, { name: kept.name }));
}

/**
 * Schedules work for a shop. The work runs after the transaction of the endpoint has committed. Its outcome must be stored even if the
 * platform refuses the request.
 *
 * @throws Refusal 40401 (unknown id), 42330 (key or secret is missing)
 */
async function forShop(ctx: ActorContext, id: number, work: (tools: HourTools, shop: ShopRecord) => Promise<string>) {
  const shop = await findShop(ctx.db, id);
  if (!shop) throw refuse(40401);
  await configuredPlatform(ctx);
  ctx.audit({ objectId: id, objectNo: shop.shopId });
  ctx.followUp(async (db) => {
    const message = await work({ ...toolsOf(ctx), db }, shop).catch(refuseUpstream);
    return shopAnswer(ctx, (await findShop(db, id)) ?? shop, message);
  });
  return shopAnswer(ctx, shop, ctx.t(WORDS.begun));
}

/* ---- stores ---- */

type StoreRow = DataOf<(typeof hourToReachEndpoints)['config.HourToReach/getStores']>['list'][number];

async function storeAnswers(
  ctx: ActorContext,
  rows: Awaited<ReturnType<typeof storePage>>['list'],
): Promise<StoreRow[]> {
  const names = await teamNames(
    ctx.db,
    rows.flatMap(({ teamId }) => teamId ?? []),
  );
  const mayEdit = ctx.can(HOUR.edit);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...answerRow(ctx, HOUR_STORE, row, {
      teamName: row.teamId === null ? null : (names.get(row.teamId) ?? ''),
      isBound: row.teamId !== null,
    }),
    actions: mayEdit ? [row.teamId === null ? 'bindStore' : 'unbindStore', 'testEnquiry'] : [],
  }));
}

/**
 * Binds a store to a station or unbinds it.
 *
 * @throws Refusal 40302 (a station outside the data scope), 40401 (unknown id), 40901 (changed meanwhile), 40903 (already bound)
 */
async function bind(ctx: ActorContext, input: { id: number; version: number; teamId: number | null }) {
  const store = await lockStore(ctx.db, input.id);
  if (!store) throw refuse(40401);
  if (store.version !== input.version) throw conflict({ teamId: store.teamId, version: store.version }, null, null);
  for (const teamId of [store.teamId, input.teamId]) if (teamId !== null) await assertTeamInScope(ctx, teamId);
  if (store.teamId !== null && input.teamId !== null) throw refuse(40903, { field: WORDS.binding });
  await bindStore(ctx.db, store.id, { teamId: input.teamId, byName: ctx.actor.name });
  ctx.audit({
    objectId: store.id,
    objectNo: store.shopStoreId,
    before: { teamId: store.teamId },
    after: { teamId: input.teamId },
  });
  const said = ctx.t(input.teamId === null ? WORDS.unbound : WORDS.bound);
  const state = input.teamId === null ? 'unbound' : 'bound';
  return { id: store.id, no: store.shopStoreId, state, stateText: said, version: store.version + 1, message: said };
}

/**
 * Computes the answer that an enquiry for a store would get. The result also lists checks of the settings and of the binding to a station.
 *
 * @throws Refusal 40302 (a station outside the data scope), 40401 (unknown id)
 */
async function testEnquiry(
  ctx: ActorContext,
  { id, ...asked }: { id: number; distanceM: number; weightG: number; goodsFen: number },
) {
  const store = await lockStore(ctx.db, id);
  if (!store) throw refuse(40401);
  const { teamId, shopId } = store;
  if (teamId !== null) await assertTeamInScope(ctx, teamId);
  const settings = await enabledSettings(ctx);
  const isAnswering = settings?.values.enquiryEnabled === true;
  const station = teamId === null ? '' : ((await teamNames(ctx.db, [teamId])).get(teamId) ?? '');
  const { ok, detail } = await answerAt(ctx, { ...asked, shopId, teamId });
  const checks = [
    { name: ctx.t(WORDS.enabled), ok: isAnswering, detail: isAnswering ? '' : ctx.t(WORDS.disabled) },
    { name: ctx.t(WORDS.station), ok: teamId !== null, detail: station || ctx.t(WORDS.noStation) },
    { name: ctx.t(WORDS.answer), ok, detail },
  ];
  return { ok: checks.every((one) => one.ok), checks };
}

export const hourToReachHandlers = handlers(hourToReachEndpoints, {
  ...settingHandlers,
  'config.HourToReach/getShops': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const sort = { field: input.sortField ?? 'createdAt', order: input.sortOrder ?? 'desc' } as const;
      const { list, total } = await shopPage(ctx.db, input, sort, page);
      const actions = [
        ...(ctx.can(AUTHORISE_RULE) ? ['refreshToken'] : []),
        ...(ctx.can(HOUR.edit) ? ['syncStores'] : []),
      ];
      const rows = list.map(({ storeCount, boundCount, ...row }) => ({
        ...{ id: row.id, version: row.version, actions },
        ...answerRow(ctx, HOUR_SHOP, { ...row, storeCount, boundCount }, {}),
      }));
      return { list: rows, total, summary: await shopSummary(ctx) };
    }),
  'config.HourToReach/getStores': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const filter = { ...input, teamIds: await scopedTeamIds(ctx, input.teamIds) };
      const { list, total } = await storePage(ctx.db, filter, input.sortOrder ?? 'desc', page);
      const summary = {
        unbound: await countUnbound(ctx.db, filter),
        mayEdit: ctx.can(HOUR.edit),
      };
      return { list: await storeAnswers(ctx, list), total, summary };
    }),
  'config.HourToReach/getReports': reportList,
  'config.HourToReach/getEvents': eventList,
  'config.HourToReach/authorize': authorise,
  'config.HourToReach/refreshToken': (ctx, { id }) =>
    forShop(ctx, id, async (tools, shop) => {
      await renewShop(tools, await configuredPlatform(tools), shop);
      return ctx.t(WORDS.renewed);
    }),
  'config.HourToReach/syncStores': (ctx, { id }) =>
    forShop(ctx, id, async (tools, shop) => {
      const n = await syncStores(tools, await configuredPlatform(tools), shop);
      return ctx.t(WORDS.synced, { n });
    }),
  'config.HourToReach/bindStore': bind,
  'config.HourToReach/testEnquiry': testEnquiry,
  'config.HourToReach/replayReport': (ctx, { id }) => replay(ctx, id),
  'config.HourToReach/bulkReplayReports': (ctx, { ids }) => replayMany(ctx, ids),
  'config.HourToReach/repeatEvent': (ctx, { id }) => repeatEvent(ctx, id),
});
