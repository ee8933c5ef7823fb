import type { z } from 'zod';
import { CREDIT_CODE_TEXT, isCreditCode } from '../../../contract/credit-code';
import type { FieldError } from '../../../contract/endpoint';
import { type ErrorCode, errorText } from '../../../contract/errors';
import { type LngLat, parseLngLat } from '../../../contract/hexagon';
import { AREA, HEXAGON, TEAM } from '../../../contract/limits';
import { TEAM_FIELDS, type TeamField } from '../../../contract/team.fields';
import { teamValues } from '../../../contract/team.schema';
import { type Locale, text } from '../../../contract/text';
import { type ValidationParams, type ValidationRule, validationText } from '../../../contract/validation';
import { type AreaProblem, areaProblems, normalizePolygon } from './geometry';
import { holidaysProblem, weekProblem } from './hours';
import { sharesExceed } from './rules';

/** This module checks the six steps of the station form (DOMAIN §3.3). The checks use no database and no clock. */

export type TeamValuesParsed = z.output<typeof teamValues>;
/** The values of a draft or an edit. Each field may be absent. */
export type PartialValues = { readonly [F in TeamField]?: unknown };

/** A field error with its error code: 40001 or a specific code of the catalogue. */
export interface Problem extends FieldError {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, string>>;
  /** The point on the map where the problem is. */
  readonly at?: LngLat;
}

const MESSAGES = {
  points: text('至少绘制 3 个点', 'Draw at least 3 points', 'Desenhe pelo menos 3 pontos', '至少繪製 3 個點'),
  centre: text(
    '请使用“经度,纬度”格式，例如 104.065735,30.659462',
    'Use lng,lat, for example 104.065735,30.659462',
    'Use longitude,latitude, por exemplo 104.065735,30.659462',
    '請使用「經度,緯度」格式，例如 104.065735,30.659462',
  ),
  hoursOrder: text(
    '每个时段的结束时间须晚于开始时间',
    'Each range must end after it begins',
    'Cada intervalo deve terminar depois de começar',
    '每個時段的結束時間須晚於開始時間',
  ),
  onlyOne: text(
    '平台费率和平台固定费用只能填写一项',
    'Fill in either a platform rate or a fixed fee, not both',
    'Preencha a taxa ou a tarifa fixa da plataforma, não ambas',
    '平台費率和平台固定費用只能填寫一項',
  ),
  codeFixed: text(
    '站点开业后编码不可修改',
    'The code cannot change after the opening',
    'O código não pode mudar após a abertura',
    '站點開業後編碼不可修改',
  ),
  adminFixed: text(
    '管理员信息请在账号管理中修改',
    'Change the administrator in account management',
    'Altere o administrador na gestão de contas',
    '管理員資訊請在帳號管理中修改',
  ),
  creditByOwner: text(
    '草稿的信用额度由主账号填写',
    'The credit limit of a draft is the owner’s to fill in',
    'O limite de crédito de um rascunho é preenchido pela conta principal',
    '草稿的信用額度由主帳號填寫',
  ),
  termsFixed: text(
    '站点条款须提交变更，由另一人审核',
    'Submit a change of terms; another person has to review it',
    'Envie uma mudança de condições; outra pessoa precisa revisar',
    '站點條款須提交變更，由另一人審核',
  ),
  regionChain: text(
    '省、市、区不匹配',
    'Province, city and district do not match',
    'Província, cidade e distrito não correspondem',
    '省、市、區不相符',
  ),
  notActive: text(
    '所选加盟商当前不可用',
    'This franchisee is not active',
    'Este franqueado não está ativo',
    '所選加盟商目前不可用',
  ),
  planNotInForce: text(
    '该费用方案未生效',
    'This fee plan is not in force',
    'Este plano de tarifas não está em vigor',
    '該費用方案未生效',
  ),
} as const;
export type TeamMessage = keyof typeof MESSAGES;

/** Returns an error text of the station checks in the reader's language. */
export function teamMessage(key: TeamMessage, locale: Locale): string {
  return MESSAGES[key][locale];
}

/** Limits for error texts, in the unit that the form shows: percent and yuan, not basis points and fen. */
const BOUNDS: Readonly<Partial<Record<TeamField, { rule: ValidationRule; min?: number; max?: number; n?: number }>>> = {
  name: { rule: 'length', ...TEAM.name },
  address: { rule: 'length', ...TEAM.address },
  addressDetail: { rule: 'maxLength', ...TEAM.addressDetail },
  images: { rule: 'arrayMax', max: TEAM.images },
  polygon: { rule: 'arrayRange', min: AREA.minPoints, max: AREA.maxPoints },
  hexSizeKm: { rule: 'range', min: HEXAGON.minKm, max: HEXAGON.maxKm },
  holidays: { rule: 'arrayMax', max: TEAM.holidays },
  bookDays: { rule: 'range', ...TEAM.bookDays },
  promiseMin: { rule: 'range', ...TEAM.promiseMin },
  maxDistanceM: { rule: 'range', ...TEAM.maxDistanceM },
  maxWeightG: { rule: 'range', ...TEAM.maxWeightG },
  platformRateBp: { rule: 'range', min: TEAM.platformRateBp.min / 100, max: TEAM.platformRateBp.max / 100 },
  platformFixedFen: { rule: 'range', min: TEAM.platformFixedFen.min / 100, max: TEAM.platformFixedFen.max / 100 },
  riderShareBp: { rule: 'range', min: TEAM.riderShareBp.min / 100, max: TEAM.riderShareBp.max / 100 },
  depositFen: { rule: 'range', min: 0, max: TEAM.depositFen.max / 100 },
  depositWarnFen: { rule: 'range', min: 0, max: TEAM.depositFen.max / 100 },
  creditLimitFen: { rule: 'range', min: 0, max: TEAM.creditLimitFen.max / 100 },
  contactName: { rule: 'length', ...TEAM.contactName },
  email: { rule: 'pattern' },
  legalName: { rule: 'length', ...TEAM.legalName },
  adminName: { rule: 'length', ...TEAM.adminName },
};

/** Fields that the user fills in by choosing. The error for an empty field of this kind is "Please select …". */
const SELECTED: ReadonlySet<TeamField> = new Set([
  'teamType',
  'franchiseeId',
  'provinceCode',
  'cityCode',
  'districtCode',
  'serviceTypes',
  'areaMode',
  'weekHours',
  'settlementMode',
  'feePlanId',
  'settleCycle',
  'adminIdentityId',
]);

/** Defaults of optional fields (DOMAIN §3.3 "Default"). */
const DEFAULTS = {
  franchiseeId: null,
  addressDetail: null,
  logo: null,
  images: [],
  hexSizeKm: null,
  holidays: [],
  bookDays: 1,
  slotMin: 30,
  platformRateBp: null,
  platformFixedFen: null,
  depositFen: 0,
  depositWarnFen: 0,
  creditLimitFen: 0,
  emergencyTel: null,
  email: null,
  licenceNo: null,
  licenceFile: null,
  legalName: null,
  notifyBySms: true,
} as const satisfies Partial<TeamValuesParsed>;

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Tests whether a field is required. This depends on the other fields. */
function isRequired(field: TeamField, values: PartialValues): boolean {
  switch (field) {
    case 'franchiseeId':
      return values.teamType === 'franchise';
    case 'hexSizeKm':
      return values.areaMode === 'hexagon';
    case 'licenceNo':
    case 'licenceFile':
    case 'legalName':
      return values.teamType !== 'partner';
    case 'depositFen':
      return values.settlementMode === 'deposit';
    default:
      return !(field in DEFAULTS);
  }
}

const FIELDS = Object.keys(TEAM_FIELDS) as TeamField[];

function problem(field: string, rule: string, message: string, code: ErrorCode = 40001): Problem {
  return { field, rule, message, code, params: {} };
}

function fieldProblem(field: TeamField, rule: ValidationRule, locale: Locale, params: ValidationParams = {}): Problem {
  return problem(field, rule, validationText(rule, locale, { label: TEAM_FIELDS[field][locale], ...params }));
}

/** Checks the value of one field against the contract. @returns the problem, or `null` if the value is valid */
function checkField(field: TeamField, value: unknown, locale: Locale): Problem | null {
  if (field === 'polygon' && Array.isArray(value) && value.length < AREA.minPoints) {
    return problem('polygon', 'arrayMin', MESSAGES.points[locale]);
  }
  if (field === 'center' && !(typeof value === 'string' && parseLngLat(value))) {
    return problem('center', 'pattern', MESSAGES.centre[locale]);
  }
  if (teamValues.shape[field].safeParse(value).success) return null;
  if (field === 'licenceNo') return problem(field, 'pattern', CREDIT_CODE_TEXT[locale]);
  const { rule, ...params } = BOUNDS[field] ?? {
    rule: SELECTED.has(field) ? ('choice' as const) : ('pattern' as const),
  };
  return fieldProblem(field, rule, locale, params);
}

/** Converts a problem of the business hours or special days to a problem of that field. Returns `null` if there is none. */
function hoursProblem(
  field: 'weekHours' | 'holidays',
  kind: 'order' | 'overlap' | 'count' | 'repeated' | 'past' | null,
  locale: Locale,
): Problem | null {
  switch (kind) {
    case null:
      return null;
    case 'overlap':
      return problem(field, 'overlap', errorText(42225, locale), 42225);
    case 'order':
      return problem(field, 'order', MESSAGES.hoursOrder[locale]);
    case 'count':
      return fieldProblem(field, 'arrayMax', locale, { max: TEAM.rangesPerDay });
    case 'repeated':
      return fieldProblem(field, 'repeated', locale);
    case 'past':
      return fieldProblem(field, 'future', locale);
  }
}

function describeAreaProblem(found: AreaProblem, locale: Locale): Problem {
  switch (found.kind) {
    case 'tooFewPoints':
      return problem('polygon', 'arrayMin', MESSAGES.points[locale]);
    case 'crossing':
      return { ...problem('polygon', 'crossing', errorText(42221, locale), 42221), at: found.at };
    case 'size':
      return problem('polygon', 'areaSize', errorText(42222, locale), 42222);
    case 'centreOutside':
      return { ...problem('center', 'inside', errorText(42224, locale), 42224), at: found.at };
  }
}

/** Checks a service area and its centre. @returns the problems, with messages in the language `locale` */
export function describeAreaProblems(points: readonly LngLat[], centre: LngLat | null, locale: Locale): Problem[] {
  return areaProblems(points, centre).map((found) => describeAreaProblem(found, locale));
}

/** The data that a check needs in addition to the values. */
interface CheckFacts {
  readonly locale: Locale;
  /** Today in the platform's time zone, `yyyy-MM-dd`. */
  readonly today: string;
  /** Technical service fee rate of the chosen plan in basis points, needed to sum the shares. It is 0 without a plan. */
  readonly planRateBp: number;
  /** Dates of special days that are already stored. Only these dates may be in the past. */
  readonly knownHolidays?: ReadonlySet<string>;
}

/**
 * Checks the area, the business hours, the special days and the licence number, and compares fields with each other. An absent amount or
 * rider share counts as 0. For an edit, the caller must therefore merge the sent values with the stored values first.
 */
export function relationProblems(values: Partial<TeamValuesParsed>, facts: CheckFacts): Problem[] {
  const { locale } = facts;
  const problems: (Problem | null)[] = [];
  if (values.polygon) {
    problems.push(...describeAreaProblems(values.polygon, values.center ? parseLngLat(values.center) : null, locale));
  }
  if (values.weekHours) problems.push(hoursProblem('weekHours', weekProblem(values.weekHours), locale));
  if (values.holidays) {
    problems.push(hoursProblem('holidays', holidaysProblem(values.holidays, facts.today, facts.knownHolidays), locale));
  }
  const { platformRateBp = null, platformFixedFen = null, riderShareBp = 0 } = values;
  if (platformRateBp !== null && platformFixedFen !== null) {
    problems.push(problem('platformFixedFen', 'onlyOne', MESSAGES.onlyOne[locale]));
  }
  const rateBp = platformRateBp ?? (platformFixedFen === null ? facts.planRateBp : 0);
  if (sharesExceed({ rateBp }, riderShareBp)) {
    problems.push(problem('riderShareBp', 'shares', errorText(42229, locale), 42229));
  }
  if ((values.depositWarnFen ?? 0) > (values.depositFen ?? 0)) {
    problems.push(fieldProblem('depositWarnFen', 'notAbove', locale, { other: TEAM_FIELDS.depositFen[locale] }));
  }
  if (values.licenceNo && !isCreditCode(values.licenceNo)) {
    problems.push(problem('licenceNo', 'pattern', CREDIT_CODE_TEXT[locale]));
  }
  return problems.filter((found) => found !== null);
}

/** The result of a check: all parsed values, or the missing fields and all problems. */
type Checked =
  | { readonly ok: true; readonly values: TeamValuesParsed }
  | { readonly ok: false; readonly missing: readonly TeamField[]; readonly problems: readonly Problem[] };

/** Parses each present field. Empty optional fields are skipped. An invalid field is reported as a problem and left out of `parsed`. */
export function parseFields(
  values: PartialValues,
  locale: Locale,
): { parsed: Partial<TeamValuesParsed>; problems: Problem[] } {
  const parsed: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const field of FIELDS) {
    const value = values[field];
    if (value === undefined || (isEmpty(value) && !isRequired(field, values))) continue;
    const found = checkField(field, value, locale);
    if (found) problems.push(found);
    else parsed[field] = teamValues.shape[field].parse(value);
  }
  const polygon = parsed.polygon as LngLat[] | undefined;
  if (polygon) parsed.polygon = normalizePolygon(polygon);
  return { parsed: parsed as Partial<TeamValuesParsed>, problems };
}

/** Lists the required fields that are empty. A station cannot be submitted without them (42226). */
export function missingFields(values: PartialValues): TeamField[] {
  return FIELDS.filter((field) => isRequired(field, values) && isEmpty(values[field]));
}

/** Checks the values of all six steps of the station form before a draft is submitted (DOMAIN §3.3). */
export function checkWhole(values: PartialValues, facts: CheckFacts): Checked {
  const missing = missingFields(values);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
  const { parsed, problems } = parseFields({ ...DEFAULTS, ...given }, facts.locale);
  const whole = { ...DEFAULTS, ...parsed };
  const all = [...problems, ...relationProblems(whole, facts)];
  if (missing.length > 0 || all.length > 0) return { ok: false, missing, problems: all };
  return { ok: true, values: fitTogether(whole as TeamValuesParsed) };
}

/**
 * Clears values that another choice makes meaningless. Only a franchise station has a franchisee, and only a hexagon area has a hexagon
 * size.
 */
export function fitTogether(values: TeamValuesParsed): TeamValuesParsed {
  return {
    ...values,
    franchiseeId: values.teamType === 'franchise' ? values.franchiseeId : null,
    hexSizeKm: values.areaMode === 'hexagon' ? values.hexSizeKm : null,
  };
}

/** Builds the error "Please input …", "Please select …" or "Please upload …" for each missing field. */
export function requiredErrors(missing: readonly TeamField[], locale: Locale): FieldError[] {
  return missing.map((field) => {
    const rule = SELECTED.has(field) ? 'requiredSelect' : field === 'licenceFile' ? 'requiredUpload' : 'required';
    return { field, rule: 'required', message: validationText(rule, locale, { label: TEAM_FIELDS[field][locale] }) };
  });
}

/** Builds the problem "already exists" (40903) for a field. */
export function takenProblem(field: 'name' | 'code' | 'adminAccount' | 'adminTel', locale: Locale): Problem {
  const params = { field: TEAM_FIELDS[field][locale] };
  return { ...problem(field, 'unique', errorText(40903, locale, params), 40903), params };
}
