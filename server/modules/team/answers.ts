import { formatLngLat } from '../../../contract/hexagon';
import { BUSINESS_STATE_TEXT, TEAM_FIELDS, TEAM_TYPE_TEXT } from '../../../contract/team.fields';
import type { TeamDraftValues, TeamRow } from '../../../contract/team.schema';
import { type TeamState, teamLifecycle } from '../../../contract/team.states';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { seesAmounts } from '../../core/access/access';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { fileUrl } from '../file';
import { riderCounts } from '../people';
import type { feePlan } from '../reference';
import { presentOf } from '../site';
import { type AreaRecord, areasOf } from './area-store';
import { businessState, hasHours } from './hours';
import { hoursOf, teamRows } from './list-store';
import type { LogRecord } from './log-store';
import { type Caller, isInForce, teamActions } from './rules';
import { maySee, missingTeam } from './scope';
import { findTeam, type TeamRecord } from './store';

/** This module reads station data and builds answers from it. List rows contain masked phones. */

export type FeePlan = NonNullable<Awaited<ReturnType<typeof feePlan>>>;

/** Texts about fee rules, history and missing fields in lists and details. */
export const WORDS = {
  feeOwn: text(
    '本站自定技术服务费 {fee}，优先于费用方案“{plan}”',
    'Own technical service fee {fee}; it takes precedence over the plan “{plan}”',
    'Tarifa de serviço técnico própria de {fee}; vale antes do plano “{plan}”',
    '本站自訂技術服務費 {fee}，優先於費用方案「{plan}」',
  ),
  feePlan: text(
    '按费用方案“{plan}”收取技术服务费 {fee}',
    'Technical service fee {fee} by the plan “{plan}”',
    'Tarifa de serviço técnico de {fee} pelo plano “{plan}”',
    '依費用方案「{plan}」收取技術服務費 {fee}',
  ),
  feeNone: text('未设置费用规则', 'No fee rule', 'Sem regra de tarifa', '未設定費用規則'),
  missingPlan: text('有效的费用方案', 'A fee plan in force', 'Plano de tarifas em vigor', '有效的費用方案'),
  missingAdmin: text(
    '管理员首次登录',
    'First sign-in of the administrator',
    'Primeiro acesso do administrador',
    '管理員首次登入',
  ),
  area: text(
    '服务区域 {old} → {new} 平方公里，{at} 生效',
    'Service area {old} → {new} km², takes effect on {at}',
    'Área de atendimento {old} → {new} km², entra em vigor em {at}',
    '服務區域 {old} → {new} 平方公里，{at} 生效',
  ),
  fee: text(
    '费用规则变更：{fields}，{at} 生效',
    'Fee rules changed: {fields}, takes effect on {at}',
    'Regras de tarifas alteradas: {fields}, entra em vigor em {at}',
    '費用規則變更：{fields}，{at} 生效',
  ),
  system: WORD.system,
} as const;

/** Joins list items with the separator of the caller's language. */
export function joined(ctx: Pick<ActorContext, 'locale'>, parts: readonly string[]): string {
  return parts.join(ctx.locale === 'zh-CN' || ctx.locale === 'zh-TW' ? '、' : ', ');
}

function callerOf(ctx: ActorContext): Caller {
  return { rules: ctx.actor.rules, isOwner: ctx.actor.accountType === 'owner' };
}

/** Returns the name of the person who made a change. For a change by the system, returns the translated word for “system”. */
export function byName(ctx: Pick<ActorContext, 't'>, line: { byId: number; byName: string }): string {
  return line.byId === 0 && line.byName === '' ? ctx.t(WORDS.system) : line.byName;
}

export function stateText(ctx: Pick<ActorContext, 'locale'>, state: TeamState): string {
  return teamLifecycle.stateText(state, ctx.locale);
}

/** Reads the platform's time zone, and the present day and time in this zone. */
export async function present(ctx: Pick<ActorContext, 'db' | 'clock'>) {
  const { at: now, timeZone, wall } = await presentOf(ctx);
  return { now, timeZone, wall };
}
export type Present = Awaited<ReturnType<typeof present>>;

/** Formats a moment as `yyyy-MM-dd HH:mm` in the platform's time zone, for use in sentences. */
export function wallText(at: Date, timeZone: string): string {
  const { day, minutes } = wallTime(at, timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Builds the list rows in the order of the ids. */
export async function rowAnswers(ctx: ActorContext, ids: readonly number[], at: Present): Promise<TeamRow[]> {
  const { db } = ctx;
  const [records, hours, riders] = await Promise.all([
    teamRows(db, ids, at.wall.day),
    hoursOf(db, ids, at.wall.day),
    riderCounts(db, ids, at.now),
  ]);
  const caller = callerOf(ctx);
  const amounts = seesAmounts(ctx);
  return records.map((team) => {
    const state = businessState(
      team.status,
      !hours.closedByHand.has(team.id),
      hours.week.get(team.id) ?? [],
      hours.holidays.get(team.id) ?? [],
      at.wall,
    );
    return {
      id: team.id,
      version: team.version,
      code: team.code,
      name: team.name,
      logoUrl: team.logo === null ? null : fileUrl(ctx.ports.secrets, ctx.clock, team.logo),
      regionText: team.regionText,
      teamType: team.teamType,
      teamTypeText: ctx.t(TEAM_TYPE_TEXT[team.teamType]),
      franchiseeName: team.franchiseeName,
      contactName: team.contactName,
      contactTel: maskTel(team.contactTel),
      status: listed(team.status),
      statusText: stateText(ctx, team.status),
      statusReason: team.statusReason,
      resumeAt: iso(team.resumeAt),
      businessState: state,
      businessStateText: ctx.t(BUSINESS_STATE_TEXT[state]),
      ridersOnline: riders.get(team.id)?.online ?? 0,
      ridersTotal: riders.get(team.id)?.total ?? 0,
      ordersToday: team.ordersToday ?? 0,
      gmv30dFen: amounts ? (team.gmvFen ?? 0) : null,
      feePlanName: team.feePlanName,
      openedAt: iso(team.openedAt),
      updatedAt: team.updatedAt.toISOString(),
      draftStep: team.draftStep,
      actions: teamActions(team.status, caller),
    };
  });
}

export function iso(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}

/** Narrows the type to states that a list can contain. Lists never contain deleted stations. */
function listed(status: TeamState): TeamRow['status'] {
  if (status === 'deleted') throw new Error('a deleted station was listed');
  return status;
}

/**
 * Returns a station's fields in the format of the wizard's form, for a station in any state. Phones are not masked.
 *
 * @param known the station's areas, if the caller has already started to read them
 */
export async function formValues(
  ctx: Pick<ActorContext, 'db'>,
  team: TeamRecord,
  known?: ReturnType<typeof areasOf>,
): Promise<TeamDraftValues> {
  if (team.status === 'draft') return team.draftValues as TeamDraftValues;
  const [hours, areas] = await Promise.all([hoursOf(ctx.db, [team.id], null), known ?? areasOf(ctx.db, team.id)]);
  return storedValues(team, areas.current, hours);
}

function storedValues(
  team: TeamRecord,
  area: AreaRecord | null,
  hours: Awaited<ReturnType<typeof hoursOf>>,
): TeamDraftValues {
  return {
    name: team.name,
    code: team.code,
    teamType: team.teamType,
    franchiseeId: team.franchiseeId,
    provinceCode: team.provinceCode,
    cityCode: team.cityCode,
    districtCode: team.districtCode,
    address: team.address,
    addressDetail: team.addressDetail,
    center: team.lng === null || team.lat === null ? null : formatLngLat({ lng: team.lng, lat: team.lat }),
    serviceTypes: team.serviceTypes as TeamDraftValues['serviceTypes'],
    logo: team.logo,
    images: team.images,
    areaMode: area?.mode ?? null,
    hexSizeKm: area?.hexSizeKm ?? null,
    polygon: area?.polygon ?? null,
    weekHours: fullWeek(hours.week.get(team.id) ?? []),
    holidays: hours.holidays.get(team.id) ?? [],
    bookDays: team.bookDays,
    slotMin: team.slotMin as TeamDraftValues['slotMin'],
    promiseMin: team.promiseMin,
    maxDistanceM: team.maxDistanceM,
    maxWeightG: team.maxWeightG,
    settlementMode: team.settlementMode,
    feePlanId: team.feePlanId,
    platformRateBp: team.platformRateBp,
    platformFixedFen: team.platformFixedFen,
    riderShareBp: team.riderShareBp,
    settleCycle: team.settleCycle,
    depositFen: team.depositFen,
    depositWarnFen: team.depositWarnFen,
    creditLimitFen: team.creditLimitFen,
    contactName: team.contactName,
    contactTel: team.contactTel,
    emergencyTel: team.emergencyTel,
    email: team.email,
    licenceNo: team.licenceNo,
    licenceFile: team.licenceFile,
    legalName: team.legalName,
    adminAccount: team.adminAccount,
    adminName: team.adminName,
    adminTel: team.adminTel,
    adminIdentityId: team.adminIdentityId,
    notifyBySms: team.notifyBySms,
  };
}

/** Returns seven days, Sunday first. A day without a row has no hours. */
export function fullWeek(days: readonly { weekday: number; ranges: { from: string; to: string }[] }[]) {
  return Array.from({ length: 7 }, (_, weekday) => ({
    weekday,
    ranges: days.find((day) => day.weekday === weekday)?.ranges ?? [],
  }));
}

/**
 * Lists what a station lacks for "Start business" (42226, DOMAIN §3.3). A station needs an area, hours, a fee plan in force and an active
 * administrator.
 */
export function startMissing(facts: {
  values: Pick<TeamDraftValues, 'polygon' | 'weekHours'>;
  plan: FeePlan | null;
  accounts: readonly { status: string }[];
  now: Date;
}): Text[] {
  const missing: Text[] = [];
  if ((facts.values.polygon ?? []).length === 0) missing.push(TEAM_FIELDS.polygon);
  if (!hasHours(facts.values.weekHours ?? [])) missing.push(TEAM_FIELDS.weekHours);
  if (!facts.plan || !isInForce(facts.plan, facts.now)) missing.push(WORDS.missingPlan);
  if (!facts.accounts.some(({ status }) => status === 'active')) missing.push(WORDS.missingAdmin);
  return missing;
}

/**
 * Describes one line of a station's history in the caller's language.
 * `switchText` is the function that describes a change of a switch.
 */
export function logText(
  ctx: ActorContext,
  line: LogRecord,
  timeZone: string,
  switchText: (line: LogRecord) => string,
): string {
  switch (line.kind) {
    case 'status':
      return `${stateText(ctx, line.before.status as TeamState)} → ${stateText(ctx, line.after.status as TeamState)}`;
    case 'switch':
      return switchText(line);
    case 'area':
      return ctx.t(WORDS.area, {
        old: String(line.before.areaKm2 ?? '–'),
        new: String(line.after.areaKm2 ?? '–'),
        at: wallText(new Date(String(line.after.effectiveFrom)), timeZone),
      });
    case 'fee': {
      const { effectiveFrom, ...changes } = line.after;
      const fields = Object.keys(changes).map((field) => {
        const label = (TEAM_FIELDS as Readonly<Record<string, Text>>)[field];
        return label ? ctx.t(label) : field;
      });
      return ctx.t(WORDS.fee, {
        fields: joined(ctx, fields),
        at: wallText(new Date(String(effectiveFrom)), timeZone),
      });
    }
  }
}

/**
 * Reads a station that the caller may see.
 *
 * @throws Refusal 40302 (out of scope), and the refusal of {@link missingTeam} for a missing or deleted station
 */
export async function findTeamInScope(ctx: Pick<ActorContext, 'db' | 'actor'>, id: number): Promise<TeamRecord> {
  const team = await findTeam(ctx.db, id);
  if (!team) throw missingTeam(ctx.actor);
  if (!maySee(ctx.actor, team)) throw refuse(40302);
  return team;
}

/** Reads a station after an earlier check proved that it exists. @throws Error when it was deleted meanwhile */
export async function requireTeam(ctx: Pick<ActorContext, 'db'>, id: number): Promise<TeamRecord> {
  const team = await findTeam(ctx.db, id);
  if (!team) throw new Error('the station disappeared while it was read');
  return team;
}
