import type { Updateable } from 'kysely';
import { isOpenIn } from '../../../contract/franchisee.states';
import { type LngLat, parseLngLat } from '../../../contract/hexagon';
import { TEAM_FIELDS, type TeamField } from '../../../contract/team.fields';
import type { TeamDraftValues } from '../../../contract/team.schema';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { maskTel } from '../../core/access/mask';
import { isInScope } from '../../core/access/scope';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { invalid, type Refusal, refuse } from '../../core/http/refusal';
import { identityOptions } from '../account';
import { type FilePlace, usableFiles } from '../file';
import { feePlan, franchisees, holdFranchisee } from '../reference';
import { regionChain } from '../region';
import { readSetting } from '../site';
import { joined } from './answers';
import { areasMeeting, insertArea } from './area-store';
import { areaKm2, boxOf, overlapKm2 } from './geometry';
import type { ActionAnswer } from './lifecycle';
import type { Writer } from './log-store';
import { appendLog } from './log-store';
import { isInForce } from './rules';
import { type PartialValues, type Problem, type TeamMessage, type TeamValuesParsed, teamMessage } from './values';

/** This module contains what drafts, submission and edits of stations share (DOMAIN §3.3 `/teamList/addTeam`). */

export const WORDS = {
  draftSaved: WORD.draftSaved,
  submitted: text(
    '“{name}”已提交，正在筹备',
    '{name} was submitted and is being prepared',
    '{name} foi enviada e está em preparação',
    '「{name}」已提交，正在籌備',
  ),
  saved: text('“{name}”已保存', '{name} was saved', '{name} foi salva', '「{name}」已儲存'),
  savedLater: text(
    '“{name}”已保存，区域的变更将于 {at} 生效',
    '{name} was saved; the change of area takes effect at {at}',
    '{name} foi salva; a mudança de área vale a partir de {at}',
    '「{name}」已儲存，區域的變更將於 {at} 生效',
  ),
  copied: text('已复制为新草稿', 'Copied as a new draft', 'Copiada como novo rascunho', '已複製為新草稿'),
  overlap: text(
    '与站点{names}的服务区域重叠，确认后继续',
    'The area overlaps {names}; confirm to continue',
    'A área se sobrepõe a {names}; confirme para continuar',
    '與站點{names}的服務區域重疊，確認後繼續',
  ),
  overlapOne: text('“{name}”（{n} 平方公里）', '{name} ({n} km²)', '{name} ({n} km²)', '「{name}」（{n} 平方公里）'),
  foreignStation: text(
    '管理范围外的站点',
    'a station outside your scope',
    'uma estação fora do seu escopo',
    '管理範圍外的站點',
  ),
  effectiveAt: WORD.takesEffect,
  invitation: text(
    '您已被邀请管理站点“{name}”，账号：{account}。请使用手机验证码登录。',
    'You are invited to manage the station {name}. Account: {account}. Sign in with a code sent to this phone.',
    'Você foi convidado a administrar a estação {name}. Conta: {account}. Entre com um código enviado a este telefone.',
    '您已被邀請管理站點「{name}」，帳號：{account}。請使用手機驗證碼登入。',
  ),
} as const;

export interface SaveAnswer extends ActionAnswer {
  notice?: string;
  overlaps?: { teamId: number; name: string; areaKm2: number }[];
}

/** Phone fields that the client may send back masked. */
const MASKED_FIELDS = ['contactTel', 'emergencyTel', 'adminTel'] as const;

/** Removes phones that the client sent back masked, because the user did not change them. */
export function withoutMasks<V extends PartialValues>(values: V, stored: TeamDraftValues): V {
  const kept: Record<string, unknown> = { ...values };
  for (const field of MASKED_FIELDS) {
    const known = stored[field];
    if (typeof kept[field] === 'string' && known && kept[field] === maskTel(known)) delete kept[field];
  }
  return kept as V;
}

export function plainProblem(ctx: ActorContext, field: TeamField, rule: string, message: TeamMessage): Problem {
  return { field, rule, message: teamMessage(message, ctx.locale), code: 40001, params: {} };
}

export function choiceProblem(ctx: ActorContext, field: TeamField): Problem {
  const message = validationText('choice', ctx.locale, { label: ctx.t(TEAM_FIELDS[field]) });
  return { field, rule: 'choice', message, code: 40001, params: {} };
}

/** The file fields and the upload scene of each field. */
const FILE_FIELDS = { logo: 'teamLogo', images: 'teamImage', licenceFile: 'licence' } as const satisfies Partial<
  Record<TeamField, FilePlace['scene']>
>;

/** Finds files that the caller may not attach. `stored` has the station's present files, which are always allowed. */
async function fileProblems(ctx: ActorContext, values: TeamDraftValues, stored: TeamDraftValues): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const field of ['logo', 'licenceFile', 'images'] as const) {
    const ids = [values[field] ?? []].flat();
    const usable = await usableFiles(ctx, { scene: FILE_FIELDS[field], ids, standing: [stored[field] ?? []].flat() });
    if (ids.some((id) => !usable.has(id))) problems.push(choiceProblem(ctx, field));
  }
  return problems;
}

/**
 * Finds a franchisee that the caller may choose: a franchisee in scope, or the station's present franchisee. An undo may choose any
 * franchisee. This function locks the franchisee. A concurrent termination of the franchisee therefore waits for this transaction and then
 * finds the station.
 */
async function chosenFranchisee(ctx: ActorContext, id: number, stored: TeamDraftValues) {
  const isKept = ctx.isUndo || stored.franchiseeId === id;
  if (!isKept && !(await franchisees(ctx.db, ctx.actor.scope)).some((one) => one.id === id)) return null;
  return await holdFranchisee(ctx.db, id);
}

/** Checks a draft's files and franchisee. Most other checks wait until the draft is submitted. */
export async function draftProblems(
  ctx: ActorContext,
  values: TeamDraftValues,
  stored: TeamDraftValues,
): Promise<Problem[]> {
  const problems = await fileProblems(ctx, values, stored);
  const whole = merge(stored, values);
  // If the request contains no franchisee and the station is a franchise station, check the franchisee that the draft already has.
  const franchiseeId = values.franchiseeId ?? (whole.teamType === 'franchise' ? whole.franchiseeId : null);
  if (franchiseeId) {
    const chosen = await chosenFranchisee(ctx, franchiseeId, stored);
    if (chosen === null) problems.push(choiceProblem(ctx, 'franchiseeId'));
    if (chosen?.status === 'terminated') problems.push(plainProblem(ctx, 'franchiseeId', 'active', 'notActive'));
  }
  return problems;
}

/** Checks values against database and settings: region, referenced records, files and foreign phone numbers. */
export async function referenceProblems(
  ctx: ActorContext,
  values: Partial<TeamValuesParsed>,
  stored: TeamDraftValues,
  touched: (field: TeamField) => boolean,
): Promise<Problem[]> {
  const { db } = ctx;
  const problems: Problem[] = [];
  const { provinceCode, cityCode, districtCode } = values;
  const regionTouched = touched('provinceCode') || touched('cityCode') || touched('districtCode');
  if (regionTouched && provinceCode && cityCode && districtCode) {
    if (!regionChain(provinceCode, cityCode, districtCode).ok) {
      problems.push(plainProblem(ctx, 'districtCode', 'chain', 'regionChain'));
    }
  }
  if ((touched('franchiseeId') || touched('teamType')) && values.teamType === 'franchise' && values.franchiseeId) {
    const found = await chosenFranchisee(ctx, values.franchiseeId, stored);
    if (!found || !isOpenIn('newStation', found.status)) {
      problems.push(plainProblem(ctx, 'franchiseeId', 'active', 'notActive'));
    }
  }
  if (touched('feePlanId') && values.feePlanId) {
    const found = await feePlan(db, values.feePlanId);
    if (!found || !isInForce(found, ctx.clock.now())) {
      problems.push(plainProblem(ctx, 'feePlanId', 'inForce', 'planNotInForce'));
    }
  }
  if (touched('adminIdentityId') && values.adminIdentityId) {
    const options = await identityOptions(db, 'station', ctx.locale);
    if (!options.some(({ id }) => id === values.adminIdentityId)) problems.push(choiceProblem(ctx, 'adminIdentityId'));
  }
  const { logo, images, licenceFile } = values;
  problems.push(
    ...(await fileProblems(
      ctx,
      {
        ...(touched('logo') && { logo }),
        ...(touched('images') && { images }),
        ...(touched('licenceFile') && { licenceFile }),
      },
      stored,
    )),
  );
  const intlAllowed = (await readSetting(db, 'locale')).allowIntlPhone;
  for (const field of ['contactTel', 'emergencyTel'] as const) {
    if (touched(field) && values[field]?.startsWith('+') && !intlAllowed) {
      const message = validationText('pattern', ctx.locale, { label: ctx.t(TEAM_FIELDS[field]) });
      problems.push({ field, rule: 'pattern', message, code: 40001, params: {} });
    }
  }
  return problems;
}

/** Reads the rate of a plan's technical service fee in basis points. It is 0 without a plan. */
export async function planRate(ctx: ActorContext, id: number | null | undefined): Promise<number> {
  return id ? ((await feePlan(ctx.db, id))?.platformRateBp ?? 0) : 0;
}

/**
 * Builds the refusal for a list of problems. If any problem has code 40001, the refusal is 40001 with all fields. Otherwise it has the
 * first problem's code.
 */
export function refusalOf(problems: readonly Problem[]): Refusal {
  const errors = problems.map(({ field, rule, message, at }) => ({ field, rule, message, ...(at && { at }) }));
  const first = problems[0];
  if (!first || problems.some(({ code }) => code === 40001)) return invalid(errors);
  return refuse(first.code, first.params, { errors });
}

/** Finds the stations that an area overlaps, largest overlap first. Names of stations out of scope are hidden. */
export async function overlapsOf(
  ctx: ActorContext,
  polygon: readonly LngLat[],
  exceptId: number | null,
): Promise<{ teamId: number; name: string; areaKm2: number }[]> {
  const met = new Map<number, { teamId: number; name: string; areaKm2: number }>();
  for await (const other of areasMeeting(ctx.db, boxOf(polygon), exceptId)) {
    const shared = overlapKm2(polygon, other.polygon);
    if (shared <= (met.get(other.id)?.areaKm2 ?? 0)) continue;
    const name = isInScope(ctx.actor.scope, other) ? other.name : ctx.t(WORDS.foreignStation);
    met.set(other.id, { teamId: other.id, name, areaKm2: shared });
  }
  return [...met.values()].sort((one, other) => other.areaKm2 - one.areaKm2);
}

/**
 * Applies the tenant's overlap policy to a new area.
 *
 * @returns the warning that the user must confirm, or `null` when the area may be saved
 * @throws Refusal 42223 when overlaps are forbidden
 */
export async function overlapWarning(
  ctx: ActorContext,
  polygon: readonly LngLat[],
  exceptId: number,
  confirmed: boolean,
): Promise<Pick<SaveAnswer, 'notice' | 'overlaps'> | null> {
  const { overlapPolicy } = await readSetting(ctx.db, 'teamDefaults');
  if (overlapPolicy === 'allow') return null;
  const overlaps = await overlapsOf(ctx, polygon, exceptId);
  const first = overlaps[0];
  if (!first) return null;
  if (overlapPolicy === 'forbid') {
    const params = { name: first.name, n: first.areaKm2 };
    const refusal = refuse(42223, params, { overlaps });
    throw refusal;
  }
  if (confirmed) return null;
  const names = overlaps.slice(0, 5).map(({ name, areaKm2: n }) => ctx.t(WORDS.overlapOne, { name, n }));
  return { notice: ctx.t(WORDS.overlap, { names: joined(ctx, names) }), overlaps };
}

/** Merges sent values over stored values. A field that was not sent keeps its stored value. */
export function merge(stored: TeamDraftValues, sent: TeamDraftValues): TeamDraftValues {
  const defined = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(defined) };
}

/**
 * Checks that only the owner changes the credit limit of a draft.
 * The credit limit decides how much a station may owe (DOMAIN §9.14).
 */
export function creditProblems(ctx: ActorContext, stored: TeamDraftValues, values: TeamDraftValues): Problem[] {
  const isSame = (values.creditLimitFen ?? 0) === (stored.creditLimitFen ?? 0);
  return isSame || ctx.actor.accountType === 'owner'
    ? []
    : [plainProblem(ctx, 'creditLimitFen', 'immutable', 'creditByOwner')];
}

/** Returns the values of `from` for the fields of `keys`, for "before" in the audit record. A missing value becomes `null`. */
export function pick(from: object, keys: object): Record<string, unknown> {
  const values = from as Record<string, unknown>;
  return Object.fromEntries(Object.keys(keys).map((key) => [key, values[key] ?? null]));
}

/**
 * Converts the given fields to columns, except the financial terms and the administrator. Area, hours and special days are stored in other
 * tables.
 */
export function valueColumns(values: Partial<TeamValuesParsed>): Updateable<Database['team']> {
  const centre = values.center === undefined ? null : parseLngLat(values.center);
  const { provinceCode, cityCode, districtCode } = values;
  const columns: Updateable<Database['team']> = {
    name: values.name,
    code: values.code,
    logo: values.logo,
    images: values.images && JSON.stringify(values.images),
    team_type: values.teamType,
    franchisee_id: values.franchiseeId,
    province_code: provinceCode,
    city_code: cityCode,
    district_code: districtCode,
    ...(provinceCode &&
      cityCode &&
      districtCode && { region_text: regionChain(provinceCode, cityCode, districtCode).text }),
    address: values.address,
    address_detail: values.addressDetail,
    ...(centre && { lng: centre.lng, lat: centre.lat }),
    service_types: values.serviceTypes && JSON.stringify(values.serviceTypes),
    book_days: values.bookDays,
    slot_min: values.slotMin,
    promise_min: values.promiseMin,
    max_distance_m: values.maxDistanceM,
    max_weight_g: values.maxWeightG,
    contact_name: values.contactName,
    contact_tel: values.contactTel,
    emergency_tel: values.emergencyTel,
    email: values.email,
    licence_no: values.licenceNo,
    licence_file: values.licenceFile,
    legal_name: values.legalName,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

export async function writeArea(
  ctx: ActorContext,
  teamId: number,
  area: { mode: TeamValuesParsed['areaMode']; hexSizeKm: number | null; polygon: readonly LngLat[] },
  when: { phase: 'current' | 'next'; from: Date },
  before: { areaKm2: number } | null,
  writer: Writer,
): Promise<void> {
  const size = areaKm2(area.polygon);
  await insertArea(
    ctx.db,
    {
      ...area,
      id: ctx.ids.next(),
      teamId,
      areaKm2: size,
      box: boxOf(area.polygon),
      phase: when.phase,
      effectiveFrom: when.from,
    },
    writer,
  );
  await appendLog(
    ctx.db,
    ctx.ids,
    {
      teamId,
      kind: 'area',
      subject: area.mode,
      before: { areaKm2: before?.areaKm2 ?? null },
      after: { areaKm2: size, effectiveFrom: when.from.toISOString() },
    },
    writer,
  );
}
