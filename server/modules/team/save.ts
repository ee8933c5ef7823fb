import type { Updateable } from 'kysely';
import { formatLngLat, type LngLat, parseLngLat } from '../../../contract/hexagon';
import type { BuiltinIdentityKey } from '../../../contract/permissions';
import type { TeamDraftValues } from '../../../contract/team';
import { TEAM_FEE_FIELDS, TEAM_FIELDS, type TeamField } from '../../../contract/team.fields';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { exceedsWith } from '../../core/access/granting';
import { maskTel } from '../../core/access/mask';
import { isInScope, type TeamPlace } from '../../core/access/scope';
import type { Database } from '../../core/database/schema';
import { sqlState, violatedConstraint } from '../../core/database/transaction';
import type { ActorContext } from '../../core/http/context';
import { type Accepted, accepted, invalid, Refusal, refuse } from '../../core/http/refusal';
import { createAccount, identityOptions, usableIdentities } from '../account';
import { type FilePlace, usableFiles } from '../file';
import { feePlan, franchisee, franchisees } from '../reference';
import { regionChain } from '../region';
import { readSetting } from '../site';
import { formValues, joined, present, requireTeam, stateText, wallText } from './answers';
import { areaKm2, boxOf, overlapKm2 } from './geometry';
import {
  type ActionAnswer,
  actionAnswer,
  assertAllowed,
  feeColumns,
  loadForChange,
  nextChangeMoment,
  refuseConflict,
  writerOf,
} from './lifecycle';
import { changedFees, isInForce, takesEffectLater } from './rules';
import { assertTeamInScope } from './scope';
import {
  appendLog,
  areasMeeting,
  areasOf,
  insertArea,
  insertTeam,
  replaceHolidays,
  replaceHours,
  stateColumns,
  type TeamRecord,
  takenFields,
  updateTeam,
  type Writer,
} from './store';
import {
  checkWhole,
  fitTogether,
  missingFields,
  type PartialValues,
  type Problem,
  parseFields,
  relationProblems,
  requiredErrors,
  type TeamMessage,
  type TeamValuesParsed,
  takenProblem,
  teamMessage,
} from './values';

/** Drafts, submission and edits of stations (DOMAIN §3.3 `/teamList/addTeam`). */

const WORDS = {
  draftSaved: text('草稿已保存', 'Draft saved', 'Rascunho salvo', '草稿已儲存'),
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
  effectiveAt: text('生效时间', 'Effective time', 'Início da vigência', '生效時間'),
  invitation: text(
    '您已被邀请管理站点“{name}”，账号：{account}。请使用手机验证码登录。',
    'You are invited to manage the station {name}. Account: {account}. Sign in with a code sent to this phone.',
    'Você foi convidado a administrar a estação {name}. Conta: {account}. Entre com um código enviado a este telefone.',
    '您已被邀請管理站點「{name}」，帳號：{account}。請使用手機驗證碼登入。',
  ),
} as const;

interface SaveAnswer extends ActionAnswer {
  notice?: string;
  overlaps?: { teamId: number; name: string; areaKm2: number }[];
}

/** Fields that may arrive masked, with the stored value of the mask. */
const MASKED_FIELDS = ['contactTel', 'emergencyTel', 'adminTel'] as const;

/** A phone that came back as it was shown means "not changed". */
function withoutMasks<V extends PartialValues>(values: V, stored: TeamDraftValues): V {
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

function choiceProblem(ctx: ActorContext, field: TeamField): Problem {
  const message = validationText('choice', ctx.locale, { label: ctx.t(TEAM_FIELDS[field]) });
  return { field, rule: 'choice', message, code: 40001, params: {} };
}

/** The fields that hold files, and the place each uploads for. */
const FILE_FIELDS = { logo: 'teamLogo', images: 'teamImage', licenceFile: 'licence' } as const satisfies Partial<
  Record<TeamField, FilePlace['scene']>
>;

/** Files that the caller may not attach here; `stored` are the station's present files. */
async function fileProblems(ctx: ActorContext, values: TeamDraftValues, stored: TeamDraftValues): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const field of ['logo', 'licenceFile', 'images'] as const) {
    const ids = [values[field] ?? []].flat();
    const usable = await usableFiles(ctx, { scene: FILE_FIELDS[field], ids, standing: [stored[field] ?? []].flat() });
    if (ids.some((id) => !usable.has(id))) problems.push(choiceProblem(ctx, field));
  }
  return problems;
}

/** A franchisee that the caller may choose: one in their scope, or the station's present one. */
async function chosenFranchisee(ctx: ActorContext, id: number, stored: TeamDraftValues) {
  const isKept = ctx.isUndo || stored.franchiseeId === id;
  if (isKept) return await franchisee(ctx.db, id);
  return (await franchisees(ctx.db, ctx.actor.scope)).find((one) => one.id === id) ?? null;
}

/** A draft is not checked before it is submitted, except where a fault would reveal data that its author may not see. */
async function draftProblems(ctx: ActorContext, values: TeamDraftValues, stored: TeamDraftValues): Promise<Problem[]> {
  const problems = await fileProblems(ctx, values, stored);
  if (values.franchiseeId && !(await chosenFranchisee(ctx, values.franchiseeId, stored))) {
    problems.push(choiceProblem(ctx, 'franchiseeId'));
  }
  return problems;
}

/** What only the database knows about the values: do the things that they name exist and may they be used? */
async function referenceProblems(
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
    if (!found || (found.status !== 'active' && found.status !== 'expiring')) {
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

/** Technical fee rate of a plan in basis points; 0 for none. */
export async function planRate(ctx: ActorContext, id: number | null | undefined): Promise<number> {
  return id ? ((await feePlan(ctx.db, id))?.platformRateBp ?? 0) : 0;
}

/** The answer that a list of problems deserves: a code of the catalogue when all bear codes, else 40001 with every field. */
export function refusalOf(problems: readonly Problem[]): Refusal {
  const errors = problems.map(({ field, rule, message, at }) => ({ field, rule, message, ...(at && { at }) }));
  const first = problems[0];
  if (!first || problems.some(({ code }) => code === 40001)) return invalid(errors);
  return refuse(first.code, first.params, { errors });
}

/* ---- overlaps ---- */

/** Which other stations an area meets; the largest overlap first. Names out of scope are not told. */
export async function overlapsOf(
  ctx: ActorContext,
  polygon: readonly LngLat[],
  exceptId: number | null,
): Promise<{ teamId: number; name: string; areaKm2: number }[]> {
  const met = new Map<number, { teamId: number; name: string; areaKm2: number }>();
  for (const other of await areasMeeting(ctx.db, boxOf(polygon), exceptId)) {
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
 * @returns the warning that the person must confirm, or null when the area may be saved
 * @throws Refusal 42223 where overlaps are forbidden
 */
async function overlapWarning(
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

/* ---- drafts ---- */

/** Columns that a draft shows in the list; the rest of what was typed lies in `draft_values`. */
function draftColumns(values: TeamDraftValues): Updateable<Database['team']> {
  const { provinceCode, cityCode, districtCode } = values;
  const region = provinceCode && cityCode && districtCode ? regionChain(provinceCode, cityCode, districtCode) : null;
  return {
    name: values.name ?? '',
    code: values.code ?? '',
    logo: values.logo ?? null,
    team_type: values.teamType ?? 'self',
    franchisee_id: values.teamType === 'franchise' ? (values.franchiseeId ?? null) : null,
    province_code: provinceCode ?? null,
    city_code: cityCode ?? null,
    district_code: districtCode ?? null,
    region_text: region?.ok ? region.text : '',
    contact_name: values.contactName ?? '',
    contact_tel: values.contactTel ?? '',
    fee_plan_id: values.feePlanId ?? null,
    draft_values: JSON.stringify(values),
  };
}

/** Later entries win; an absent field leaves what was there. */
function merge(stored: TeamDraftValues, sent: TeamDraftValues): TeamDraftValues {
  const defined = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(defined) };
}

/** The owner decides how much a station may owe (DOMAIN §9.14): other people cannot change a draft's limit. */
function creditProblems(ctx: ActorContext, stored: TeamDraftValues, values: TeamDraftValues): Problem[] {
  const isSame = (values.creditLimitFen ?? 0) === (stored.creditLimitFen ?? 0);
  return isSame || ctx.actor.accountType === 'owner'
    ? []
    : [plainProblem(ctx, 'creditLimitFen', 'immutable', 'creditByOwner')];
}

/** @throws Refusal 40001 a credit limit that is not the owner's */
export async function saveDraft(
  ctx: ActorContext,
  input: { id?: number | undefined; version?: number | undefined; step: number; values: TeamDraftValues },
): Promise<ActionAnswer> {
  const writer = writerOf(ctx);
  const assertUsable = async (stored: TeamDraftValues): Promise<void> => {
    const problems = [
      ...creditProblems(ctx, stored, merge(stored, input.values)),
      ...(await draftProblems(ctx, input.values, stored)),
    ];
    if (problems.length > 0) throw refusalOf(problems);
  };
  if (input.id === undefined) {
    await assertUsable({});
    const id = await beginDraft(ctx, input.values, input.step, writer);
    ctx.audit({ objectId: id, after: { step: input.step, ...input.values } });
    return actionAnswer(
      ctx,
      { id, code: input.values.code ?? '', status: 'draft', version: 1 },
      ctx.t(WORDS.draftSaved),
    );
  }
  const team = await loadForChange(ctx, input.id, input.version ?? null);
  assertAllowed(ctx, team.status, 'removeDraft');
  const stored = team.draftValues as TeamDraftValues;
  await assertUsable(stored);
  const values = merge(stored, withoutMasks(input.values, stored));
  const version = await updateTeam(
    ctx.db,
    { id: team.id, version: team.version, from: ['draft'] },
    { ...draftColumns(values), draft_step: Math.max(input.step, team.draftStep ?? 1) },
    writer,
  );
  if (version === null) return await refuseConflict(ctx, await requireTeam(ctx, team.id));
  ctx.audit({ objectId: team.id, before: pick(stored, input.values), after: { step: input.step, ...input.values } });
  return actionAnswer(ctx, { ...team, code: values.code ?? '', version }, ctx.t(WORDS.draftSaved));
}

async function beginDraft(ctx: ActorContext, values: TeamDraftValues, step: number, writer: Writer): Promise<number> {
  const id = ctx.ids.next();
  await insertTeam(ctx.db, {
    ...(draftColumns(values) as Record<string, never>),
    id,
    status: 'draft',
    draft_step: step,
    created_at: writer.at,
    updated_at: writer.at,
    created_by: writer.id,
    updated_by: writer.id,
    created_by_name: writer.name,
    updated_by_name: writer.name,
  });
  return id;
}

/** The fields of one object that another one has, for "before" in the audit record. */
function pick(from: object, keys: object): Record<string, unknown> {
  const values = from as Record<string, unknown>;
  return Object.fromEntries(Object.keys(keys).map((key) => [key, values[key] ?? null]));
}

/** Belongs to one station only, so a copy leaves it out: the owner lends to a station, not to its copies; phones stay behind because a copy must not reveal them. */
const NOT_COPIED: readonly TeamField[] = [
  'name',
  'code',
  'creditLimitFen',
  'contactTel',
  'emergencyTel',
  'adminAccount',
  'adminName',
  'adminTel',
];

export async function copyTeam(ctx: ActorContext, id: number): Promise<ActionAnswer> {
  await assertTeamInScope(ctx, id);
  const team = await requireTeam(ctx, id);
  const values = { ...(await formValues(ctx, team)) };
  for (const field of NOT_COPIED) delete values[field];
  const draftId = await beginDraft(ctx, values, 1, writerOf(ctx));
  ctx.audit({ objectId: draftId, after: { copiedFrom: id } });
  return actionAnswer(ctx, { id: draftId, code: '', status: 'draft', version: 1 }, ctx.t(WORDS.copied));
}

/* ---- values → columns ---- */

/** Columns of the fields that are there; area, hours and special days have tables of their own. */
function valueColumns(values: Partial<TeamValuesParsed>): Updateable<Database['team']> {
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

async function writeArea(
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

/** Two people may take the same name in the same moment; the second meets the unique index. */
async function orTaken<T>(ctx: ActorContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    const constraint = violatedConstraint(error);
    if (constraint === 'team_name_key') throw refusalOf([takenProblem('name', ctx.locale)]);
    if (constraint === 'team_code_key') throw refusalOf([takenProblem('code', ctx.locale)]);
    throw error;
  }
}

/* ---- submit ---- */

/** The identity that a station's administrator gets unless another is chosen. */
const INITIAL_ADMIN: BuiltinIdentityKey = 'stationAdmin';

/** @throws Refusal 42343 · 42226 with the missing parts, 40001, 40903, 42221–42225, 42229 */
export async function submitTeam(
  ctx: ActorContext,
  input: { id: number; version: number; values: TeamDraftValues; confirmOverlap: boolean },
): Promise<SaveAnswer | Accepted<SaveAnswer>> {
  const team = await loadForChange(ctx, input.id, input.version);
  assertAllowed(ctx, team.status, 'submit');
  const stored = team.draftValues as TeamDraftValues;
  const draft = merge(stored, withoutMasks(input.values, stored));
  const values = await checkSubmission(ctx, team, draft, stored);
  const place = { id: null, ...values, franchiseeId: values.franchiseeId };
  if (!isInScope(ctx.actor.scope, place)) throw refuse(40302);

  await assertMayInvite(ctx, { ...place, id: team.id }, values.adminIdentityId);

  const warning = await overlapWarning(ctx, values.polygon, team.id, input.confirmOverlap);
  if (warning) return accepted({ ...actionAnswer(ctx, team), ...warning });

  const writer = writerOf(ctx);
  const adminId = await inviteAdmin(ctx, team.id, values);
  const version = await orTaken(ctx, () =>
    updateTeam(
      ctx.db,
      { id: team.id, version: team.version, from: ['draft'] },
      {
        ...stateColumns('submit', writer.at),
        ...valueColumns(values),
        ...feeColumns(changedFees(NO_FEES, values)),
        admin_account_id: adminId,
        admin_account: values.adminAccount,
        admin_name: values.adminName,
        admin_tel: values.adminTel,
        admin_identity_id: values.adminIdentityId,
        notify_by_sms: values.notifyBySms,
        draft_step: null,
        draft_values: '{}',
      },
      writer,
    ),
  );
  if (version === null) return await refuseConflict(ctx, await requireTeam(ctx, team.id));
  await replaceHours(ctx.db, team.id, values.weekHours);
  await replaceHolidays(ctx.db, team.id, values.holidays);
  const area = { mode: values.areaMode, hexSizeKm: values.hexSizeKm, polygon: values.polygon };
  await writeArea(ctx, team.id, area, { phase: 'current', from: writer.at }, null, writer);
  await appendLog(
    ctx.db,
    ctx.ids,
    { teamId: team.id, kind: 'status', subject: 'submit', before: { status: 'draft' }, after: { status: 'preparing' } },
    writer,
  );
  ctx.audit({
    objectId: team.id,
    objectNo: values.code,
    before: { status: 'draft' },
    after: { status: 'preparing', ...values },
  });
  const message = ctx.t(WORDS.submitted, { name: values.name });
  return actionAnswer(ctx, { id: team.id, code: values.code, status: 'preparing', version }, message);
}

/** What a draft's money columns hold before it is submitted: nothing that a value could equal. */
const NO_FEES = Object.fromEntries(TEAM_FEE_FIELDS.map((field) => [field, ''])) as Record<
  (typeof TEAM_FEE_FIELDS)[number],
  string
>;

async function checkSubmission(
  ctx: ActorContext,
  team: TeamRecord,
  draft: TeamDraftValues,
  stored: TeamDraftValues,
): Promise<TeamValuesParsed> {
  const { wall } = await present(ctx);
  const checked = checkWhole(draft, {
    locale: ctx.locale,
    today: wall.day,
    planRateBp: await planRate(ctx, draft.feePlanId),
  });
  if (!checked.ok && checked.missing.length > 0) {
    const errors = [
      ...requiredErrors(checked.missing, ctx.locale),
      ...checked.problems.map(({ field, rule, message }) => ({ field, rule, message })),
    ];
    const missing = checked.missing.map((field) => ctx.t(TEAM_FIELDS[field]));
    throw refuse(42226, { missing: joined(ctx, missing) }, { errors });
  }
  const parsed = checked.ok ? checked.values : parseFields(draft, ctx.locale).parsed;
  const problems = [
    ...(checked.ok ? [] : checked.problems),
    ...(await referenceProblems(ctx, parsed, stored, () => true)),
    ...creditProblems(ctx, stored, draft),
  ];
  const taken = await takenFields(ctx.db, { name: draft.name ?? undefined, code: draft.code ?? undefined }, team.id);
  problems.push(...taken.map((field) => takenProblem(field, ctx.locale)));
  if (!checked.ok || problems.length > 0) throw refusalOf(problems);
  return checked.values;
}

/**
 * A person cannot invite an administrator with more rights over this station than they have. The built-in station administrator
 * is an exception (DOMAIN §3.3): people who may open a station may invite one, although operations have fewer rights.
 *
 * @throws Refusal 42343
 */
async function assertMayInvite(ctx: ActorContext, place: TeamPlace, identityId: number): Promise<void> {
  const identity = (await usableIdentities(ctx.db, 'station')).find(({ id }) => id === identityId);
  if (!identity) throw refusalOf([choiceProblem(ctx, 'adminIdentityId')]);
  if (identity.builtinKey === INITIAL_ADMIN || ctx.actor.accountType === 'owner') return;
  const rights = { identities: [identity], teamIds: [place.id], franchiseeId: place.franchiseeId };
  if (exceedsWith(ctx.actor, rights, [place])) throw refuse(42343);
}

/** Makes the administrator's account, invited, and tells the person by SMS once everything is stored. */
async function inviteAdmin(ctx: ActorContext, teamId: number, values: TeamValuesParsed): Promise<number> {
  const id = await createAccount(ctx, {
    accountType: 'station',
    account: values.adminAccount,
    name: values.adminName,
    tel: values.adminTel,
    identityIds: [values.adminIdentityId],
    teamIds: [teamId],
    franchiseeId: values.franchiseeId,
    createdBy: ctx.actor.accountId,
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 40903) throw error;
    const field = (error.data as { taken?: string } | null)?.taken === 'tel' ? 'adminTel' : 'adminAccount';
    throw refusalOf([takenProblem(field, ctx.locale)]);
  });
  if (values.notifyBySms) {
    const message = ctx.t(WORDS.invitation, { name: values.name, account: values.adminAccount });
    ctx.afterCommit(() => ctx.ports.sms.send({ tel: values.adminTel, scene: 0, text: message, locale: ctx.locale }));
  }
  return id;
}

/* ---- update ---- */

/** Fields that are checked against each other: when one of a group is sent, the whole group is looked at. */
const GROUPS: readonly (readonly TeamField[])[] = [['polygon', 'center'], ['weekHours'], ['holidays'], ['licenceNo']];

const ADMIN_FIELDS = ['adminAccount', 'adminName', 'adminTel', 'adminIdentityId', 'notifyBySms'] as const;

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

export async function updateTeamValues(
  ctx: ActorContext,
  input: {
    id: number;
    version: number;
    values: TeamDraftValues;
    effectiveAt?: string | undefined;
    confirmOverlap: boolean;
  },
): Promise<SaveAnswer | Accepted<SaveAnswer>> {
  const team = await loadForChange(ctx, input.id, input.version);
  if (team.status === 'draft' || team.status === 'closed') {
    throw refuse(42201, { state: stateText(ctx, team.status) });
  }
  const stored = await formValues(ctx, team);
  const sent = changedValues(withoutMasks(input.values, stored), stored);
  const values = await checkEdit(ctx, team, stored, sent);
  const later = takesEffectLater(team.status);
  const effectiveFrom = await effectiveMoment(ctx, input.effectiveAt);
  const isTouched = (field: TeamField) => field in sent;

  const hasArea = isTouched('polygon') || isTouched('areaMode') || isTouched('hexSizeKm');
  if (isTouched('polygon')) {
    const warning = await overlapWarning(ctx, values.polygon, team.id, input.confirmOverlap);
    if (warning) return accepted({ ...actionAnswer(ctx, team), ...warning });
  }
  const place = { id: team.id, ...values };
  if (!isInScope(ctx.actor.scope, place)) throw refuse(40302);

  const writer = writerOf(ctx);
  const written = Object.fromEntries(
    Object.entries(values).filter(([field]) => isTouched(field as TeamField) || regionGoesWith(field, isTouched)),
  ) as Partial<TeamValuesParsed>;
  const version = await orTaken(ctx, () =>
    updateTeam(
      ctx.db,
      { id: team.id, version: team.version, from: ['preparing', 'operating', 'paused', 'frozen'] },
      valueColumns(written),
      writer,
    ),
  );
  if (version === null) return await refuseConflict(ctx, await requireTeam(ctx, team.id));
  if (isTouched('weekHours')) await replaceHours(ctx.db, team.id, values.weekHours);
  if (isTouched('holidays')) await replaceHolidays(ctx.db, team.id, values.holidays);
  if (hasArea) {
    const { current } = await areasOf(ctx.db, team.id);
    const area = { mode: values.areaMode, hexSizeKm: values.hexSizeKm, polygon: values.polygon };
    const when = later
      ? ({ phase: 'next', from: effectiveFrom } as const)
      : ({ phase: 'current', from: writer.at } as const);
    await writeArea(ctx, team.id, area, when, current, writer);
  }
  ctx.audit({
    objectId: team.id,
    objectNo: team.code,
    before: pick(stored, sent),
    after: { ...sent },
  });
  const message =
    later && hasArea
      ? ctx.t(WORDS.savedLater, { name: values.name, at: wallText(effectiveFrom, (await present(ctx)).timeZone) })
      : ctx.t(WORDS.saved, { name: values.name });
  return actionAnswer(ctx, { ...team, code: values.code, version }, message);
}

/** The text of the region is written from all three codes, and the franchisee follows the type. */
function regionGoesWith(field: string, isTouched: (field: TeamField) => boolean): boolean {
  const codes = ['provinceCode', 'cityCode', 'districtCode'] as const;
  if ((codes as readonly string[]).includes(field)) return codes.some(isTouched);
  return field === 'franchiseeId' && isTouched('teamType');
}

/** Only what differs from what is stored; coordinates are compared as they are kept. */
function changedValues(sent: TeamDraftValues, stored: TeamDraftValues): TeamDraftValues {
  return Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => {
      if (value === undefined) return false;
      const known = stored[field as TeamField];
      if (field === 'center' && typeof value === 'string') {
        const point = parseLngLat(value);
        return point === null || formatLngLat(point) !== known;
      }
      if (field === 'weekHours' && Array.isArray(value)) {
        const sorted = [...(value as { weekday: number }[])].sort((one, other) => one.weekday - other.weekday);
        return !same(sorted, known);
      }
      return !same(value, known);
    }),
  );
}

async function effectiveMoment(ctx: ActorContext, wanted: string | undefined): Promise<Date> {
  if (wanted === undefined) return await nextChangeMoment(ctx);
  const at = new Date(wanted);
  if (at <= ctx.clock.now()) {
    const message = validationText('future', ctx.locale, { label: ctx.t(WORDS.effectiveAt) });
    throw invalid([{ field: 'effectiveAt', rule: 'future', message }]);
  }
  return at;
}

async function checkEdit(
  ctx: ActorContext,
  team: TeamRecord,
  stored: TeamDraftValues,
  sent: TeamDraftValues,
): Promise<TeamValuesParsed> {
  const merged = merge(stored, sent);
  // Fields that were incomplete before may stay so until they are edited; this edit must not add incomplete ones.
  const before = new Set(missingFields(stored));
  const missing = missingFields(merged).filter((field) => !before.has(field) || field in sent);
  const { parsed, problems } = parseFields(pick(merged, sent) as PartialValues, ctx.locale);
  const looked: Partial<Record<TeamField, unknown>> = {};
  for (const group of GROUPS) {
    if (!group.some((field) => field in sent)) continue;
    for (const field of group) {
      const value = field in sent ? parsed[field] : stored[field];
      if (value !== undefined && value !== null) looked[field] = value;
    }
  }
  const { wall } = await present(ctx);
  problems.push(
    ...relationProblems(looked as Partial<TeamValuesParsed>, {
      locale: ctx.locale,
      today: wall.day,
      planRateBp: 0,
      knownHolidays: new Set((stored.holidays ?? []).map(({ date }) => date)),
    }),
  );
  if ('code' in sent && team.openedAt !== null) problems.push(plainProblem(ctx, 'code', 'immutable', 'codeFixed'));
  // No person alone changes what a station pays or keeps (DOMAIN §9, decision 30).
  for (const field of TEAM_FEE_FIELDS) {
    if (field in sent) problems.push(plainProblem(ctx, field, 'immutable', 'termsFixed'));
  }
  for (const field of ADMIN_FIELDS) {
    if (field in sent) problems.push(plainProblem(ctx, field, 'immutable', 'adminFixed'));
  }
  const values = fitTogether({ ...stored, ...sent, ...parsed } as TeamValuesParsed);
  problems.push(...(await referenceProblems(ctx, values, stored, (field) => field in sent)));
  const wanted = {
    ...('name' in sent && { name: values.name }),
    ...('code' in sent && { code: values.code }),
  };
  if (wanted.name ?? wanted.code) {
    const taken = await takenFields(ctx.db, wanted, team.id);
    problems.push(...taken.map((field) => takenProblem(field, ctx.locale)));
  }
  if (missing.length > 0) {
    throw invalid([
      ...requiredErrors(missing, ctx.locale),
      ...problems.map(({ field, rule, message }) => ({ field, rule, message })),
    ]);
  }
  if (problems.length > 0) throw refusalOf(problems);
  return values;
}
