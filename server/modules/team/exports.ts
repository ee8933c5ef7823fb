import type { ParsedOf } from '../../../contract/endpoint';
import { writeGeoJson } from '../../../contract/geojson';
import type { teamEndpoints } from '../../../contract/team';
import { TEAM_FIELDS, TEAM_TYPE_TEXT } from '../../../contract/team.fields';
import type { TeamRow } from '../../../contract/team.schema';
import { TEAM_WAIT_TEXT, teamLifecycle } from '../../../contract/team.states';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { maskTel } from '../../core/access/mask';
import {
  daysText,
  type ExportColumn,
  type ExportWish,
  exportSource,
  joinNonEmpty,
  type RowReader,
} from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { franchisees } from '../reference';
import { regionName } from '../region';
import { joined, present, rowAnswers } from './answers';
import {
  type ExportedArea,
  exportAreas,
  exportSwitches,
  exportTeamCount,
  exportTeamFacts,
  exportTeamIds,
  type TeamFacts,
} from './export-store';
import { filterOf } from './filter';
import { stationFilterText } from './filterSummary';
import { hoursOf } from './list-store';
import { switchName, switchPosition } from './switch-text';

/**
 * This module defines the exports of stations (DOMAIN §3.3 "Export", §3.14). One export contains the list columns and more data of a
 * station, such as fee rules, hours and switches. Another contains the areas as GeoJSON.
 */

type Input = ParsedOf<(typeof teamEndpoints)['team.Team/getList']>;
interface Row {
  readonly id: number;
  readonly team: TeamRow;
  readonly facts: TeamFacts | undefined;
  readonly area: ExportedArea | undefined;
  readonly areaMode: string | null;
  readonly settlement: string | null;
  readonly hours: string;
  readonly switches: string;
}

const WORDS = {
  keyword: WORD.keyword,
  region: WORD.region,
  hourToReach: WORD.hourToReach,
  waitsFor: WORD.waitsFor,
  yes: WORD.yes,
  no: WORD.no,
  closed: WORD.closedForTheDay,
  week: text(
    '周日,周一,周二,周三,周四,周五,周六',
    'Sun,Mon,Tue,Wed,Thu,Fri,Sat',
    'Dom,Seg,Ter,Qua,Qui,Sex,Sáb',
    '週日,週一,週二,週三,週四,週五,週六',
  ),
} as const;
const COLUMN = {
  status: WORD.state,
  statusReason: WORD.stateReason,
  resumeAt: WORD.resumeTime,
  businessState: text('营业状态', 'Business state', 'Estado de operação', '營業狀態'),
  region: WORD.region,
  ordersToday: WORD.ordersToday,
  gmv30d: text('近 30 天交易额（元）', 'GMV 30 days (yuan)', 'GMV em 30 dias (yuan)', '近 30 天交易額（元）'),
  ridersOnline: WORD.ridersOnline,
  ridersTotal: text('骑手总数', 'Riders', 'Entregadores', '騎手總數'),
  openedAt: WORD.openedOn,
  updatedAt: WORD.updatedAtFeminine,
  createdAt: WORD.createdAtFeminine,
  switches: text('运营开关', 'Switches', 'Controles', '營運開關'),
  lng: text('经度', 'Longitude', 'Longitude', '經度'),
  lat: text('纬度', 'Latitude', 'Latitude', '緯度'),
  areaKm2: text('面积（平方公里）', 'Area (km²)', 'Área (km²)', '面積（平方公里）'),
  areaSince: WORD.inForceSince,
  geoJson: text(
    '服务区域（GeoJSON）',
    'Service area (GeoJSON)',
    'Área de atendimento (GeoJSON)',
    '服務區域（GeoJSON）',
  ),
  promiseMin: text('承诺送达（分钟）', 'Promised minutes', 'Prazo prometido (min)', '承諾送達（分鐘）'),
  maxDistance: text('最大配送距离（米）', 'Maximum distance (m)', 'Distância máxima (m)', '最大配送距離（公尺）'),
  maxWeight: text('最大配送重量（克）', 'Maximum weight (g)', 'Peso máximo (g)', '最大配送重量（克）'),
} as const;
const MODES: Readonly<Record<'balance' | 'deposit', Text>> = {
  balance: WORD.fromTheBalance,
  deposit: WORD.fromTheReserve,
};
const AREA_MODES: Readonly<Record<ExportedArea['mode'], Text>> = {
  hexagon: WORD.hexagon,
  polygon: WORD.polygon,
  circle: WORD.circle,
  district: WORD.administrativeDistrict,
};

const maskOrNull = (tel: string | null | undefined) => (tel ? maskTel(tel) : null);
const dateOrNull = (at: string | null) => (at === null ? null : new Date(at));
const geoJson = (area: ExportedArea | undefined) => (area?.polygon[0] ? writeGeoJson(area.polygon) : null);

const IDENTITY: readonly ExportColumn<Row>[] = [
  { key: 'name', text: TEAM_FIELDS.name, value: ({ team }) => team.name },
  { key: 'code', text: TEAM_FIELDS.code, value: ({ team }) => team.code },
  { key: 'status', text: COLUMN.status, value: ({ team }) => team.statusText },
];

const COLUMNS: readonly ExportColumn<Row>[] = [
  ...IDENTITY,
  { key: 'statusReason', text: COLUMN.statusReason, extra: true, value: ({ team }) => team.statusReason },
  {
    key: 'resumeAt',
    text: COLUMN.resumeAt,
    kind: 'moment',
    extra: true,
    value: ({ team }) => dateOrNull(team.resumeAt),
  },
  { key: 'businessState', text: COLUMN.businessState, value: ({ team }) => team.businessStateText },
  { key: 'region', text: COLUMN.region, value: ({ team }) => team.regionText },
  { key: 'ordersToday', text: COLUMN.ordersToday, kind: 'number', value: ({ team }) => team.ordersToday },
  { key: 'gmv30dFen', text: COLUMN.gmv30d, kind: 'fen', amount: true, value: ({ team }) => team.gmv30dFen },
  { key: 'ridersOnline', text: COLUMN.ridersOnline, kind: 'number', value: ({ team }) => team.ridersOnline },
  { key: 'ridersTotal', text: COLUMN.ridersTotal, kind: 'number', value: ({ team }) => team.ridersTotal },
  { key: 'type', text: TEAM_FIELDS.teamType, value: ({ team }) => team.teamTypeText },
  { key: 'franchisee', text: TEAM_FIELDS.franchiseeId, value: ({ team }) => team.franchiseeName },
  { key: 'contact', text: TEAM_FIELDS.contactName, value: ({ team }) => team.contactName },
  {
    key: 'contactTel',
    text: TEAM_FIELDS.contactTel,
    masked: 'phone',
    value: ({ team }) => team.contactTel,
    plain: ({ facts }) => facts?.contactTel ?? null,
  },
  {
    key: 'emergencyTel',
    text: TEAM_FIELDS.emergencyTel,
    masked: 'phone',
    extra: true,
    value: ({ facts }) => maskOrNull(facts?.emergencyTel),
    plain: ({ facts }) => facts?.emergencyTel ?? null,
  },
  { key: 'email', text: TEAM_FIELDS.email, extra: true, value: ({ facts }) => facts?.email ?? null },
  { key: 'address', text: TEAM_FIELDS.address, extra: true, value: ({ facts }) => facts?.address ?? null },
  {
    key: 'addressDetail',
    text: TEAM_FIELDS.addressDetail,
    extra: true,
    value: ({ facts }) => facts?.addressDetail ?? null,
  },
  { key: 'legalName', text: TEAM_FIELDS.legalName, extra: true, value: ({ facts }) => facts?.legalName ?? null },
  { key: 'licenceNo', text: TEAM_FIELDS.licenceNo, extra: true, value: ({ facts }) => facts?.licenceNo ?? null },
  { key: 'feePlan', text: TEAM_FIELDS.feePlanId, value: ({ team }) => team.feePlanName },
  {
    key: 'settlementMode',
    text: TEAM_FIELDS.settlementMode,
    value: ({ settlement }) => settlement,
  },
  { key: 'settleCycle', text: TEAM_FIELDS.settleCycle, value: ({ facts }) => facts?.settleCycle ?? null },
  {
    key: 'platformRateBp',
    text: TEAM_FIELDS.platformRateBp,
    kind: 'bp',
    value: ({ facts }) => facts?.platformRateBp ?? null,
  },
  {
    key: 'platformFixedFen',
    text: TEAM_FIELDS.platformFixedFen,
    kind: 'fen',
    value: ({ facts }) => facts?.platformFixedFen ?? null,
  },
  {
    key: 'riderShareBp',
    text: TEAM_FIELDS.riderShareBp,
    kind: 'bp',
    value: ({ facts }) => facts?.riderShareBp ?? null,
  },
  { key: 'depositFen', text: TEAM_FIELDS.depositFen, kind: 'fen', value: ({ facts }) => facts?.depositFen ?? null },
  {
    key: 'depositWarnFen',
    text: TEAM_FIELDS.depositWarnFen,
    kind: 'fen',
    extra: true,
    value: ({ facts }) => facts?.depositWarnFen ?? null,
  },
  {
    key: 'creditLimitFen',
    text: TEAM_FIELDS.creditLimitFen,
    kind: 'fen',
    extra: true,
    value: ({ facts }) => facts?.creditLimitFen ?? null,
  },
  { key: 'weekHours', text: TEAM_FIELDS.weekHours, value: ({ hours }) => hours },
  { key: 'switches', text: COLUMN.switches, value: ({ switches }) => switches },
  {
    key: 'promiseMin',
    text: COLUMN.promiseMin,
    kind: 'number',
    extra: true,
    value: ({ facts }) => facts?.promiseMin ?? null,
  },
  {
    key: 'maxDistanceM',
    text: COLUMN.maxDistance,
    kind: 'number',
    extra: true,
    value: ({ facts }) => facts?.maxDistanceM ?? null,
  },
  {
    key: 'maxWeightG',
    text: COLUMN.maxWeight,
    kind: 'number',
    extra: true,
    value: ({ facts }) => facts?.maxWeightG ?? null,
  },
  { key: 'lng', text: COLUMN.lng, kind: 'number', extra: true, value: ({ facts }) => facts?.lng ?? null },
  { key: 'lat', text: COLUMN.lat, kind: 'number', extra: true, value: ({ facts }) => facts?.lat ?? null },
  { key: 'polygon', text: COLUMN.geoJson, value: ({ area }) => geoJson(area) },
  { key: 'openedAt', text: COLUMN.openedAt, kind: 'day', value: ({ team }) => dateOrNull(team.openedAt) },
  { key: 'createdAt', text: COLUMN.createdAt, kind: 'moment', value: ({ facts }) => facts?.createdAt ?? null },
  { key: 'updatedAt', text: COLUMN.updatedAt, kind: 'moment', value: ({ team }) => dateOrNull(team.updatedAt) },
];
const AREA_COLUMNS: readonly ExportColumn<Row>[] = [
  ...IDENTITY,
  { key: 'region', text: COLUMN.region, value: ({ team }) => team.regionText },
  { key: 'areaMode', text: TEAM_FIELDS.areaMode, value: ({ areaMode }) => areaMode },
  { key: 'areaKm2', text: COLUMN.areaKm2, kind: 'number', value: ({ area }) => area?.areaKm2 ?? null },
  { key: 'areaSince', text: COLUMN.areaSince, kind: 'moment', value: ({ area }) => area?.effectiveFrom ?? null },
  { key: 'lng', text: COLUMN.lng, kind: 'number', value: ({ facts }) => facts?.lng ?? null },
  { key: 'lat', text: COLUMN.lat, kind: 'number', value: ({ facts }) => facts?.lat ?? null },
  { key: 'polygon', text: COLUMN.geoJson, value: ({ area }) => geoJson(area) },
];

/** Formats business hours as `Mon 08:00–22:00; Tue …`, Monday first. */
function weekText(
  ctx: ActorContext,
  days: readonly { weekday: number; ranges: readonly { from: string; to: string }[] }[],
) {
  const names = ctx.t(WORDS.week).split(',');
  if (days.length === 0) return '';
  return [1, 2, 3, 4, 5, 6, 0]
    .map((weekday) => {
      const ranges = days.find((day) => day.weekday === weekday)?.ranges ?? [];
      const times = ranges.map(({ from, to }) => `${from}–${to}`).join(' ');
      return `${names[weekday]} ${times || ctx.t(WORDS.closed)}`;
    })
    .join('; ');
}

async function open(ctx: ActorContext, wish: ExportWish<Input>, areas: boolean): Promise<RowReader<Row>> {
  const at = await present(ctx);
  const filter = filterOf(wish.input, at);
  const { db, actor } = ctx;
  const has = (...keys: readonly string[]) => keys.some((key) => wish.columns.has(key));
  const from = (after: Parameters<RowReader<Row>['batch']>[0]) => ({ range: wish, after, areas });
  return {
    count: (most, after) => exportTeamCount(db, actor, filter, from(after), most),
    async batch(after, limit) {
      const ids = await exportTeamIds(db, actor, filter, from(after), limit);
      const teams = await rowAnswers(ctx, ids, at);
      const facts = await exportTeamFacts(db, ids);
      const drawn = areas || has('polygon') ? await exportAreas(db, ids) : null;
      const hours = has('weekHours') ? (await hoursOf(db, ids, at.wall.day)).week : null;
      const switches = has('switches') ? await exportSwitches(db, ids) : null;
      const rows = teams.map((team) => {
        const area = drawn?.get(team.id);
        const mode = facts.get(team.id)?.settlementMode;
        return {
          id: team.id,
          team,
          facts: facts.get(team.id),
          area,
          areaMode: area ? ctx.t(AREA_MODES[area.mode]) : null,
          settlement: mode ? ctx.t(MODES[mode]) : null,
          hours: weekText(ctx, hours?.get(team.id) ?? []),
          switches: (switches?.get(team.id) ?? [])
            .map(
              ({ key, on, params }) =>
                `${switchName(key, ctx.locale)} ${switchPosition(key, { on, params }, ctx.locale)}`,
            )
            .join('; '),
        };
      });
      return { rows, last: ids.length < limit ? null : [ids.at(-1) ?? 0] };
    },
  };
}

/** Describes the filter of the station list in words. */
export async function teamFilterWords(ctx: ActorContext, input: Input) {
  const owners = input.franchiseeId?.length ? await franchisees(ctx.db, ctx.actor.scope) : [];
  const named = (ids: readonly number[] | undefined, name: (id: number) => string | undefined) =>
    joined(
      ctx,
      (ids ?? []).map((id) => name(id) ?? String(id)),
    );
  return joinNonEmpty(
    { label: WORDS.keyword, value: input.keyword ?? '' },
    {
      label: COLUMN.status,
      value: joined(
        ctx,
        (input.status ?? []).map((state) => teamLifecycle.stateText(state, ctx.locale)),
      ),
    },
    {
      label: TEAM_FIELDS.teamType,
      value: joined(
        ctx,
        (input.type ?? []).map((type) => ctx.t(TEAM_TYPE_TEXT[type])),
      ),
    },
    {
      label: TEAM_FIELDS.franchiseeId,
      value: named(input.franchiseeId, (id) => owners.find((one) => one.id === id)?.name),
    },
    {
      label: WORDS.region,
      value: joined(
        ctx,
        (input.region ?? []).map((code) => regionName(code) ?? code),
      ),
    },
    await stationFilterText(ctx, TEAM_FIELDS.name, input.teamIds),
    {
      label: WORDS.hourToReach,
      value: input.hourToReach === undefined ? '' : ctx.t(input.hourToReach ? WORDS.yes : WORDS.no),
    },
    { label: WORDS.waitsFor, value: input.waitsFor ? ctx.t(TEAM_WAIT_TEXT[input.waitsFor]) : '' },
    { label: COLUMN.openedAt, value: daysText(input.openedFrom, input.openedTo) },
  );
}

export const teamExportSources = [
  exportSource<Input, Row>({
    module: 'team.list',
    columns: COLUMNS,
    words: teamFilterWords,
    open: (ctx, wish) => open(ctx, wish, false),
  }),
  exportSource<Input, Row>({
    module: 'team.area',
    columns: AREA_COLUMNS,
    words: teamFilterWords,
    open: (ctx, wish) => open(ctx, wish, true),
  }),
];
