import { createHash } from 'node:crypto';
import type { BulkAnswer, ParsedOf } from '../../../contract/endpoint';
import { hexagon, parseLngLat } from '../../../contract/hexagon';
import { AREA, HEXAGON, LIST_LIMITS } from '../../../contract/limits';
import { randomId } from '../../../contract/random-id';
import { teamEndpoints } from '../../../contract/team';
import { BUSINESS_STATE_TEXT } from '../../../contract/team.fields';
import { text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { assertSeesAmounts } from '../../core/access/access';
import type { AuditChange } from '../../core/audit';
import { type BatchHandler, bulkResponse, forEachRecord, refusalOf, targetIds } from '../../core/http/bulk';
import { type ActorContext, handlers } from '../../core/http/context';
import { invalid, Refusal, refuse } from '../../core/http/refusal';
import { pageOf } from '../../core/list/paged';
import { wallTime } from '../../core/money/days';
import { refuseUpstream } from '../../core/platforms/refusals';
import { identityOptions } from '../account';
import { riderCounts } from '../people';
import { feePlan, feePlans, franchisees } from '../reference';
import { regionName } from '../region';
import { readSetting } from '../site';
import { byName, findTeamInScope, logText, present, requireTeam, rowAnswers, stateText } from './answers';
import { detailAnswer } from './detail-answer';
import { copyTeam, saveDraft } from './draft';
import { updateTeamValues } from './edit';
import { filterOf } from './filter';
import { areaKm2, normalizePolygon, simplifyTo } from './geometry';
import { businessState } from './hours';
import { changeStateOfOne, changeStates } from './lifecycle';
import { hoursOf, mapAreas, teamIdsOf, teamIdsPage, teamTotals } from './list-store';
import { logPage } from './log-store';
import { cityLetters, isInForce, sharesExceed, splitOrder, technicalFee } from './rules';
import { overlapsOf } from './save';
import { assertTeamInScope } from './scope';
import { codesWith, insertConsoleTicket, takenFields, teamCodes } from './store';
import { submitTeam } from './submit';
import { switchName, switchPosition } from './switch-text';
import { describeAreaProblems } from './values';

const WORDS = {
  reason: WORD.reason,
  resumeAt: WORD.resumeTime,
  openedFrom: text('开业时间', 'Opening date', 'Data de abertura', '開業時間'),
  consoleUrl: WORD.stationConsoleAddress,
} as const;

/** Validity of a ticket for the station console, in seconds (DOMAIN §3.3). */
const TICKET_SECONDS = 60;

/** Checks the moment at which a pause ends automatically. It must be in the future and at most 30 days ahead (DOMAIN §3.3). */
async function resumeMoment(ctx: ActorContext, wanted: string | null | undefined): Promise<Date | null> {
  if (!wanted) return null;
  const at = new Date(wanted);
  const now = ctx.clock.now();
  const label = ctx.t(WORDS.resumeAt);
  if (at <= now) {
    throw invalid([{ field: 'resumeAt', rule: 'future', message: validationText('future', ctx.locale, { label }) }]);
  }
  if (at.getTime() - now.getTime() > RESUME_DAYS * DAY_MS) {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const max = wallTime(new Date(now.getTime() + RESUME_DAYS * DAY_MS), timeZone).day;
    throw invalid([{ field: 'resumeAt', rule: 'max', message: validationText('max', ctx.locale, { label, max }) }]);
  }
  return at;
}
const RESUME_DAYS = 30;

export const teamHandlers = handlers(teamEndpoints, {
  'team.Team/getList': async (ctx, input) => {
    const { page, limit, sortField = 'work' as const, sortOrder = 'desc', ...wanted } = input;
    // Sorting by amounts would reveal them to callers who may not see amounts.
    if (sortField === 'gmv30dFen') assertSeesAmounts(ctx);
    const at = await present(ctx);
    const filter = filterOf(wanted, at);
    const where = { ...pageOf({ page, limit }), sortField, sortOrder, today: at.wall.day };
    const [ids, totals] = await Promise.all([
      teamIdsPage(ctx.db, ctx.actor, filter, where),
      teamTotals(ctx.db, ctx.actor, filter, at.wall.day),
    ]);
    const count = (status: Parameters<typeof totals.counts.get>[0]) => totals.counts.get(status) ?? 0;
    const total = [...totals.counts.values()].reduce((sum, teams) => sum + teams, 0);
    return {
      list: await rowAnswers(ctx, ids, at),
      total: Math.min(total, LIST_LIMITS.countCap),
      totalCapped: total > LIST_LIMITS.countCap,
      page,
      limit,
      summary: {
        operating: count('operating'),
        preparing: count('preparing'),
        paused: count('paused'),
        frozen: count('frozen'),
        closed: count('closed'),
        draft: count('draft'),
        ordersToday: totals.ordersToday,
      },
      asOf: at.now.toISOString(),
    };
  },

  'team.Team/getMap': async (ctx, { bbox, ...wanted }) => {
    const at = await present(ctx);
    const [minLng = Number.NaN, minLat = 0, maxLng = 0, maxLat = 0] = (bbox ?? '').split(',').map(Number);
    const box = bbox && !Number.isNaN(minLng) ? { minLng, minLat, maxLng, maxLat } : null;
    const areas = await mapAreas(ctx.db, ctx.actor, filterOf(wanted, at), { bbox: box, today: at.wall.day });
    const ids = areas.map(({ id }) => id);
    const [riders, hours] = await Promise.all([riderCounts(ctx.db, ids, at.now), hoursOf(ctx.db, ids, at.wall.day)]);
    return {
      teams: areas.flatMap((team) => {
        if (team.status === 'deleted') return [];
        const state = businessState(
          team.status,
          !hours.closedByHand.has(team.id),
          hours.week.get(team.id) ?? [],
          hours.holidays.get(team.id) ?? [],
          at.wall,
        );
        return {
          id: team.id,
          name: team.name,
          code: team.code,
          status: team.status,
          statusText: stateText(ctx, team.status),
          businessStateText: ctx.t(BUSINESS_STATE_TEXT[state]),
          center: { lng: team.lng ?? 0, lat: team.lat ?? 0 },
          polygon: team.polygon,
          areaKm2: team.areaKm2,
          ridersOnline: riders.get(team.id)?.online ?? 0,
          ridersTotal: riders.get(team.id)?.total ?? 0,
          ordersToday: team.ordersToday ?? 0,
        };
      }),
      asOf: at.now.toISOString(),
    };
  },

  'team.Team/getDetail': async (ctx, { id }) => {
    return await detailAnswer(ctx, await findTeamInScope(ctx, id));
  },

  'team.Team/getLogs': async (ctx, { id, kind, page, limit, sortOrder = 'desc' }) => {
    await assertTeamInScope(ctx, id);
    const { timeZone, now } = await present(ctx);
    const { rows, total } = await logPage(
      ctx.db,
      { teamIds: [id], kinds: kind ?? [] },
      { ...pageOf({ page, limit }), sortOrder },
    );
    return {
      list: rows.map((line) => ({
        id: line.id,
        kind: line.kind,
        text: logText(ctx, line, timeZone, ({ subject, before, after }) => {
          const positions = [before, after].map((state) => switchPosition(subject, state, ctx.locale));
          return `${switchName(subject, ctx.locale)}: ${positions.join(' → ')}`;
        }),
        reason: line.reason,
        byName: byName(ctx, line),
        at: line.at.toISOString(),
      })),
      total: Math.min(total, LIST_LIMITS.countCap),
      totalCapped: total > LIST_LIMITS.countCap,
      page,
      limit,
      summary: {},
      asOf: now.toISOString(),
    };
  },

  'team.Team/saveDraft': (ctx, input) => saveDraft(ctx, input),
  'team.Team/submit': (ctx, input) => submitTeam(ctx, input),
  'team.Team/update': (ctx, input) => updateTeamValues(ctx, input),
  'team.Team/copy': (ctx, { id }) => copyTeam(ctx, id),
  'team.Team/removeDraft': (ctx, input) => changeStateOfOne(ctx, { ...input, action: 'removeDraft' }),

  'team.Team/checkArea': async (ctx, input) => {
    const { overlapPolicy } = await readSetting(ctx.db, 'teamDefaults');
    const polygon = normalizePolygon(input.polygon);
    const centre = input.center === undefined ? null : parseLngLat(input.center);
    const problems = describeAreaProblems(polygon, centre, ctx.locale);
    // The overlap of a self-crossing area cannot be computed.
    const measurable = polygon.length >= AREA.minPoints && !problems.some(({ code }) => code === 42221);
    return {
      areaKm2: areaKm2(polygon),
      errors: problems.map(({ code, message, at }) => ({ code, message, ...(at && { at }) })),
      overlaps: measurable ? await overlapsOf(ctx, polygon, input.exceptId ?? null) : [],
      policy: overlapPolicy,
    };
  },

  'team.Team/getHexagon': async (_ctx, { center, size }) => ({ points: hexagon(center, size) }),

  'team.Team/getDistrictBorder': async (ctx, { code }) => {
    const border = await ctx.ports.map.districtBorder(code).catch(refuseUpstream);
    if (!border || border.length < AREA.minPoints) throw refuse(40401);
    return { points: simplifyTo(border, AREA.borderPoints), simulated: ctx.ports.map.simulated };
  },

  'team.Team/checkCode': async (ctx, { code, cityCode, exceptId }) => {
    if (code) {
      const taken = await takenFields(ctx.db, { code: code.toUpperCase() }, exceptId ?? null);
      return { free: taken.length === 0, code: code.toUpperCase() };
    }
    // A municipality has a "city" named 市辖区 or 县. In this case, the code's letters come from the province's name.
    const city = regionName(cityCode ?? '') ?? '';
    const named = city === '市辖区' || city === '县' ? (regionName(`${(cityCode ?? '').slice(0, 2)}0000`) ?? '') : city;
    const letters = cityLetters(named);
    const taken = new Set((await codesWith(ctx.db, letters)).map((known) => known.slice(letters.length).toLowerCase()));
    const id = randomId(taken, (below) => ctx.clock.randomInt(0, below));
    return { free: true, code: `${letters}${id.toUpperCase()}` };
  },

  'team.Team/searchAddress': async (ctx, { keyword, cityCode }) => ({
    list: (await ctx.ports.map.search(keyword, cityCode ?? null).catch(refuseUpstream)).map((place) => ({ ...place })),
    simulated: ctx.ports.map.simulated,
  }),

  'team.Team/getDefaults': async (ctx, { franchiseeId }) => {
    const [defaults, map, plans, identities, owner] = await Promise.all([
      readSetting(ctx.db, 'teamDefaults'),
      readSetting(ctx.db, 'map'),
      feePlans(ctx.db),
      identityOptions(ctx.db, 'station', ctx.locale),
      franchiseeId === undefined ? null : ownerDefaults(ctx, franchiseeId),
    ]);
    const now = ctx.clock.now();
    const usable = plans.filter((plan) => isInForce(plan, now));
    const plan = usable.find(({ id }) => id === defaults.feePlanId) ?? usable.find(({ isDefault }) => isDefault);
    return {
      promiseMin: defaults.promiseMin,
      hexSizeKm: defaults.hexSizeKm ?? HEXAGON.defaultKm,
      overlapPolicy: defaults.overlapPolicy,
      settleCycle: defaults.settleCycle,
      feePlanId: plan?.id ?? null,
      weekHours: defaults.weekHours,
      adminIdentityId: identities[0]?.id ?? null,
      mapDefaultCenter: map.mapDefaultCenter,
      mapZoom: map.mapZoom,
      franchisee: owner,
    };
  },

  'team.Team/previewFee': async (ctx, input) => {
    const plan = await feePlan(ctx.db, input.feePlanId);
    if (!plan) throw refuse(40401);
    const own = { platformRateBp: input.platformRateBp ?? null, platformFixedFen: input.platformFixedFen ?? null };
    const fee = technicalFee(own, { rateBp: plan.platformRateBp, fixedFen: plan.platformFixedFen });
    if (sharesExceed(fee, input.riderShareBp)) throw refuse(42229);
    return {
      ...splitOrder(input.goodsFen, input.deliveryFen, fee, input.riderShareBp),
      planName: plan.name,
      source: fee.source === 'own' ? ('own' as const) : ('plan' as const),
    };
  },

  'team.Team/start': (ctx, input) => changeStateOfOne(ctx, { ...input, action: 'start' }),
  'team.Team/pause': async (ctx, { resumeAt, ...input }) =>
    changeStateOfOne(ctx, { ...input, resumeAt: await resumeMoment(ctx, resumeAt), action: 'pause' }),
  'team.Team/resume': (ctx, input) => changeStateOfOne(ctx, { ...input, action: 'resume' }),
  'team.Team/freeze': (ctx, input) => changeStateOfOne(ctx, { ...input, action: 'freeze' }),
  'team.Team/unfreeze': (ctx, input) => changeStateOfOne(ctx, { ...input, action: 'unfreeze' }),
  'team.Team/close': (ctx, input) => changeStateOfOne(ctx, { ...input, action: 'close' }),

  'team.Team/bulk': async (ctx, input) => {
    const { action } = input;
    if (action === 'pause' && !input.reason) {
      const message = validationText('required', ctx.locale, { label: ctx.t(WORDS.reason) });
      throw invalid([{ field: 'reason', rule: 'required', message }]);
    }
    const resumeAt = action === 'pause' ? await resumeMoment(ctx, input.resumeAt) : null;
    const ids = await targetTeams(ctx, input);
    const said = { action, ...(input.filter && { filter: input.filter }) };
    const reason = action === 'pause' ? (input.reason ?? null) : null;
    const outcomes = await changeStates(
      ctx,
      action,
      ids.map((id) => ({ id, version: null, reason, resumeAt })),
    );
    const address = `team.Team/${action}` as const;
    const told = await bulkResponse(
      ctx,
      ids,
      outcomes,
      (refused) => teamCodes(ctx.db, refused),
      (id, { version }) => ({ address, input: { id, version } }),
    );
    ctx.audit({ detail: told.detail, after: { ...said, ids: told.done } });
    return told.answer;
  },

  'team.Team/consoleTicket': async (ctx, { id }) => {
    const team = await assertTeamInScope(ctx, id);
    if (team.status === 'draft' || team.status === 'closed') {
      throw refuse(42201, { state: stateText(ctx, team.status) });
    }
    const { consoleUrl } = await readSetting(ctx.db, 'teamDefaults');
    if (!consoleUrl) throw refuse(42330, { missing: ctx.t(WORDS.consoleUrl) });
    const ticket = ctx.clock.randomBytes(32).toString('base64url');
    const at = ctx.clock.now();
    await insertConsoleTicket(ctx.db, {
      id: ctx.ids.next(),
      teamId: id,
      accountId: ctx.actor.accountId,
      hash: createHash('sha256').update(ticket).digest('hex'),
      expiresAt: new Date(at.getTime() + TICKET_SECONDS * 1_000),
      at,
    });
    ctx.audit({ objectId: id, objectNo: team.code });
    const url = new URL(consoleUrl);
    url.searchParams.set('ticket', ticket);
    return { url: url.href, expireIn: TICKET_SECONDS };
  },
});

/** Batch versions of single-station endpoints. The undo of a bulk call uses them. */
export const teamBatchHandlers = {
  'team.Team/pause': (ctx, inputs) => changesOf(ctx, 'pause', inputs as readonly Asked[]),
  'team.Team/resume': (ctx, inputs) => changesOf(ctx, 'resume', inputs as readonly Asked[]),
} satisfies Partial<Record<keyof typeof teamEndpoints, BatchHandler>>;

type Asked = ParsedOf<(typeof teamEndpoints)['team.Team/resume']> &
  Partial<ParsedOf<(typeof teamEndpoints)['team.Team/pause']>>;

async function changesOf(ctx: ActorContext, action: 'pause' | 'resume', inputs: readonly Asked[]) {
  const moments = new Map<number, Date | null | Refusal>();
  for (const { id, resumeAt } of inputs) {
    const refusal = await refusalOf(async () => moments.set(id, await resumeMoment(ctx, resumeAt)));
    if (refusal) moments.set(id, refusal);
  }
  const sound = inputs.flatMap(({ id, version, reason }) => {
    const resumeAt = moments.get(id);
    return resumeAt instanceof Refusal ? [] : [{ id, version, reason, resumeAt }];
  });
  const done = (await changeStates(ctx, action, sound)).values();
  return inputs.map(({ id }) => {
    const refusal = moments.get(id);
    if (refusal instanceof Refusal) return refusal;
    return done.next().value ?? refuse(40401);
  });
}

/**
 * Lists the station ids of a bulk call. These are the given ids, or all stations in the caller's data scope that match the list's filter.
 */
export function targetTeams(
  ctx: ActorContext,
  input: Pick<ParsedOf<(typeof teamEndpoints)['team.Team/bulk']>, 'ids' | 'filter' | 'count'>,
): Promise<number[]> {
  return targetIds(ctx, input, teamEndpoints['team.Team/getList'], async (filter, most) =>
    teamIdsOf(ctx.db, ctx.actor, filterOf(filter, await present(ctx)), most),
  );
}

/**
 * Runs an action for each station separately (DOMAIN §6.1 **B**). A refusal is listed and does not stop the other stations.
 * An unknown station, or a station out of scope, is listed without its station code.
 */
export async function eachTeam<T>(
  ctx: ActorContext,
  ids: readonly number[],
  work: (id: number) => Promise<T>,
  single: Parameters<typeof forEachRecord<T>>[4] = null,
  more: Pick<AuditChange, 'money' | 'after'> = {},
): Promise<BulkAnswer> {
  const { answer, done, detail } = await forEachRecord(
    ctx,
    [...new Set(ids)],
    work,
    async (id) => (await requireTeam(ctx, id)).code,
    single,
  );
  ctx.audit({ detail, ...more, after: { ...(more.after as object | undefined), ids: done } });
  return answer;
}

/**
 * Returns the contact name and the licence number that a new station copies from its franchisee. Returns `null` if the caller may not see
 * the franchisee.
 */
async function ownerDefaults(ctx: ActorContext, franchiseeId: number) {
  const owner = (await franchisees(ctx.db, ctx.actor.scope)).find(({ id }) => id === franchiseeId);
  return owner ? { contactName: owner.contactName, licenceNo: owner.creditCode } : null;
}
