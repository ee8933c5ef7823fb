import { z } from 'zod';
import { bp, fen, id, lngLatText, point, queryBool, queryIds, queryList, queryText, time, words } from './endpoint';
import { hourRange, weekHours } from './hours';
import { AREA, E164, HEXAGON, LANDLINE, MOBILE, TEAM } from './limits';
import { SERVICE_TYPES, SETTLE_CYCLES } from './team.choices';
import { TEAM_WAITS } from './team.states';

/** Schemas of stations (站点, DOMAIN §3.3): the wizard and its drafts, the list with its filters and totals, and the detail. */

const TEAM_TYPES = ['self', 'franchise', 'partner'] as const;
export const TEAM_STATES = ['draft', 'preparing', 'operating', 'paused', 'frozen', 'closed'] as const;
const AREA_MODES = ['hexagon', 'polygon', 'circle', 'district'] as const;
/** Business states that customers see. They depend on the station's state, its business hours and its switch `acceptOrders`. */
const BUSINESS_STATES = ['inHours', 'outOfHours', 'manuallyClosed', 'notOperating'] as const;

const tel = z
  .string()
  .trim()
  .refine((value) => MOBILE.test(value) || LANDLINE.test(value) || E164.test(value));
export const regionCode = z.string().regex(/^\d{6}$/);
const polygon = z.array(point()).min(AREA.minPoints).max(AREA.maxPoints);
/** A draft may contain an unfinished area. The full check follows later, for example in `submit` or `checkArea`. */
export const draftPolygon = z.array(point()).max(AREA.maxPoints);

const holiday = z.object({
  date: z.iso.date(),
  closed: z.boolean(),
  ranges: z.array(hourRange).max(TEAM.rangesPerDay),
});

/** Schemas of the wizard's fields by step. The server decides which fields a draft may omit. */
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
/** Fields of all six steps. */
export const teamValues = z.object({
  ...teamSteps[1].shape,
  ...teamSteps[2].shape,
  ...teamSteps[3].shape,
  ...teamSteps[4].shape,
  ...teamSteps[5].shape,
  ...teamSteps[6].shape,
});

/** A masked phone number, as the detail shows it. When an edit sends a masked number, the stored number stays unchanged. */
const masked = z
  .string()
  .trim()
  .max(20)
  .regex(/^[+\d-]*\*+[+\d-]*$/);
export const editValues = z
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

/** Schema for the values of a draft. Every field is optional and nullable. For the fields below, only type and size are checked. */
export const draftValues = loose({
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
/** Values of the wizard's form while the user types. */
export type TeamDraftValues = z.output<typeof draftValues>;

export const teamFilters = {
  keyword: queryText(),
  /** Region codes of any level. A region includes all its sub-regions. */
  region: queryList(regionCode),
  type: queryList(z.enum(TEAM_TYPES)),
  status: queryList(z.enum(TEAM_STATES)),
  franchiseeId: queryIds(),
  teamIds: queryIds(),
  hourToReach: queryBool().optional(),
  /** Kind of to-do that the station has (DOMAIN §3.2 "To-do"). */
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
  /** The number is masked. `common.Sensitive/unmask` reveals it. */
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
  /** Value of the station's orders in the last 30 days. It is `null` if the caller lacks the field rule "amount". */
  gmv30dFen: fen().nullable(),
  feePlanName: z.string().nullable(),
  openedAt: time().nullable(),
  updatedAt: time(),
  draftStep: z.int().nullable(),
  /**
   * Actions that the station's state and the caller's permissions allow. Possible values are `edit`, `operation`, `copy`, `terms`,
   * `setFeePlan`, `announce`, `consoleTicket`, and the actions of the lifecycle. The lifecycle's action `submit` is never included.
   */
  actions: z.array(z.string()),
});
export type TeamRow = z.output<typeof teamRow>;

export const summary = z.object({
  operating: z.int(),
  preparing: z.int(),
  paused: z.int(),
  frozen: z.int(),
  closed: z.int(),
  draft: z.int(),
  ordersToday: z.int(),
});

export const mapTeam = z.object({
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
  /** A scheduled area and the time when the area takes effect. `null` when no area is scheduled. */
  nextArea: z.object({ polygon: z.array(point()), areaKm2: z.number(), effectiveFrom: time() }).nullable(),
  /** Scheduled fee terms: the new values by field name, and the time when they take effect. `null` when no terms are scheduled. */
  nextFee: z
    .object({
      changes: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
      effectiveFrom: time(),
    })
    .nullable(),
  /** The area before the current area, or `null`. The editor renders the former area dimmed. */
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
  /** Source of the technical service fee: the station's own rate, its fee plan, or none. `text` describes the fee and its source. */
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
  /** Requirements for "Start business" that are not met, in the caller's language. */
  missing: z.array(z.string()),
});
export type TeamDetail = z.output<typeof teamDetail>;
