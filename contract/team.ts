import { z } from 'zod';
import {
  actionData,
  bp,
  bulkData,
  bulkTarget,
  empty,
  fen,
  id,
  listData,
  listInput,
  lngLatText,
  point,
  queryBool,
  queryId,
  queryIds,
  queryList,
  queryText,
  read,
  time,
  versioned,
  words,
  write,
} from './endpoint';
import { hourRange, weekHours } from './hours';
import { AREA, E164, HEXAGON, LANDLINE, MOBILE, TEAM } from './limits';
import { RULE } from './rule-ids';
import { SERVICE_TYPES, SETTLE_CYCLES } from './team.choices';
import { TEAM_WAITS, teamLifecycle } from './team.states';
import { type Text, text } from './text';

/** Stations (站点, DOMAIN §3.3, §6.4). */

const TEAM_TYPES = ['self', 'franchise', 'partner'] as const;
export const TEAM_STATES = ['draft', 'preparing', 'operating', 'paused', 'frozen', 'closed'] as const;
const AREA_MODES = ['hexagon', 'polygon', 'circle', 'district'] as const;
/** What customers see at this moment: state, hours and the master switch together. */
const BUSINESS_STATES = ['inHours', 'outOfHours', 'manuallyClosed', 'notOperating'] as const;

const tel = z
  .string()
  .trim()
  .refine((value) => MOBILE.test(value) || LANDLINE.test(value) || E164.test(value));
const regionCode = z.string().regex(/^\d{6}$/);
const polygon = z.array(point()).min(AREA.minPoints).max(AREA.maxPoints);
/** Drafts may hold unfinished areas; the full check runs at submit and in `checkArea`. */
const draftPolygon = z.array(point()).max(AREA.maxPoints);

const holiday = z.object({
  date: z.iso.date(),
  closed: z.boolean(),
  ranges: z.array(hourRange).max(TEAM.rangesPerDay),
});

/** The wizard's fields, a schema a step. What may be missing in a draft is decided by the server's rules, not here. */
export const teamSteps = {
  1: z.object({
    name: words(TEAM.name),
    code: z.string().trim().regex(TEAM.code),
    teamType: z.enum(TEAM_TYPES),
    franchiseeId: id().nullable(),
    provinceCode: regionCode,
    cityCode: regionCode,
    districtCode: regionCode,
    address: words(TEAM.address),
    addressDetail: z.string().trim().max(TEAM.addressDetail.max).nullable(),
    center: lngLatText(),
    serviceTypes: z.array(z.enum(SERVICE_TYPES)).min(1),
    logo: id().nullable(),
    images: z.array(id()).max(TEAM.images),
  }),
  2: z.object({
    areaMode: z.enum(AREA_MODES),
    hexSizeKm: z.number().min(HEXAGON.minKm).max(HEXAGON.maxKm).multipleOf(HEXAGON.stepKm).nullable(),
    polygon,
  }),
  3: z.object({
    weekHours,
    holidays: z.array(holiday).max(TEAM.holidays),
    bookDays: z.int().min(TEAM.bookDays.min).max(TEAM.bookDays.max),
    slotMin: z.union([z.literal(15), z.literal(30), z.literal(60)]),
    promiseMin: z.int().min(TEAM.promiseMin.min).max(TEAM.promiseMin.max),
    maxDistanceM: z.int().min(TEAM.maxDistanceM.min).max(TEAM.maxDistanceM.max),
    maxWeightG: z.int().min(TEAM.maxWeightG.min).max(TEAM.maxWeightG.max),
  }),
  4: z.object({
    settlementMode: z.enum(['balance', 'deposit']),
    feePlanId: id(),
    platformRateBp: z.int().min(TEAM.platformRateBp.min).max(TEAM.platformRateBp.max).nullable(),
    platformFixedFen: z.int().min(TEAM.platformFixedFen.min).max(TEAM.platformFixedFen.max).nullable(),
    riderShareBp: z.int().min(TEAM.riderShareBp.min).max(TEAM.riderShareBp.max),
    settleCycle: z.enum(SETTLE_CYCLES),
    depositFen: z.int().min(0).max(TEAM.depositFen.max),
    depositWarnFen: z.int().min(0).max(TEAM.depositFen.max),
    creditLimitFen: z.int().min(0).max(TEAM.creditLimitFen.max),
  }),
  5: z.object({
    contactName: words(TEAM.contactName),
    contactTel: tel,
    emergencyTel: tel.nullable(),
    email: z.email().max(TEAM.email.max).nullable(),
    licenceNo: z.string().trim().length(18).nullable(),
    licenceFile: id().nullable(),
    legalName: words(TEAM.legalName).nullable(),
  }),
  6: z.object({
    adminAccount: z.string().trim().regex(TEAM.adminAccount),
    adminName: words(TEAM.adminName),
    adminTel: z.string().trim().regex(MOBILE),
    adminIdentityId: id(),
    notifyBySms: z.boolean(),
  }),
} as const;
export type TeamStep = keyof typeof teamSteps;
export type TeamStepValues<S extends TeamStep = TeamStep> = z.input<(typeof teamSteps)[S]>;
/** All six steps together; absent = not changed. */
export const teamValues = z.object({
  ...teamSteps[1].shape,
  ...teamSteps[2].shape,
  ...teamSteps[3].shape,
  ...teamSteps[4].shape,
  ...teamSteps[5].shape,
  ...teamSteps[6].shape,
});

/** What an edit sends: any of the fields. A phone that came masked may go back masked: it then stays as it is. */
const masked = z
  .string()
  .trim()
  .max(20)
  .regex(/^[+\d-]*\*+[+\d-]*$/);
const editValues = z
  .object({
    ...teamValues.shape,
    contactTel: z.union([tel, masked]),
    emergencyTel: z.union([tel, masked]).nullable(),
    adminTel: z.union([teamSteps[6].shape.adminTel, masked]),
  })
  .partial();

/** Makes every field of a shape optional and nullable. */
function loose<S extends z.ZodRawShape>(shape: S) {
  const fields = Object.entries(shape).map(([key, field]) => [key, z.optional(z.nullable(field))]);
  return z.object(Object.fromEntries(fields) as { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> });
}

/** A draft holds whatever was typed so far: every field optional and nullable, only its type and size are checked. */
const draftValues = loose({
  ...teamValues.shape,
  polygon: draftPolygon,
  name: z.string().trim().max(TEAM.name.max),
  code: z.string().trim().max(12),
  address: z.string().trim().max(TEAM.address.max),
  center: z.string().trim().max(40),
  serviceTypes: z.array(z.enum(SERVICE_TYPES)),
  contactName: z.string().trim().max(TEAM.contactName.max),
  contactTel: z.string().trim().max(20),
  emergencyTel: z.string().trim().max(20),
  email: z.string().trim().max(TEAM.email.max),
  licenceNo: z.string().trim().max(18),
  legalName: z.string().trim().max(TEAM.legalName.max),
  adminAccount: z.string().trim().max(32),
  adminName: z.string().trim().max(TEAM.adminName.max),
  adminTel: z.string().trim().max(20),
});
/** Fields as the wizard's form holds them while typing. */
export type TeamDraftValues = z.output<typeof draftValues>;

export const teamFilters = {
  keyword: queryText(),
  /** Region codes of any level; a province covers its cities. */
  region: queryList(regionCode),
  type: queryList(z.enum(TEAM_TYPES)),
  status: queryList(z.enum(TEAM_STATES)),
  franchiseeId: queryIds(),
  teamIds: queryIds(),
  hourToReach: queryBool().optional(),
  /** What a station waits for (DOMAIN §3.2 "To-do"). */
  waitsFor: z.enum(TEAM_WAITS).optional(),
  openedFrom: z.iso.date().optional(),
  openedTo: z.iso.date().optional(),
};

export const teamRow = z.object({
  id: id(),
  version: z.int(),
  code: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  regionText: z.string(),
  teamType: z.enum(TEAM_TYPES),
  teamTypeText: z.string(),
  franchiseeName: z.string().nullable(),
  contactName: z.string(),
  /** Masked; `common.Sensitive/unmask` reveals it. */
  contactTel: z.string(),
  status: z.enum(TEAM_STATES),
  statusText: z.string(),
  statusReason: z.string().nullable(),
  resumeAt: time().nullable(),
  businessState: z.enum(BUSINESS_STATES),
  businessStateText: z.string(),
  ridersOnline: z.int(),
  ridersTotal: z.int(),
  ordersToday: z.int(),
  /** Null without the field "amount". */
  gmv30dFen: fen().nullable(),
  feePlanName: z.string().nullable(),
  openedAt: time().nullable(),
  updatedAt: time(),
  draftStep: z.int().nullable(),
  /**
   * What this caller may run now (state ∩ permission): the lifecycle's actions, `edit`, `operation`, `copy`, `terms`,
   * `setFeePlan`, `consoleTicket`.
   */
  actions: z.array(z.string()),
});
export type TeamRow = z.output<typeof teamRow>;

const summary = z.object({
  operating: z.int(),
  preparing: z.int(),
  paused: z.int(),
  frozen: z.int(),
  closed: z.int(),
  draft: z.int(),
  ordersToday: z.int(),
});

const mapTeam = z.object({
  id: id(),
  name: z.string(),
  code: z.string(),
  status: z.enum(TEAM_STATES),
  statusText: z.string(),
  businessStateText: z.string(),
  center: point(),
  polygon: z.array(point()),
  areaKm2: z.number(),
  ridersOnline: z.int(),
  ridersTotal: z.int(),
  ordersToday: z.int(),
});

export const teamDetail = z.object({
  ...teamRow.shape,
  franchiseeId: id().nullable(),
  provinceCode: z.string().nullable(),
  cityCode: z.string().nullable(),
  districtCode: z.string().nullable(),
  address: z.string().nullable(),
  addressDetail: z.string().nullable(),
  center: z.string().nullable(),
  serviceTypes: z.array(z.enum(SERVICE_TYPES)),
  logo: id().nullable(),
  images: z.array(id()),
  imageUrls: z.array(z.string()),
  areaMode: z.enum(AREA_MODES).nullable(),
  hexSizeKm: z.number().nullable(),
  polygon: z.array(point()),
  areaKm2: z.number().nullable(),
  areaEffectiveFrom: time().nullable(),
  /** An area that takes effect later, with its moment. */
  nextArea: z.object({ polygon: z.array(point()), areaKm2: z.number(), effectiveFrom: time() }).nullable(),
  /** Money rules that take effect later: the fields that change, by their names. */
  nextFee: z
    .object({
      changes: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
      effectiveFrom: time(),
    })
    .nullable(),
  /** The area in force before the present one: drawn dimmed in the editor. */
  previousPolygon: z.array(point()).nullable(),
  weekHours,
  holidays: z.array(holiday),
  bookDays: z.int().nullable(),
  slotMin: z.int().nullable(),
  promiseMin: z.int().nullable(),
  maxDistanceM: z.int().nullable(),
  maxWeightG: z.int().nullable(),
  settlementMode: z.enum(['balance', 'deposit']).nullable(),
  feePlanId: id().nullable(),
  platformRateBp: bp().nullable(),
  platformFixedFen: fen().nullable(),
  riderShareBp: bp().nullable(),
  settleCycle: z.enum(SETTLE_CYCLES).nullable(),
  depositFen: fen(),
  depositWarnFen: fen(),
  creditLimitFen: fen(),
  /** Which rule decides the technical fee and why. */
  feeRule: z.object({ source: z.enum(['own', 'plan', 'none']), text: z.string() }),
  emergencyTel: z.string().nullable(),
  email: z.string().nullable(),
  licenceNo: z.string().nullable(),
  licenceFile: id().nullable(),
  licenceUrl: z.string().nullable(),
  legalName: z.string().nullable(),
  adminAccount: z.string().nullable(),
  adminName: z.string().nullable(),
  adminTel: z.string().nullable(),
  adminIdentityId: id().nullable(),
  notifyBySms: z.boolean(),
  createdAt: time(),
  createdByName: z.string(),
  updatedByName: z.string(),
  riders: z.array(
    z.object({
      id: id(),
      riderNo: z.string(),
      name: z.string(),
      tel: z.string(),
      statusText: z.string(),
      online: z.boolean(),
    }),
  ),
  accounts: z.array(
    z.object({
      id: id(),
      account: z.string(),
      name: z.string(),
      statusText: z.string(),
      identityNames: z.array(z.string()),
      lastLoginAt: time().nullable(),
    }),
  ),
  statusHistory: z.array(
    z.object({
      id: id(),
      at: time(),
      fromText: z.string(),
      toText: z.string(),
      reason: z.string().nullable(),
      byName: z.string(),
    }),
  ),
  /** Parts still missing before "Start business" would be accepted, in the caller's language. */
  missing: z.array(z.string()),
});
export type TeamDetail = z.output<typeof teamDetail>;

const reason = words(TEAM.reason);
/** Actions that no lifecycle names. */
const TEAM_ACTIONS: Readonly<Record<string, Text>> = {
  saveDraft: text('保存草稿', 'Save draft', 'Salvar rascunho', '儲存草稿'),
  update: text('编辑站点', 'Edit station', 'Editar estação', '編輯站點'),
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
 * Answers that may carry a warning to confirm: code 110 with `notice` and nothing saved; send again with `confirmOverlap` (and
 * a new idempotency key, since the body differs).
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
    /** 40301: sorted by an amount without the field "amount". */
    errors: [40005, 40006, 40007, 40301],
  }),
  'team.Team/getMap': read({
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
    data: z.object({ points: z.array(point()) }),
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
    summary: 'Effective values that the wizard starts from: tenant defaults.',
    access: { rule: [1101, 1102] },
    input: z.object({}),
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
    /** The four parts always sum to goods + delivery. */
    data: z.object({
      merchantFen: fen(),
      platformFen: fen(),
      riderFen: fen(),
      /** What is left; negative when the fees exceed it. */
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
