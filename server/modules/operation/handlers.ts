import type { DataOf } from '../../../contract/endpoint';
import { errorText } from '../../../contract/errors';
import { HOUR } from '../../../contract/hourToReach.settings';
import { LIST_LIMITS } from '../../../contract/limits';
import { operationEndpoints } from '../../../contract/operation';
import { SWITCH_KEYS, SWITCH_PARAMS, SWITCH_POSITION, SWITCHES, type SwitchKey } from '../../../contract/switches';
import type { TeamState } from '../../../contract/team.states';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { type ActorContext, handlers } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { pageOf } from '../../core/list/paged';
import { dayRange } from '../../core/money/days';
import { addToRiderInboxes } from '../inbox';
import { capacityToday, runningOrders } from '../order';
import { riderCounts } from '../people';
import { enabledKeys } from '../setting';
import { presentOf } from '../site';
import {
  appendLog,
  assertTeamInScope,
  byName,
  eachTeam,
  logPage,
  stateText,
  switchName,
  switchPosition,
  writerOf,
} from '../team';
import { changeErrors, initialStand, isBlocked, type SwitchChange, standAfter } from './rules';
import {
  countNeighbours,
  insertNotice,
  matrixPage,
  matrixTotals,
  type StoredSwitch,
  switchesOf,
  writeSwitch,
} from './store';

type Row = DataOf<(typeof operationEndpoints)['team.Operation/getMatrix']>['list'][number];
type SwitchState = Row['switches'][number];

const WORDS = {
  notice: text('站点通知', 'Station notice', 'Aviso da estação', '站點通知'),
  hourToReach: WORD.hourToReachConfiguration,
  changed: text(
    '“{name}”：{key} {position}',
    '{name}: {key} {position}',
    '{name}: {key} {position}',
    '「{name}」：{key} {position}',
  ),
  notOperating: text('站点未营业', 'The station is not operating', 'A estação não está em operação', '站點未營業'),
  closedByHand: text(
    '接单总开关已关闭',
    'The station takes no orders: the master switch is off',
    'A estação não recebe pedidos: o controle principal está desligado',
    '接單總開關已關閉',
  ),
  noWay: text(
    '系统派单和抢单大厅都已关闭，订单无法到达骑手',
    'Automatic dispatch and order pool are both off, so orders reach no rider',
    'Despacho automático e fila aberta estão desligados; os pedidos não chegam a ninguém',
    '系統派單和搶單大廳都已關閉，訂單無法送達騎手',
  ),
  noRider: text('没有在线骑手', 'No rider is online', 'Nenhum entregador está online', '沒有線上騎手'),
  insurance: text(
    '已开启强制投保，当日未投保的骑手不能接单',
    'Insurance is required: riders without cover today cannot take orders',
    'Seguro obrigatório: entregadores sem cobertura hoje não podem aceitar',
    '已開啟強制投保，當日未投保的騎手不能接單',
  ),
} as const;

/**
 * Checks whether hour-to-reach (小时达, orders of the short-video platform) is enabled. Stations answer the platform's enquiries only then.
 */
const isHourEnabled = async ({ db }: Pick<ActorContext, 'db'>): Promise<boolean> =>
  (await enabledKeys(db)).includes(HOUR.groups.hourToReach.key);

/**
 * Returns the reason why a switch cannot be changed.
 *
 * @param isHour true if hour-to-reach is enabled
 * @returns `null` if the switch can be changed
 */
function blockedText(
  ctx: ActorContext,
  status: TeamState,
  key: SwitchKey,
  on: boolean,
  isHour: boolean,
): string | null {
  if (isBlocked(status)) return errorText(42201, ctx.locale, { state: stateText(ctx, status) });
  if (key === 'hourToReach' && !on && !isHour)
    return errorText(42330, ctx.locale, { missing: ctx.t(WORDS.hourToReach) });
  return null;
}

/** Lists all switches of a station in their fixed order. */
function switchStates(
  ctx: ActorContext,
  status: TeamState,
  stored: readonly StoredSwitch[],
  isHour: boolean,
): SwitchState[] {
  return SWITCH_KEYS.map((key) => {
    const touched = stored.find((one) => one.key === key);
    const stand = touched ?? initialStand(key);
    return {
      key,
      on: stand.on,
      params: stand.params,
      until: stand.until?.toISOString() ?? null,
      reason: stand.reason,
      version: stand.version,
      changedAt: touched?.changedAt.toISOString() ?? null,
      changedByName: touched ? byName(ctx, { byId: 0, byName: touched.changedByName }) : null,
      blocked: blockedText(ctx, status, key, stand.on, isHour),
    };
  });
}

interface TeamName {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly status: TeamState;
}

async function rowsOf(ctx: ActorContext, teams: readonly TeamName[]): Promise<Row[]> {
  const ids = teams.map(({ id }) => id);
  const [isHour, switches, riders, running] = await Promise.all([
    isHourEnabled(ctx),
    switchesOf(ctx.db, ids),
    riderCounts(ctx.db, ids, ctx.clock.now()),
    runningOrders(ctx.db, ids),
  ]);
  return teams.flatMap(({ id, code, name, status }) =>
    status === 'deleted'
      ? []
      : {
          id,
          code,
          name,
          status,
          statusText: stateText(ctx, status),
          ridersOnline: riders.get(id)?.online ?? 0,
          ordersRunning: running.get(id) ?? 0,
          switches: switchStates(ctx, status, switches.get(id) ?? [], isHour),
        },
  );
}

/** Lists reasons why riders of this station may get no orders. */
function hintsOf(ctx: ActorContext, row: Row): string[] {
  const isOn = (key: SwitchKey) => row.switches.some((one) => one.key === key && one.on);
  const hints = [
    row.status !== 'operating' && WORDS.notOperating,
    !isOn('acceptOrders') && WORDS.closedByHand,
    !isOn('autoDispatch') && !isOn('grabOrder') && WORDS.noWay,
    row.ridersOnline === 0 && WORDS.noRider,
    isOn('insuranceRequired') && WORDS.insurance,
  ];
  return hints.flatMap((hint) => (hint ? [ctx.t(hint)] : []));
}

/**
 * Sets one switch of one station and records the change.
 *
 * @param version the version that the caller read; `null` accepts any version (bulk)
 * @returns the switch's new version
 * @throws Refusal 40001 (invalid change), 40302 (station out of scope), 40303 (withdrawals are switched off without second verification),
 *   40401 (unknown station), 40901 (changed meanwhile), 42201 (state of the station), 42330 (hour-to-reach not enabled)
 */
async function setOne(
  ctx: ActorContext,
  teamId: number,
  change: SwitchChange,
  version: number | null,
): Promise<{ team: TeamName; version: number }> {
  const team = await assertTeamInScope(ctx, teamId);
  if (isBlocked(team.status)) throw refuse(42201, { state: stateText(ctx, team.status) });
  const { key } = change;
  const stored = (await switchesOf(ctx.db, [teamId])).get(teamId) ?? [];
  const touched = stored.find((one) => one.key === key);
  const present = touched ?? initialStand(key);
  if (version !== null && version !== present.version) throw await switchConflict(ctx, team, key, stored);

  const errors = changeErrors(change, present, ctx.clock.now(), ctx.locale);
  const neighbours = change.params?.teamIds ?? [];
  if (key === 'crossTeamGrab' && neighbours.length > 0) {
    const known = neighbours.includes(teamId) ? 0 : await countNeighbours(ctx.db, ctx.actor.scope, neighbours);
    if (known !== new Set(neighbours).size) {
      const message = validationText('choice', ctx.locale, { label: ctx.t(SWITCH_PARAMS.teamIds.text) });
      errors.push({ field: 'params.teamIds', rule: 'choice', message });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  if (key === 'hourToReach' && change.on && !(await isHourEnabled(ctx)))
    throw refuse(42330, { missing: ctx.t(WORDS.hourToReach) });
  if (SWITCHES[key].secondToSwitchOff && !change.on) ctx.requireSecond();

  const writer = writerOf(ctx);
  const after = standAfter(change, present);
  const target = { id: ctx.ids.next(), teamId, key, version: present.version };
  if (!(await writeSwitch(ctx.db, target, after, writer))) {
    throw await switchConflict(ctx, team, key, (await switchesOf(ctx.db, [teamId])).get(teamId) ?? []);
  }
  const before = {
    on: present.on,
    params: present.params,
    ...(present.until && { until: present.until.toISOString() }),
    ...(present.reason && { reason: present.reason }),
  };
  const line = {
    teamId,
    kind: 'switch' as const,
    subject: key,
    before,
    after: { on: after.on, params: after.params, ...(after.until && { until: after.until.toISOString() }) },
    reason: after.reason,
  };
  await appendLog(ctx.db, ctx.ids, line, writer);
  ctx.audit({
    objectId: teamId,
    objectNo: team.code,
    before: { [key]: before },
    after: { [key]: line.after },
    ...(change.reason && { reason: change.reason }),
  });
  return { team, version: present.version + 1 };
}

async function switchConflict(ctx: ActorContext, team: TeamName, key: SwitchKey, stored: readonly StoredSwitch[]) {
  const current = switchStates(ctx, team.status, stored, await isHourEnabled(ctx)).find((one) => one.key === key);
  return conflict(current, current?.changedByName ?? null, current?.changedAt ?? null);
}

export const operationHandlers = handlers(operationEndpoints, {
  'team.Operation/getMatrix': async (ctx, input) => {
    const { page, limit, sortField = 'work' as const, sortOrder = 'desc', on, ...wanted } = input;
    const filter = { ...wanted, on: on === undefined ? undefined : on === 'true' };
    const where = { sortField, sortOrder, ...pageOf({ page, limit }) };
    const now = ctx.clock.now();
    const [teams, { total, ...summary }] = await Promise.all([
      matrixPage(ctx.db, ctx.actor.scope, filter, where),
      matrixTotals(ctx.db, ctx.actor.scope, filter, now),
    ]);
    return {
      list: await rowsOf(ctx, teams),
      total: Math.min(total, LIST_LIMITS.countCap),
      totalCapped: total > LIST_LIMITS.countCap,
      page,
      limit,
      summary,
      asOf: now.toISOString(),
    };
  },

  'team.Operation/getOne': async (ctx, { id }) => {
    const team = await assertTeamInScope(ctx, id);
    if (team.status === 'draft') throw refuse(40401);
    const { at: now, timeZone, day } = await presentOf(ctx);
    const [[row], capacity] = await Promise.all([
      rowsOf(ctx, [team]),
      capacityToday(ctx.db, id, dayRange(day, day, timeZone).from, now),
    ]);
    if (!row) throw refuse(40401);
    const { ridersOnline } = row;
    return {
      ...row,
      capacity: {
        ordersPerRider: ridersOnline === 0 ? null : Math.round((capacity.ordersToday / ridersOnline) * 10) / 10,
        averageWaitMin: capacity.averageWaitMin === null ? null : Number(capacity.averageWaitMin),
        ordersToday: Number(capacity.ordersToday),
        ordersUnassigned: Number(capacity.ordersUnassigned),
      },
      hints: hintsOf(ctx, row),
      asOf: now.toISOString(),
    };
  },

  'team.Operation/getLogs': async (ctx, { teamIds, key, page, limit, sortOrder = 'desc' }) => {
    const { rows, total } = await logPage(
      ctx.db,
      { teamIds: teamIds?.length ? teamIds : null, kinds: ['switch'], subjects: key, scope: ctx.actor.scope },
      { ...pageOf({ page, limit }), sortOrder },
    );
    return {
      list: rows.map((line) => ({
        id: line.id,
        at: line.at.toISOString(),
        teamId: line.teamId,
        teamName: line.teamName,
        key: line.subject,
        keyText: switchName(line.subject, ctx.locale),
        oldText: switchPosition(line.subject, line.before, ctx.locale),
        newText: switchPosition(line.subject, line.after, ctx.locale),
        reason: line.reason,
        byName: byName(ctx, line),
      })),
      total: Math.min(total, LIST_LIMITS.countCap),
      totalCapped: total > LIST_LIMITS.countCap,
      page,
      limit,
      summary: {},
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'team.Operation/setSwitch': async (ctx, { teamId, version, ...change }) => {
    const done = await setOne(ctx, teamId, change, version);
    const position = ctx.t(SWITCH_POSITION[change.on ? 'on' : 'off']);
    return {
      id: teamId,
      no: done.team.code,
      state: change.on ? 'on' : 'off',
      stateText: position,
      version: done.version,
      message: ctx.t(WORDS.changed, { name: done.team.name, key: ctx.t(SWITCHES[change.key].text), position }),
    };
  },

  'team.Operation/bulkSwitch': async (ctx, { ids, ...change }) => {
    // Errors that do not depend on the station are answered once, not once per station.
    const errors = changeErrors(change, null, ctx.clock.now(), ctx.locale);
    if (errors.length > 0) throw invalid(errors);
    if (SWITCHES[change.key].secondToSwitchOff && !change.on) ctx.requireSecond();
    return await eachTeam(
      ctx,
      ids,
      async (id) => {
        const { team, version } = await setOne(ctx, id, change, null);
        return { id, no: team.code, version };
      },
      (teamId) => ({ address: 'team.Operation/setSwitch', input: { teamId, ...change } }),
      { after: { switch: change.key, on: change.on } },
    );
  },

  'team.Operation/sendRiderNotice': async (ctx, { teamId, content }) => {
    const team = await assertTeamInScope(ctx, teamId);
    const id = ctx.ids.next();
    const message = { no: `RN${id}`, teamId, title: WORDS.notice, body: content };
    const receivers = await addToRiderInboxes(ctx, message);
    if (receivers === 0) throw refuse(42236);
    await insertNotice(ctx.db, { id, teamId, content, receivers }, writerOf(ctx));
    ctx.audit({ objectId: teamId, objectNo: team.code, after: { content, receivers } });
    return { id, receivers };
  },
});
