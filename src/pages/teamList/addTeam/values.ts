import type { FieldError } from '@contract/endpoint';
import type { LngLat } from '@contract/hexagon';
import type { Data, Input } from '@contract/index';
import { TEAM } from '@contract/limits';
import type { TeamField } from '@contract/team.fields';

/** This module contains pure functions of the wizard: for its steps, its form values, its requests and its errors. */

export type TeamDetail = Data<'team.Team/getDetail'>;
type Defaults = Data<'team.Team/getDefaults'>;
export type SentValues = Input<'team.Team/saveDraft'>['values'];

/** Returns whether the station is new or a draft. Some fields can be changed only then. */
export const isDraft = (detail: TeamDetail | null): boolean => detail === null || detail.status === 'draft';

/** Returns whether the station has started and is not closed. Only then can changes of its area take effect later. */
export const hasStarted = (detail: TeamDetail | null): boolean =>
  detail !== null && ['operating', 'paused', 'frozen'].includes(detail.status);

/** Value of a number field: a number, `null` for an empty field, or the typed text when it is not a number. */
type Amount = number | string | null;

/** Form values of a station. An empty text or `null` means "not set". */
export interface WizardValues extends Record<TeamField, unknown> {
  readonly name: string;
  readonly code: string;
  readonly teamType: string;
  readonly franchiseeId: number | null;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
  readonly address: string;
  readonly addressDetail: string;
  readonly center: string;
  readonly serviceTypes: readonly string[];
  readonly logo: number | null;
  readonly images: readonly number[];
  readonly areaMode: 'hexagon' | 'polygon' | 'circle' | 'district';
  readonly hexSizeKm: number | null;
  readonly polygon: readonly LngLat[];
  readonly weekHours: TeamDetail['weekHours'];
  readonly holidays: TeamDetail['holidays'];
  readonly bookDays: Amount;
  readonly slotMin: number;
  readonly promiseMin: Amount;
  readonly maxDistanceM: Amount;
  readonly maxWeightG: Amount;
  readonly settlementMode: string;
  readonly feePlanId: number | null;
  readonly platformRateBp: Amount;
  readonly platformFixedFen: Amount;
  readonly riderShareBp: Amount;
  readonly settleCycle: string;
  readonly depositFen: Amount;
  readonly depositWarnFen: Amount;
  readonly creditLimitFen: Amount;
  readonly contactName: string;
  readonly contactTel: string;
  readonly emergencyTel: string;
  readonly email: string;
  readonly licenceNo: string;
  readonly licenceFile: number | null;
  readonly legalName: string;
  readonly adminAccount: string;
  readonly adminName: string;
  readonly adminTel: string;
  readonly adminIdentityId: number | null;
  readonly notifyBySms: boolean;
  readonly [field: string]: unknown;
}

export const STEPS = [1, 2, 3, 4, 5, 6] as const;
export type Step = (typeof STEPS)[number];

/** Fields of each step in the order of their display (DOMAIN §3.3). */
export const STEP_FIELDS: Readonly<Record<Step, readonly TeamField[]>> = {
  1: [
    'name',
    'teamType',
    'franchiseeId',
    'provinceCode',
    'cityCode',
    'districtCode',
    'code',
    'address',
    'addressDetail',
    'center',
    'serviceTypes',
    'logo',
    'images',
  ],
  2: ['areaMode', 'hexSizeKm', 'polygon'],
  3: ['weekHours', 'holidays', 'bookDays', 'slotMin', 'promiseMin', 'maxDistanceM', 'maxWeightG'],
  4: [
    'settlementMode',
    'feePlanId',
    'platformRateBp',
    'platformFixedFen',
    'riderShareBp',
    'settleCycle',
    'depositFen',
    'depositWarnFen',
    'creditLimitFen',
  ],
  5: ['contactName', 'contactTel', 'emergencyTel', 'email', 'licenceNo', 'licenceFile', 'legalName'],
  6: ['adminAccount', 'adminName', 'adminTel', 'adminIdentityId', 'notifyBySms'],
};

/** Fields without their own control, and the field whose control shows their errors. */
const SHOWN_AT: Readonly<Partial<Record<string, TeamField>>> = {
  provinceCode: 'districtCode',
  cityCode: 'districtCode',
  areaMode: 'polygon',
  hexSizeKm: 'polygon',
};

/** Returns the control that shows a field's errors. */
export function controlOf(field: string): string {
  return SHOWN_AT[field] ?? field;
}

export function stepOf(field: string): Step | null {
  return STEPS.find((step) => (STEP_FIELDS[step] as readonly string[]).includes(field)) ?? null;
}

/** Reads the step from the query parameter. @returns the first step for any invalid text */
export function readStep(text: string | null): Step {
  return STEPS.find((step) => String(step) === text) ?? 1;
}

/** Fields of business errors by code. The server sends these errors without a list of fields (DOMAIN §6.9). */
const CODE_FIELDS: Readonly<Partial<Record<number, TeamField>>> = {
  42221: 'polygon',
  42222: 'polygon',
  42223: 'polygon',
  42224: 'center',
  42225: 'weekHours',
  42229: 'riderShareBp',
};

/** Returns the field errors of a refusal, each with the control that shows it. The list is empty if the refusal concerns no field. */
export function errorsOf(refusal: {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}): FieldError[] {
  const { code, msg, data } = refusal;
  const listed =
    typeof data === 'object' && data !== null && 'errors' in data && Array.isArray(data.errors) ? data.errors : [];
  const errors = listed.filter(isFieldError).map(atControl);
  if (errors.length > 0) return errors;
  const field = CODE_FIELDS[code];
  return field ? [{ field, rule: String(code), message: msg }] : [];
}

function isFieldError(value: unknown): value is FieldError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    typeof value.field === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** Replaces the path of an error with the control that shows it, for example `values.weekHours.0.ranges` with `weekHours`. */
export function atControl(error: FieldError): FieldError {
  const field = error.field.split(/[.[\]]/).find((part) => stepOf(part) !== null);
  return field === undefined ? error : { ...error, field: controlOf(field) };
}

/* The functions below convert values. */

/** Reads the franchisee's id from a link to a new station. @returns `null` if the link has no valid id */
export function franchiseeIn(query: URLSearchParams): number | null {
  const id = Number(query.get('franchiseeId'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads initial values from a link to a new station: `?franchiseeId=4&region=510000,510100,510104`. */
export function givenOf(query: URLSearchParams): Partial<WizardValues> {
  const franchiseeId = franchiseeIn(query);
  const codes = (query.get('region') ?? '').split(',').filter((code) => /^\d{6}$/.test(code));
  const [provinceCode, cityCode, districtCode] = codes;
  return {
    ...(franchiseeId !== null && { teamType: 'franchise', franchiseeId }),
    ...(provinceCode && cityCode && districtCode && { provinceCode, cityCode, districtCode }),
  };
}

export function valuesOfDefaults(defaults: Defaults): WizardValues {
  return {
    name: '',
    code: '',
    teamType: 'self',
    franchiseeId: null,
    provinceCode: null,
    cityCode: null,
    districtCode: null,
    address: '',
    addressDetail: '',
    center: '',
    serviceTypes: ['deliver', 'food'],
    logo: null,
    images: [],
    areaMode: 'hexagon',
    hexSizeKm: defaults.hexSizeKm,
    polygon: [],
    weekHours: defaults.weekHours,
    holidays: [],
    bookDays: 1,
    slotMin: 30,
    promiseMin: defaults.promiseMin,
    maxDistanceM: 10_000,
    maxWeightG: 20_000,
    settlementMode: 'balance',
    feePlanId: defaults.feePlanId,
    platformRateBp: null,
    platformFixedFen: null,
    riderShareBp: 7_000,
    settleCycle: defaults.settleCycle,
    depositFen: 0,
    depositWarnFen: 0,
    creditLimitFen: 0,
    contactName: defaults.franchisee?.contactName ?? '',
    // Phone numbers are not copied, because they are revealed only on request, and each request is recorded.
    contactTel: '',
    emergencyTel: '',
    email: '',
    licenceNo: defaults.franchisee?.licenceNo ?? '',
    licenceFile: null,
    legalName: '',
    adminAccount: '',
    adminName: '',
    adminTel: '',
    adminIdentityId: defaults.adminIdentityId,
    notifyBySms: true,
  };
}

/** Converts a station to form values. Values that a draft does not have yet come from the defaults. */
export function valuesOfDetail(detail: TeamDetail, defaults: Defaults): WizardValues {
  const start = valuesOfDefaults(defaults);
  const isDraft = detail.status === 'draft';
  const hasHours = detail.weekHours.some((day) => day.ranges.length > 0);
  const areaMode = detail.areaMode ?? start.areaMode;
  return {
    name: detail.name,
    code: detail.code,
    teamType: detail.teamType,
    franchiseeId: detail.franchiseeId,
    provinceCode: detail.provinceCode,
    cityCode: detail.cityCode,
    districtCode: detail.districtCode,
    address: detail.address ?? '',
    addressDetail: detail.addressDetail ?? '',
    center: detail.center ?? '',
    serviceTypes: isDraft && detail.serviceTypes.length === 0 ? start.serviceTypes : detail.serviceTypes,
    logo: detail.logo,
    images: detail.images,
    areaMode,
    hexSizeKm: areaMode === 'hexagon' ? (detail.hexSizeKm ?? start.hexSizeKm) : null,
    polygon: detail.polygon,
    weekHours: isDraft && !hasHours ? start.weekHours : detail.weekHours,
    holidays: detail.holidays,
    bookDays: detail.bookDays ?? start.bookDays,
    slotMin: detail.slotMin ?? start.slotMin,
    promiseMin: detail.promiseMin ?? start.promiseMin,
    maxDistanceM: detail.maxDistanceM ?? start.maxDistanceM,
    maxWeightG: detail.maxWeightG ?? start.maxWeightG,
    settlementMode: detail.settlementMode ?? start.settlementMode,
    feePlanId: detail.feePlanId ?? start.feePlanId,
    platformRateBp: detail.platformRateBp,
    platformFixedFen: detail.platformFixedFen,
    riderShareBp: detail.riderShareBp ?? start.riderShareBp,
    settleCycle: detail.settleCycle ?? start.settleCycle,
    depositFen: detail.depositFen,
    depositWarnFen: detail.depositWarnFen,
    creditLimitFen: detail.creditLimitFen,
    contactName: detail.contactName,
    contactTel: detail.contactTel,
    emergencyTel: detail.emergencyTel ?? '',
    email: detail.email ?? '',
    licenceNo: detail.licenceNo ?? '',
    licenceFile: detail.licenceFile,
    legalName: detail.legalName ?? '',
    adminAccount: detail.adminAccount ?? '',
    adminName: detail.adminName ?? '',
    adminTel: detail.adminTel ?? '',
    adminIdentityId: detail.adminIdentityId ?? start.adminIdentityId,
    notifyBySms: detail.notifyBySms,
  };
}

const AMOUNTS: ReadonlySet<string> = new Set([
  'bookDays',
  'promiseMin',
  'maxDistanceM',
  'maxWeightG',
  'platformRateBp',
  'platformFixedFen',
  'riderShareBp',
  'depositFen',
  'depositWarnFen',
  'creditLimitFen',
]);
/** Amounts that must not be `null` in the record of the station. An empty input means 0. */
const ZERO_WHEN_EMPTY: ReadonlySet<string> = new Set(['depositFen', 'depositWarnFen', 'creditLimitFen']);

/**
 * Converts form values to the request. Texts are trimmed, and empty texts become `null`. Incomplete amounts are omitted, and some empty
 * amounts become 0 ({@link ZERO_WHEN_EMPTY}).
 */
export function toSent(values: Partial<WizardValues>): SentValues {
  const entries = Object.entries(values).flatMap(([field, value]): [string, unknown][] => {
    if (AMOUNTS.has(field)) {
      if (typeof value === 'string') return [];
      return [[field, value === null && ZERO_WHEN_EMPTY.has(field) ? 0 : value]];
    }
    if (typeof value !== 'string') return [[field, value]];
    const text = value.trim();
    return [[field, text === '' ? null : text]];
  });
  // The cast is needed because `Object.entries` loses the types of the fields.
  return Object.fromEntries(entries) as SentValues;
}

/** Groups of fields that an edit always sends together, even if only one of them has changed. */
const TOGETHER: readonly (readonly TeamField[])[] = [
  ['provinceCode', 'cityCode', 'districtCode'],
  ['areaMode', 'hexSizeKm', 'polygon'],
  ['teamType', 'franchiseeId'],
];

/** Returns the values that an edit sends: the changed fields, and all fields in the same groups. */
export function changedForEdit(values: WizardValues, changed: Partial<WizardValues>): Partial<WizardValues> {
  const names = new Set(Object.keys(changed));
  for (const group of TOGETHER)
    if (group.some((field) => names.has(field))) for (const field of group) names.add(field);
  return Object.fromEntries([...names].map((name) => [name, values[name]])) as Partial<WizardValues>;
}

/** Returns whether a change contains fields of the area. In a station that has started, such a change takes effect later. */
export function waitsForMoment(changed: Partial<WizardValues>): boolean {
  const late: readonly string[] = STEP_FIELDS[2];
  return Object.keys(changed).some((field) => late.includes(field));
}

/** Returns whether a phone number is masked (`138****5678`). If the form sends a masked number, the stored number does not change. */
export function isMasked(tel: string): boolean {
  return tel.includes('*');
}

/** Returns whether the platform's rate and the rider's share together exceed 100 % (error 42229). Incomplete numbers count as 0. */
export function exceedsWhole(rateBp: Amount, shareBp: Amount): boolean {
  const number = (value: Amount) => (typeof value === 'number' ? value : 0);
  return number(rateBp) + number(shareBp) > TEAM.riderShareBp.max;
}
