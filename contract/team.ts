import { z } from 'zod';
import {
  actionData,
  bulkData,
  bulkTarget,
  empty,
  fen,
  id,
  listData,
  listInput,
  lngLatText,
  point,
  queryId,
  queryList,
  read,
  time,
  versioned,
  words,
  write,
} from './endpoint';
import { weekHours } from './hours';
import { HEXAGON, TEAM } from './limits';
import { RULE } from './rule-ids';
import { SETTLE_CYCLES } from './team.choices';
import {
  draftPolygon,
  draftValues,
  editValues,
  mapTeam,
  regionCode,
  summary,
  teamDetail,
  teamFilters,
  teamRow,
} from './team.schema';
import { teamLifecycle } from './team.states';
import { type Text, text } from './text';
import { WORD } from './words';

/** Endpoints of stations (站点, DOMAIN §3.3, §6.4). */

const reason = words(TEAM.reason);
/** Names of actions that are not steps of the lifecycle. */
const TEAM_ACTIONS: Readonly<Record<string, Text>> = {
  saveDraft: WORD.saveDraft,
  update: WORD.editStation,
  copy: text('复制站点', 'Copy station', 'Copiar estação', '複製站點'),
  bulk: text('批量操作', 'Bulk action', 'Ação em lote', '批次操作'),
  consoleTicket: text('登录站点后台', 'Enter station console', 'Entrar no console da estação', '登入站點後台'),
};
const auditTeam = (action: string) =>
  ({
    module: 'team',
    action,
    object: 'team',
    text: TEAM_ACTIONS[action] ?? teamLifecycle.transitions.find((step) => step.action === action)?.text,
    personal: ['contactTel', 'emergencyTel', 'adminTel', 'licenceNo', 'legalName'],
  }) as const;
/**
 * Answer of a call that may need a confirmation. Code 110 with `notice` means that nothing was saved. To confirm, send the call again
 * with `confirmOverlap` and a new idempotency key, because the body differs.
 */
const saveData = actionData.extend({
  notice: z.string().optional(),
  overlaps: z.array(z.object({ teamId: id(), name: z.string(), areaKm2: z.number() })).optional(),
});

export const teamEndpoints = {
  'team.Team/getList': read({
    phoneSearch: { field: 'keyword', kinds: [{ page: RULE['team.list'], unmask: RULE['team.list.unmask'] }] },
    summary: "Stations in the caller's data scope; operating ones first (`TEAM_ORDER`), the newest first among equals.",
    access: { rule: 11 },
    input: listInput(teamFilters, ['createdAt', 'code', 'name', 'ordersToday', 'gmv30dFen', 'openedAt', 'updatedAt']),
    data: listData(teamRow, summary),
    /** 40301: the caller sorts by an amount but lacks the field rule "amount". */
    errors: [40005, 40006, 40007, 40301],
  }),
  'team.Team/getMap': read({
    phoneSearch: { field: 'keyword', kinds: [{ page: RULE['team.list'], unmask: RULE['team.list.unmask'] }] },
    summary: "Areas of the stations that the list's filter leaves, for the map view and as neighbour borders.",
    access: { rule: 11 },
    input: z.object({
      ...teamFilters,
      bbox: z
        .string()
        .regex(/^-?[\d.]+,-?[\d.]+,-?[\d.]+,-?[\d.]+$/)
        .optional(),
    }),
    data: z.object({ teams: z.array(mapTeam), asOf: time() }),
  }),
  'team.Team/getDetail': read({
    summary: 'Everything about one station.',
    access: { rule: 11 },
    input: z.object({ id: queryId() }),
    data: teamDetail,
    errors: [40302, 40401],
  }),
  'team.Team/getLogs': read({
    summary: 'What changed at a station: status, switches, area, fees.',
    access: { rule: 11 },
    input: listInput({ id: queryId(), kind: queryList(z.enum(['status', 'switch', 'area', 'fee'])) }, ['createdAt']),
    data: listData(
      z.object({
        id: id(),
        kind: z.enum(['status', 'switch', 'area', 'fee']),
        text: z.string(),
        reason: z.string().nullable(),
        byName: z.string(),
        at: time(),
      }),
      empty,
    ),
    errors: [40302, 40401],
  }),
  'team.Team/saveDraft': write({
    summary: "Stores the wizard's progress; without `id` a new draft begins.",
    access: { rule: 1101 },
    idempotent: true,
    audit: auditTeam('saveDraft'),
    input: z.object({
      id: id().optional(),
      version: z.int().optional(),
      step: z.int().min(1).max(TEAM.steps),
      values: draftValues,
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'team.Team/submit': write({
    summary:
      'Finishes a draft: checks all six steps; the station becomes "preparing" and its administrator is invited.',
    access: { rule: 1101 },
    idempotent: true,
    versioned: true,
    audit: auditTeam('submit'),
    input: z.object({ ...versioned, values: draftValues, confirmOverlap: z.boolean().default(false) }),
    data: saveData,
    errors: [40302, 40401, 40901, 40903, 42201, 42221, 42222, 42223, 42224, 42225, 42226, 42229, 42343],
  }),
  'team.Team/update': write({
    summary:
      'Edits a station, but for its terms. The area of an operating station takes effect at `effectiveAt` (default next 04:00).',
    access: { rule: 1102 },
    versioned: true,
    audit: auditTeam('update'),
    input: z.object({
      ...versioned,
      values: editValues,
      effectiveAt: time().optional(),
      confirmOverlap: z.boolean().default(false),
    }),
    data: saveData,
    errors: [40302, 40401, 40901, 40903, 42201, 42221, 42222, 42223, 42224, 42225, 42229],
  }),
  'team.Team/copy': write({
    summary: 'A new draft with the values of a station; name, code and administrator stay empty.',
    access: { rule: 1101 },
    idempotent: true,
    audit: auditTeam('copy'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401],
  }),
  'team.Team/removeDraft': write({
    summary: 'Deletes a draft.',
    access: { rule: 1103 },
    risk: 'confirm',
    versioned: true,
    audit: auditTeam('removeDraft'),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'team.Team/checkArea': write({
    summary: 'Checks an area: size, crossing, centre, overlaps.',
    access: { rule: [1101, 1102] },
    audit: null,
    input: z.object({ polygon: draftPolygon, center: lngLatText().optional(), exceptId: id().optional() }),
    data: z.object({
      areaKm2: z.number(),
      errors: z.array(z.object({ code: z.int(), message: z.string(), at: point().optional() })),
      overlaps: z.array(z.object({ teamId: id(), name: z.string(), areaKm2: z.number() })),
      policy: z.enum(['warn', 'forbid', 'allow']),
    }),
  }),
  'team.Team/getHexagon': read({
    summary: 'The 12-point hexagon of a centre (SPEC §3).',
    access: { rule: [1101, 1102] },
    input: z.object({
      center: lngLatText(),
      size: z.coerce.number().min(HEXAGON.minKm).max(HEXAGON.maxKm).default(HEXAGON.defaultKm),
    }),
    data: z.object({ points: z.array(point()) }),
  }),
  'team.Team/getDistrictBorder': read({
    summary: 'The border of a district from the map service, at most 200 points.',
    access: { rule: [1101, 1102] },
    input: z.object({ code: regionCode }),
    data: z.object({ points: z.array(point()), simulated: z.boolean() }),
    errors: [40401, 50201, 50202],
  }),
  'team.Team/checkCode': read({
    summary: 'Is this station code free? Without a code: a proposal for the region.',
    access: { rule: [1101, 1102] },
    input: z.object({
      code: z.string().trim().max(12).optional(),
      cityCode: regionCode.optional(),
      exceptId: queryId().optional(),
    }),
    data: z.object({ free: z.boolean(), code: z.string() }),
  }),
  'team.Team/searchAddress': read({
    summary: 'Looks an address up at the map service; the search box moves the map there.',
    access: { rule: [1101, 1102] },
    input: z.object({ keyword: z.string().trim().min(1).max(64), cityCode: regionCode.optional() }),
    data: z.object({
      list: z.array(z.object({ name: z.string(), address: z.string(), center: z.string() })),
      simulated: z.boolean(),
    }),
    errors: [50201, 50202],
  }),
  'team.Team/getDefaults': read({
    summary: 'Effective values that the wizard starts from: tenant defaults, and those of the franchisee in the link.',
    access: { rule: [1101, 1102] },
    input: z.object({ franchiseeId: queryId().optional() }),
    data: z.object({
      promiseMin: z.int(),
      hexSizeKm: z.number(),
      overlapPolicy: z.enum(['warn', 'forbid', 'allow']),
      settleCycle: z.enum(SETTLE_CYCLES),
      feePlanId: id().nullable(),
      weekHours,
      adminIdentityId: id().nullable(),
      mapDefaultCenter: z.string(),
      mapZoom: z.int(),
      /**
       * Data of the franchisee that the request names. `null` means that the request names none, or that the caller may not see the
       * franchisee.
       */
      franchisee: z.object({ contactName: z.string(), licenceNo: z.string() }).nullable(),
    }),
  }),
  'team.Team/previewFee': read({
    summary: 'What a sample order of this amount would be split into under the chosen fee rule.',
    access: { rule: [1101, 1102] },
    input: z.object({
      feePlanId: queryId(),
      platformRateBp: z.coerce.number().int().min(0).max(TEAM.platformRateBp.max).optional(),
      platformFixedFen: z.coerce.number().int().min(0).max(TEAM.platformFixedFen.max).optional(),
      riderShareBp: z.coerce.number().int().min(0).max(TEAM.riderShareBp.max),
      goodsFen: z.coerce.number().int().min(0).max(9_999_999_999),
      deliveryFen: z.coerce.number().int().min(0).max(9_999_999_999),
    }),
    /** The four amounts of the answer add up to the price of the goods plus the delivery fee. */
    data: z.object({
      merchantFen: fen(),
      platformFen: fen(),
      riderFen: fen(),
      /** The remaining amount. It is negative when the other three amounts exceed the price of the goods plus the delivery fee. */
      stationFen: fen(),
      planName: z.string(),
      source: z.enum(['own', 'plan']),
    }),
    errors: [40401, 42229],
  }),
  'team.Team/start': write({
    summary: 'Start business: preparing → operating.',
    access: { rule: 1106 },
    risk: 'confirm',
    versioned: true,
    audit: auditTeam('start'),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42226],
  }),
  'team.Team/pause': write({
    summary: 'operating → paused; no new orders, running ones finish.',
    access: { rule: 1107 },
    risk: 'confirm',
    versioned: true,
    audit: auditTeam('pause'),
    input: z.object({ ...versioned, reason, resumeAt: time().nullable().optional() }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'team.Team/resume': write({
    summary: 'paused → operating.',
    access: { rule: 1107 },
    risk: 'confirm',
    versioned: true,
    audit: auditTeam('resume'),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'team.Team/freeze': write({
    summary: 'operating or paused → frozen: no orders, no withdrawal, money still comes in.',
    access: { rule: 1108 },
    risk: 'second',
    versioned: true,
    audit: auditTeam('freeze'),
    input: z.object({ ...versioned, reason }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'team.Team/unfreeze': write({
    summary: 'frozen → paused.',
    access: { rule: 1108 },
    risk: 'second',
    versioned: true,
    audit: auditTeam('unfreeze'),
    input: z.object({ ...versioned, reason }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'team.Team/close': write({
    summary: 'Closes a station for good; owner only.',
    access: { rule: 1109 },
    risk: 'second',
    versioned: true,
    audit: auditTeam('close'),
    input: z.object({ ...versioned, reason }),
    data: actionData,
    errors: [40302, 40304, 40401, 40901, 42201, 42227, 42228, 42202],
  }),
  'team.Team/bulk': write({
    summary: 'Pauses or resumes up to 200 stations, or all that a filter leaves; each on its own.',
    access: { rule: 1107 },
    risk: 'confirm',
    audit: auditTeam('bulk'),
    input: z.object({
      ...bulkTarget(teamFilters),
      action: z.enum(['pause', 'resume']),
      reason: reason.optional(),
      resumeAt: time().nullable().optional(),
    }),
    data: bulkData,
    errors: [40006, 40010, 40905],
  }),
  'team.Team/consoleTicket': write({
    summary: 'A one-time ticket (60 s) into the station console; recorded.',
    access: { rule: 1110 },
    risk: 'confirm',
    audit: auditTeam('consoleTicket'),
    input: z.object({ id: id() }),
    data: z.object({ url: z.string(), expireIn: z.int() }),
    errors: [40302, 40401, 42201, 42330],
  }),
} as const;
