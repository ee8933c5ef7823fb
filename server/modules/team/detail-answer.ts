import { TEAM_TYPE_TEXT } from '../../../contract/team.fields';
import type { TeamDetail, TeamDraftValues } from '../../../contract/team.schema';
import type { TeamState } from '../../../contract/team.states';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { percentText, yuanText } from '../../core/money/amounts';
import { accountsOfTeam } from '../account';
import { fileUrl } from '../file';
import { ridersOf } from '../people';
import { feePlans } from '../reference';
import {
  byName,
  type FeePlan,
  formValues,
  fullWeek,
  iso,
  present,
  rowAnswers,
  startMissing,
  stateText,
  WORDS,
} from './answers';
import { areasOf } from './area-store';
import { logRows } from './log-store';
import { planAt, technicalFee } from './rules';
import { nextFeeOf, type TeamRecord } from './store';

/** This module builds the detail of a station for its drawer. */

const maskOrNull = (tel: string | null | undefined) => (tel ? maskTel(tel) : null);

/** Builds the station's complete detail (DOMAIN §3.3 "Detail drawer"). The caller has already checked the scope. */
export async function detailAnswer(ctx: ActorContext, team: TeamRecord): Promise<TeamDetail> {
  const { db } = ctx;
  const at = await present(ctx);
  const ownAreas = areasOf(db, team.id);
  const [rows, values, areas, nextFee, plans, riders, accounts, history] = await Promise.all([
    rowAnswers(ctx, [team.id], at),
    formValues(ctx, team, ownAreas),
    ownAreas,
    nextFeeOf(db, team.id),
    feePlans(db),
    ridersOf(db, team.id, at.now),
    accountsOfTeam(db, team.id),
    logRows(db, { teamIds: [team.id], kinds: ['status'] }, { offset: 0, limit: 50, sortOrder: 'desc' }),
  ]);
  const row = rows[0];
  if (!row) throw new Error('the station disappeared while it was read');
  const plan = plans.find(({ id }) => id === values.feePlanId) ?? null;
  const url = (file: number) => fileUrl(ctx.ports.secrets, ctx.clock, file);
  const logo = values.logo ?? null;
  return {
    ...row,
    logoUrl: logo === null ? null : url(logo),
    name: values.name ?? '',
    code: values.code ?? '',
    teamType: values.teamType ?? 'self',
    teamTypeText: ctx.t(TEAM_TYPE_TEXT[values.teamType ?? 'self']),
    contactName: values.contactName ?? '',
    contactTel: maskTel(values.contactTel ?? ''),
    franchiseeId: values.franchiseeId ?? null,
    provinceCode: values.provinceCode ?? null,
    cityCode: values.cityCode ?? null,
    districtCode: values.districtCode ?? null,
    address: values.address ?? null,
    addressDetail: values.addressDetail ?? null,
    center: values.center ?? null,
    serviceTypes: values.serviceTypes ?? [],
    logo,
    images: values.images ?? [],
    imageUrls: (values.images ?? []).map(url),
    ...areaFacts(values, areas),
    nextFee: nextFee && { changes: nextFee.changes, effectiveFrom: nextFee.effectiveFrom.toISOString() },
    weekHours: values.weekHours ?? fullWeek([]),
    holidays: values.holidays ?? [],
    bookDays: values.bookDays ?? null,
    slotMin: values.slotMin ?? null,
    promiseMin: values.promiseMin ?? null,
    maxDistanceM: values.maxDistanceM ?? null,
    maxWeightG: values.maxWeightG ?? null,
    settlementMode: values.settlementMode ?? null,
    feePlanId: values.feePlanId ?? null,
    platformRateBp: values.platformRateBp ?? null,
    platformFixedFen: values.platformFixedFen ?? null,
    riderShareBp: values.riderShareBp ?? null,
    settleCycle: values.settleCycle ?? null,
    depositFen: values.depositFen ?? 0,
    depositWarnFen: values.depositWarnFen ?? 0,
    creditLimitFen: values.creditLimitFen ?? 0,
    feeRule: feeRule(ctx, values, planAt(plans, values.feePlanId ?? null, at.now)),
    emergencyTel: maskOrNull(values.emergencyTel),
    email: values.email ?? null,
    licenceNo: values.licenceNo ?? null,
    licenceFile: values.licenceFile ?? null,
    licenceUrl: values.licenceFile ? url(values.licenceFile) : null,
    legalName: values.legalName ?? null,
    adminAccount: values.adminAccount ?? null,
    adminName: values.adminName ?? null,
    adminTel: maskOrNull(values.adminTel),
    adminIdentityId: values.adminIdentityId ?? null,
    notifyBySms: values.notifyBySms ?? true,
    createdAt: team.createdAt.toISOString(),
    createdByName: team.createdByName,
    updatedByName: team.updatedByName,
    ...peopleOf(ctx, riders, accounts),
    statusHistory: history.map((line) => changeOf(ctx, line)),
    missing:
      team.status === 'preparing'
        ? startMissing({ values, plan, accounts, now: at.now }).map((part) => ctx.t(part))
        : [],
  };
}

/** Returns the station's current, next and previous area. */
function areaFacts(values: TeamDraftValues, { current, next, previous }: Awaited<ReturnType<typeof areasOf>>) {
  return {
    areaMode: values.areaMode ?? null,
    hexSizeKm: values.hexSizeKm ?? null,
    polygon: [...(values.polygon ?? [])],
    areaKm2: current?.areaKm2 ?? null,
    areaEffectiveFrom: iso(current?.effectiveFrom ?? null),
    nextArea: next && {
      polygon: next.polygon,
      areaKm2: next.areaKm2,
      effectiveFrom: next.effectiveFrom.toISOString(),
    },
    previousPolygon: previous?.polygon ?? null,
  };
}

/** Lists the station's riders and accounts. Phones are masked. */
function peopleOf(
  ctx: ActorContext,
  riders: Awaited<ReturnType<typeof ridersOf>>,
  accounts: Awaited<ReturnType<typeof accountsOfTeam>>,
) {
  return {
    riders: riders.map(({ id, riderNo, name, tel, statusText, online }) => ({
      ...{ id, riderNo, name, online },
      tel: maskTel(tel),
      statusText: ctx.t(statusText),
    })),
    accounts: accounts.map(({ id, account, name, statusText, identityNames, lastLoginAt }) => ({
      ...{ id, account, name },
      statusText: ctx.t(statusText),
      identityNames: [...identityNames],
      lastLoginAt: iso(lastLoginAt),
    })),
  };
}

/** Converts one history line to a state change of the detail. */
const changeOf = (ctx: ActorContext, line: Awaited<ReturnType<typeof logRows>>[number]) => ({
  id: line.id,
  at: line.at.toISOString(),
  fromText: stateText(ctx, line.before.status as TeamState),
  toText: stateText(ctx, line.after.status as TeamState),
  reason: line.reason,
  byName: byName(ctx, line),
});

/** Describes the technical service fee, and whether the station's own terms or its fee plan set the fee. */
function feeRule(ctx: ActorContext, values: TeamDraftValues, plan: FeePlan | null): TeamDetail['feeRule'] {
  const fee = technicalFee(
    { platformRateBp: values.platformRateBp ?? null, platformFixedFen: values.platformFixedFen ?? null },
    plan && { rateBp: plan.platformRateBp, fixedFen: plan.platformFixedFen },
  );
  if (fee.source === 'none') return { source: 'none', text: ctx.t(WORDS.feeNone) };
  const rate = ctx.t(percentText(fee.rateBp));
  const amounts = [fee.rateBp > 0 ? rate : '', fee.fixedFen > 0 ? `¥${ctx.t(yuanText(fee.fixedFen))}` : ''];
  return {
    source: fee.source,
    text: ctx.t(fee.source === 'own' ? WORDS.feeOwn : WORDS.feePlan, {
      fee: amounts.filter(Boolean).join(' + ') || rate,
      plan: plan?.name ?? '–',
    }),
  };
}
