import type { ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import { staffEndpoints } from '../../../contract/staff';
import { type BatchHandler, bulkResponse, targetIds, unwrapSingle } from '../../core/http/bulk';
import { handlers } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { departmentTree, removeDepartment, saveDepartment } from './departments';
import { filterOf } from './filter';
import { importStaff } from './import';
import { changeStates, handOverStaff, removeStaff, resetStaffPassword } from './lifecycle';
import { detailAnswer, fieldError, requireStaff, rowAnswers } from './people';
import { createStaff, editStaff, setIdentities } from './save';
import { accountsById, seatsUsed, staffIds, staffPage, staffTotals } from './store';

export const staffHandlers = handlers(staffEndpoints, {
  'rights.Staff/getList': async (ctx, input) => {
    const { sortField: sort = 'createdAt', sortOrder: order = 'desc' } = input;
    return paged(ctx, input, async (page) => {
      const filter = await filterOf(ctx, input);
      const [people, { total, ...totals }, used] = await Promise.all([
        staffPage(ctx.db, filter, { ...page, sort, order }),
        staffTotals(ctx.db, filter),
        seatsUsed(ctx.db, false),
      ]);
      return {
        list: await rowAnswers(ctx, people),
        total,
        summary: { ...totals, seatsUsed: used, seats: ctx.deployment.staffSeats },
      };
    });
  },

  'rights.Staff/getDetail': async (ctx, { id }) => detailAnswer(ctx, await requireStaff(ctx, id)),

  'rights.Staff/getDepartments': async (ctx) => ({
    list: await departmentTree(ctx),
    canEdit: ctx.can(RULE['rights.staff.edit']),
  }),

  'rights.Staff/save': async (ctx, { id, version, sendInvite, ...values }) => {
    if (!ctx.can(id === undefined ? RULE['rights.staff.create'] : RULE['rights.staff.edit'])) throw refuse(40301);
    return id === undefined ? createStaff(ctx, values, sendInvite) : editStaff(ctx, { id, version }, values);
  },

  'rights.Staff/setIdentity': async (ctx, input) => unwrapSingle(ctx, await setIdentities(ctx, [input])),
  'rights.Staff/resetPassword': (ctx, { id }) => resetStaffPassword(ctx, id),
  'rights.Staff/disable': async (ctx, input) => unwrapSingle(ctx, await changeStates(ctx, 'disable', [input])),
  'rights.Staff/enable': async (ctx, input) => unwrapSingle(ctx, await changeStates(ctx, 'enable', [input])),
  'rights.Staff/handOver': (ctx, { id, toId }) => handOverStaff(ctx, id, toId),
  'rights.Staff/remove': (ctx, wanted) => removeStaff(ctx, wanted),

  'rights.Staff/bulk': async (ctx, { action, reason, identityIds, ...target }) => {
    if (action === 'setIdentity') ctx.requireSecond();
    if (action === 'setIdentity' && !identityIds) {
      throw invalid([{ ...fieldError(ctx, 'identityIds', 'requiredSelect'), rule: 'required' }]);
    }
    const ids = await targetIds(ctx, target, staffEndpoints['rights.Staff/getList'], async (filter, most) =>
      staffIds(ctx.db, await filterOf(ctx, filter), most),
    );
    const outcomes =
      action === 'disable'
        ? await changeStates(
            ctx,
            'disable',
            ids.map((id) => ({ id, version: null, reason })),
          )
        : await setIdentities(
            ctx,
            ids.map((id) => ({ id, version: null, identityIds: identityIds ?? [] })),
          );
    const { answer, done, detail } = await bulkResponse(
      ctx,
      ids,
      outcomes,
      (refused) => accountsById(ctx.db, refused),
      (id) => ({ address: `rights.Staff/${action}`, input: { id } }),
    );
    const { filter } = target;
    ctx.audit({
      after: { action, ids: done, ...(filter && { filter }), ...(identityIds && { identityIds }) },
      detail,
      ...(reason && { reason }),
    });
    return answer;
  },

  'rights.Staff/import': (ctx, input) => importStaff(ctx, input),

  'rights.Staff/saveDepartment': (ctx, { remove, ...wanted }) =>
    remove ? removeDepartment(ctx, wanted) : saveDepartment(ctx, wanted),
});

type Asked<A extends keyof typeof staffEndpoints> = readonly ParsedOf<(typeof staffEndpoints)[A]>[];

/** Batch versions of single-person endpoints. The undo of a bulk call uses them. */
export const staffBatchHandlers = {
  'rights.Staff/enable': (ctx, inputs) => changeStates(ctx, 'enable', inputs as Asked<'rights.Staff/enable'>),
  'rights.Staff/setIdentity': (ctx, inputs) => setIdentities(ctx, inputs as Asked<'rights.Staff/setIdentity'>),
} satisfies Partial<Record<keyof typeof staffEndpoints, BatchHandler>>;
