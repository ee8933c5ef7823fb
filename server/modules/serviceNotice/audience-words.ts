import { riderCase } from '../../../contract/riderWork.states';
import type { NoticeAudience } from '../../../contract/serviceNotice.audience';
import {
  AUDIENCE_TEXT,
  EVERYONE_TEXT,
  MERCHANT_STATE_TEXT,
  NOTICE_PERSON_TEXT,
  type NoticePerson,
} from '../../../contract/serviceNotice.states';
import { type Text, text } from '../../../contract/text';
import { USER_LEVELS } from '../../../contract/user.states';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { yuan } from '../../core/money/amounts';
import { messageText } from '../../core/texts';
import { regionName } from '../region';
import { scopedTeamIds, teamNames } from '../team';

/** Descriptions of the audiences of tasks. */

type Conditions<K extends NoticeAudience['kind']> = Extract<NoticeAudience, { kind: K }>;

const WORDS = {
  levels: text('等级 {x}', 'Level {x}', 'Nível {x}', '等級 {x}'),
  tags: text('标签 {x}', 'Tag {x}', 'Etiqueta {x}', '標籤 {x}'),
  sources: text('来源 {x}', 'Source {x}', 'Origem {x}', '來源 {x}'),
  registered: text('注册 {x}', 'Registered {x}', 'Cadastro {x}', '註冊 {x}'),
  lastActive: text('最近活跃 {x}', 'Last active {x}', 'Último acesso {x}', '最近活躍 {x}'),
  lastOrder: text('最近下单 {x}', 'Last order {x}', 'Último pedido {x}', '最近下單 {x}'),
  orders: text('订单数 {x}', 'Orders {x}', 'Pedidos {x}', '訂單數 {x}'),
  paid: text('消费 {x} 元', 'Paid ¥{x}', 'Gasto ¥{x}', '消費 {x} 元'),
  balance: text('余额 {x} 元', 'Balance ¥{x}', 'Saldo ¥{x}', '餘額 {x} 元'),
  stations: text('站点 {x}', 'Station {x}', 'Estação {x}', '站點 {x}'),
  riderStates: text('骑手状态 {x}', 'Rider state {x}', 'Estado do entregador {x}', '騎手狀態 {x}'),
  riderTypes: text('骑手类型 {x}', 'Rider type {x}', 'Tipo de entregador {x}', '騎手類型 {x}'),
  healthStates: text('健康证 {x}', 'Health certificate {x}', 'Atestado de saúde {x}', '健康證 {x}'),
  healthValidTo: text(
    '健康证在 {x} 前到期',
    'Health certificate expires by {x}',
    'Atestado de saúde vence até {x}',
    '健康證在 {x} 前到期',
  ),
  merchantStates: text('商家状态 {x}', 'Merchant state {x}', 'Estado do comerciante {x}', '商家狀態 {x}'),
  regions: text('地区 {x}', 'Region {x}', 'Região {x}', '地區 {x}'),
  people: text('{who}：{x}', '{who}: {x}', '{who}: {x}', '{who}：{x}'),
  users: text('{n} 位指定用户', '{n} chosen users', '{n} usuários escolhidos', '{n} 位指定使用者'),
  others: WORD.xAndMore,
} as const;
/** Maximum number of values that a text lists by name. */
const NAMED = 3;

interface Described {
  readonly personType: NoticePerson;
  readonly audience: NoticeAudience;
}
/** Formatters for lists of names and of stations. A station that the caller may not see appears as its id. */
interface Names {
  listed(values: readonly string[]): string;
  stations(ids: readonly number[]): string;
}

/** Returns a function that describes audiences as text. Stations out of the caller's scope appear as their ids. */
export async function audienceWords(ctx: ActorContext, tasks: readonly Described[]) {
  const asked = tasks.flatMap(({ audience }) => ('teamIds' in audience ? (audience.teamIds ?? []) : []));
  const visible = await scopedTeamIds(ctx, undefined);
  const seen = visible === null ? asked : asked.filter((id) => visible.includes(id));
  const names = await teamNames(ctx.db, [...new Set(seen)]);
  const listed = (values: readonly string[]) => {
    const shown = values.slice(0, NAMED).join(ctx.locale.startsWith('zh') ? '、' : ', ');
    return values.length > NAMED ? ctx.t(WORDS.others, { x: shown, n: values.length }) : shown;
  };
  const stations = (ids: readonly number[]) => listed(ids.map((id) => names.get(id) ?? String(id)));
  return (task: Described): string => {
    const everyone = ctx.t(EVERYONE_TEXT[task.personType]);
    const x = wordsOf(ctx, task.audience, { listed, stations });
    if (x === '') return everyone;
    return task.personType === 'user' ? x : ctx.t(WORDS.people, { who: ctx.t(NOTICE_PERSON_TEXT[task.personType]), x });
  };
}

/** Describes an audience. @returns an empty text if everyone is included */
function wordsOf(ctx: ActorContext, audience: NoticeAudience, names: Names): string {
  switch (audience.kind) {
    case 'all':
      return '';
    case 'teams':
      return ctx.t(WORDS.stations, { x: names.stations(audience.teamIds) });
    case 'levels':
      return ctx.t(WORDS.levels, { x: names.listed(audience.levels) });
    case 'tags':
      return ctx.t(WORDS.tags, { x: names.listed(audience.tags) });
    case 'users':
      return ctx.t(WORDS.users, { n: audience.userIds.length });
    case 'conditions':
      return joined(ctx, userParts(audience, names));
    case 'riderConditions':
      return joined(ctx, riderParts(ctx, audience, names));
    case 'merchantConditions':
      return joined(ctx, merchantParts(ctx, audience, names));
    case 'list':
      return ctx.t(AUDIENCE_TEXT.list);
    default:
      return audience satisfies never;
  }
}

type Parts = readonly (readonly [Text, string | null])[];
function joined(ctx: ActorContext, parts: Parts): string {
  const said = parts.flatMap(([words, x]) => (x === null ? [] : [ctx.t(words, { x })]));
  return said.join(ctx.locale.startsWith('zh') ? '；' : '; ');
}

function rangeWords(from: string | undefined, to: string | undefined): string | null {
  if (from && to) return `${from}–${to}`;
  if (from) return `≥ ${from}`;
  return to ? `≤ ${to}` : null;
}

function userParts(asked: Conditions<'conditions'>, { listed, stations }: Names): Parts {
  const money = (fen: number | undefined) => (fen === undefined ? undefined : yuan(fen));
  const count = (n: number | undefined) => (n === undefined ? undefined : String(n));
  return [
    [WORDS.stations, asked.teamIds ? stations(asked.teamIds) : null],
    [WORDS.levels, asked.levels ? listed(USER_LEVELS.filter((level) => asked.levels?.includes(level))) : null],
    [WORDS.tags, asked.tags ? listed(asked.tags) : null],
    [WORDS.sources, asked.sources ? listed(asked.sources) : null],
    [WORDS.registered, rangeWords(asked.registeredFrom, asked.registeredTo)],
    [WORDS.lastActive, rangeWords(asked.lastActiveFrom, asked.lastActiveTo)],
    [WORDS.lastOrder, rangeWords(asked.lastOrderFrom, asked.lastOrderTo)],
    [WORDS.orders, rangeWords(count(asked.ordersMin), count(asked.ordersMax))],
    [WORDS.paid, rangeWords(money(asked.paidFenMin), money(asked.paidFenMax))],
    [WORDS.balance, rangeWords(money(asked.balanceFenMin), money(asked.balanceFenMax))],
  ];
}

function riderParts(ctx: ActorContext, asked: Conditions<'riderConditions'>, { listed, stations }: Names): Parts {
  const { teamIds, regions, riderStates, riderTypes, healthStates, healthValidTo } = asked;
  const texts = <V>(values: readonly V[] | undefined, of: (value: V) => Text) =>
    values ? listed(values.map((value) => ctx.t(of(value)))) : null;
  return [
    [WORDS.stations, teamIds ? stations(teamIds) : null],
    [WORDS.regions, regions ? listed(regions.map((code) => regionName(code) ?? code)) : null],
    [WORDS.riderStates, texts(riderStates, (state) => riderCase.states[state].text)],
    [WORDS.riderTypes, texts(riderTypes, (type) => messageText(`rider.riderType_${type}`))],
    [WORDS.healthStates, texts(healthStates, (state) => messageText(`rider.healthState_${state}`))],
    [WORDS.healthValidTo, healthValidTo ?? null],
  ];
}

function merchantParts(ctx: ActorContext, asked: Conditions<'merchantConditions'>, { listed, stations }: Names): Parts {
  const { teamIds, regions, merchantStates } = asked;
  return [
    [WORDS.stations, teamIds ? stations(teamIds) : null],
    [WORDS.regions, regions ? listed(regions.map((code) => regionName(code) ?? code)) : null],
    [
      WORDS.merchantStates,
      merchantStates ? listed(merchantStates.map((state) => ctx.t(MERCHANT_STATE_TEXT[state]))) : null,
    ],
  ];
}
