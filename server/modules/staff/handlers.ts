import { LIST_LIMITS } from '../../../contract/limits';
import { staffEndpoints } from '../../../contract/staff';
import { STAFF_FIELDS } from '../../../contract/staff.fields';
import { validationText } from '../../../contract/validation';
import { type ActorContext, handlers } from '../../core/context';
import { dayRange } from '../../core/days';
import { invalid, Refusal, refuse } from '../../core/refusal';
import { readSetting } from '../site';
import { assertTeamInScope, isInScope } from '../team';
import { departmentTree, removeDepartment, saveDepartment } from './departments';
import { importStaff } from './import';
import { disableStaff, enableStaff, handOverStaff, removeStaff, resetStaffPassword } from './lifecycle';
import { detailAnswer, refusalText, requireStaff, rowAnswers } from './people';
import { withBelow } from './rules';
import { createStaff, editStaff, setIdentities } from './save';
import { peopleCondition } from './scope';
import { departments, headOfficeIdentities, seatsUsed, staffById, staffPage, staffTotals } from './store';

/** Identities that reach one of these stations; the stations must lie in the caller's own scope. */
async function reachOf(ctx: ActorContext, teamIds: readonly number[]) {
  const teams = await Promise.all(teamIds.map((id) => assertTeamInScope(ctx, id)));
  const identities = await headOfficeIdentities(ctx.db);
  const reaching = identities.filter(({ scope: { kind, ids } }) => {
    if (kind === 'regions') {
      const codes = ids.map((code) => String(code).padStart(6, '0'));
      return teams.some((team) => isInScope({ kind, codes }, team));
    }
    return teams.some((team) => isInScope({ kind, ids }, team));
  });
  return { identityIds: reaching.map(({ id }) => id), teamIds };
}

export const staffHandlers = handlers(staffEndpoints, {
  'rights.Staff/getList': async (ctx, input) => {
    const { page, limit, sortField = 'createdAt', sortOrder = 'desc', lastLoginFrom, lastLoginTo, ...wanted } = input;
    const offset = (page - 1) * limit;
    if (offset + limit > LIST_LIMITS.deepestRow) throw refuse(40005);
    if (lastLoginFrom && lastLoginTo && lastLoginFrom > lastLoginTo) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const filter = {
      keyword: wanted.keyword,
      departmentIds: wanted.departmentId && withBelow(await departments(ctx.db), wanted.departmentId),
      identityIds: wanted.identityId,
      reach: wanted.teamId?.length ? await reachOf(ctx, wanted.teamId) : undefined,
      status: wanted.status,
      neverSignedIn: wanted.neverSignedIn,
      lastLoginFrom: lastLoginFrom ? dayRange(lastLoginFrom, lastLoginFrom, timeZone).from : undefined,
      lastLoginTo: lastLoginTo ? dayRange(lastLoginTo, lastLoginTo, timeZone).to : undefined,
      people: await peopleCondition(ctx.db, ctx),
    };
    const [people, totals, used] = await Promise.all([
      staffPage(ctx.db, filter, { offset, limit, sort: sortField, order: sortOrder }),
      staffTotals(ctx.db, filter),
      seatsUsed(ctx.db, false),
    ]);
    return {
      list: await rowAnswers(ctx, people),
      total: Math.min(totals.total, LIST_LIMITS.countCap),
      totalCapped: totals.total > LIST_LIMITS.countCap,
      page,
      limit,
      summary: {
        active: totals.active,
        disabled: totals.disabled,
        neverSignedIn: totals.neverSignedIn,
        seatsUsed: used,
        seats: ctx.deployment.staffSeats,
      },
      asOf: ctx.clock.now().toISOString(),
    };
  },

  'rights.Staff/getDetail': async (ctx, { id }) => detailAnswer(ctx, await requireStaff(ctx, id)),

  'rights.Staff/getDepartments': async (ctx) => ({ list: await departmentTree(ctx), canEdit: ctx.can(8202) }),

  'rights.Staff/save': async (ctx, { id, version, sendInvite, ...values }) => {
    if (!ctx.can(id === undefined ? 8201 : 8202)) throw refuse(40301);
    if (id !== undefined) return editStaff(ctx, { id, version }, values);
    if (values.tel.includes('*')) {
      const message = validationText('pattern', ctx.locale, { label: ctx.t(STAFF_FIELDS.tel) });
      throw invalid([{ field: 'tel', rule: 'pattern', message }]);
    }
    return createStaff(ctx, values, sendInvite);
  },

  'rights.Staff/setIdentity': (ctx, { identityIds, ...wanted }) => setIdentities(ctx, wanted, identityIds),
  'rights.Staff/resetPassword': (ctx, { id }) => resetStaffPassword(ctx, id),
  'rights.Staff/disable': (ctx, { reason, ...wanted }) => disableStaff(ctx, wanted, reason),
  'rights.Staff/enable': (ctx, { reason, ...wanted }) => enableStaff(ctx, wanted, reason),
  'rights.Staff/handOver': (ctx, { id, toId }) => handOverStaff(ctx, id, toId),
  'rights.Staff/remove': (ctx, wanted) => removeStaff(ctx, wanted),

  'rights.Staff/bulk': async (ctx, { action, ids, reason, identityIds }) => {
    if (action === 'setIdentity') ctx.requireSecond();
    if (action === 'setIdentity' && !identityIds) {
      const message = validationText('requiredSelect', ctx.locale, { label: ctx.t(STAFF_FIELDS.identityIds) });
      throw invalid([{ field: 'identityIds', rule: 'required', message }]);
    }
    const failed: { id: number; no: string; code: number; msg: string }[] = [];
    const done: number[] = [];
    for (const id of new Set(ids)) {
      try {
        if (action === 'disable') await disableStaff(ctx, { id, version: null }, reason);
        else await setIdentities(ctx, { id, version: null }, identityIds ?? []);
        done.push(id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const isHidden = error.code === 40302 || error.code === 40401;
        const no = isHidden ? '' : ((await staffById(ctx.db, id))?.account ?? '');
        failed.push({ id, no, code: error.code, msg: refusalText(ctx, error) });
      }
    }
    ctx.audit({
      after: { action, ids: done, ...(identityIds && { identityIds }) },
      detail: { failed: failed.map(({ id, code }) => ({ id, code })) },
      ...(reason && { reason }),
    });
    return { success: done.length, failed };
  },

  'rights.Staff/import': (ctx, input) => importStaff(ctx, input),

  'rights.Staff/saveDepartment': (ctx, { remove, ...wanted }) =>
    remove ? removeDepartment(ctx, wanted) : saveDepartment(ctx, wanted),
});
