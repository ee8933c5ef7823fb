import { VIEWS } from '../../../contract/limits';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { viewEndpoints } from '../../../contract/view';
import { WORD } from '../../../contract/words';
import { missingRight } from '../../core/access/access';
import { type ActorContext, handlers } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { allIdentityOptions, identitiesOf } from '../account';
import {
  countHeld,
  defaultsOf,
  deleteForeignDefaults,
  deleteView,
  insertView,
  isOpenedWith,
  type Reader,
  type Scope,
  updateView,
  type ViewRecord,
  viewFor,
  viewsFor,
  writeDefault,
} from './store';

/** Id of the permission to edit identities. This permission also allows managing the views of an identity. */
const EDIT_IDENTITIES = 8102;

const WORDS = {
  name: WORD.name,
  identity: WORD.identity,
  saved: WORD.viewNameSaved,
  removed: text(
    '视图“{name}”已删除',
    'View “{name}” was deleted',
    'A visão “{name}” foi excluída',
    '檢視「{name}」已刪除',
  ),
  state: WORD.saved,
} as const;

async function readerOf({ db, actor }: ActorContext): Promise<Reader> {
  const identities = await identitiesOf(db, actor.accountId);
  return { accountId: actor.accountId, identityIds: identities.map(({ id }) => id) };
}

function mayChange(ctx: ActorContext, { scope, holderId }: { scope: Scope; holderId: number }): boolean {
  if (scope === 'own') return holderId === ctx.actor.accountId;
  return scope === 'identity' ? ctx.can(EDIT_IDENTITIES) : ctx.actor.accountType === 'owner';
}

/**
 * Checks that the caller may change a view with this scope and holder. The holder is an account or an identity, or 0 for a view of
 * everyone.
 * @throws Refusal 40301 without the permission to edit identities · 40304 when a caller other than the owner shares with everyone
 */
function assertMayChange(ctx: ActorContext, held: { scope: Scope; holderId: number }): void {
  if (mayChange(ctx, held)) return;
  throw held.scope === 'everyone' ? refuse(40304) : missingRight([EDIT_IDENTITIES], ctx.locale);
}

/** Checks that an identity exists. @throws Refusal 40401 (unknown identity) */
async function assertIdentityExists({ db, locale }: ActorContext, id: number): Promise<void> {
  const identities = await allIdentityOptions(db, locale);
  if (!identities.some((identity) => identity.id === id)) throw refuse(40401);
}

/** Loads a view that the caller can use. @throws Refusal 40401 (unknown view, or the caller cannot use it) */
async function requireView(ctx: ActorContext, id: number): Promise<ViewRecord> {
  const view = await viewFor(ctx.db, await readerOf(ctx), id);
  if (!view) throw refuse(40401);
  return view;
}

/** Refuses a call that is based on an old version. @throws Refusal 40901 with the present view */
async function refuseConflict(ctx: ActorContext, id: number): Promise<never> {
  const { name, query, version } = await requireView(ctx, id);
  throw conflict({ name, query, version }, null, null);
}

const answer = (ctx: ActorContext, id: number, name: string, version: number, message: 'saved' | 'removed') => ({
  id,
  no: name,
  state: 'saved',
  stateText: ctx.t(WORDS.state),
  version,
  message: ctx.t(WORDS[message], { name }),
});

/** Returns the fields of a view that the audit record contains. */
const told = ({
  list,
  name,
  query,
  scope,
  holderId,
}: Pick<ViewRecord, 'list' | 'name' | 'query' | 'scope' | 'holderId'>) => ({
  list,
  name,
  query,
  scope,
  ...(scope === 'identity' && { identityId: holderId }),
});

export const viewHandlers = handlers(viewEndpoints, {
  'common.View/getAll': async (ctx) => {
    const { actor, db } = ctx;
    const reader = await readerOf(ctx);
    const mayShare = ctx.can(EDIT_IDENTITIES);
    const [views, defaults, identities] = await Promise.all([
      viewsFor(db, reader),
      defaultsOf(db, actor.accountId, mayShare ? null : reader.identityIds),
      allIdentityOptions(db, ctx.locale),
    ]);
    const names = new Map(identities.map(({ id, name }) => [id, name]));
    const known = new Set(views.map(({ id }) => id));
    const lists = [...new Set(defaults.map(({ list }) => list))];
    const opensWith = lists.flatMap((list) => {
      const of = defaults.filter((row) => row.list === list);
      const own = of.find(({ scope }) => scope === 'own');
      const chosen =
        own ??
        of.find(
          ({ viewId, holderId }) => viewId !== null && known.has(viewId) && reader.identityIds.includes(holderId),
        );
      const viewId = chosen?.viewId ?? null;
      return viewId !== null && known.has(viewId) ? [{ list, viewId, own: own !== undefined }] : [];
    });
    return {
      list: views.map(({ holderId, createdBy: _by, ...view }) => ({
        ...view,
        identityId: view.scope === 'identity' ? holderId : null,
        identityName: view.scope === 'identity' ? (names.get(holderId) ?? null) : null,
        mayEdit: mayChange(ctx, { scope: view.scope, holderId }),
      })),
      defaults: opensWith,
      identityDefaults: mayShare
        ? defaults.flatMap(({ list, scope, holderId, viewId }) =>
            scope === 'identity' && viewId !== null ? [{ list, viewId, identityId: holderId }] : [],
          )
        : [],
      share: { identities: mayShare ? identities : [], everyone: actor.accountType === 'owner' },
    };
  },

  'common.View/save': async (ctx, { id, version, identityId, list, name, query, scope }) => {
    const { actor, db } = ctx;
    if (scope === 'identity' && identityId === undefined) {
      const message = validationText('requiredSelect', ctx.locale, { label: ctx.t(WORDS.identity) });
      throw invalid([{ field: 'identityId', rule: 'required', message }]);
    }
    const holderId = scope === 'own' ? actor.accountId : scope === 'identity' ? (identityId ?? 0) : 0;
    const values = { list, name, query, scope, holderId };
    assertMayChange(ctx, values);
    if (scope === 'identity') await assertIdentityExists(ctx, holderId);
    const writer = { id: actor.accountId, at: ctx.clock.now() };
    const before = id === undefined ? null : await requireView(ctx, id);
    if (before) assertMayChange(ctx, before);
    const isMoved = before === null || before.holderId !== holderId || before.list !== list || before.scope !== scope;
    if (isMoved && (await countHeld(db, values)) >= VIEWS.perList) throw refuse(42391, { n: VIEWS.perList });
    if (before) {
      const next = await updateView(db, { id: before.id, version }, values, writer);
      if (next === 'taken') throw refuse(40903, { field: WORDS.name });
      if (next === null) return await refuseConflict(ctx, before.id);
      await deleteForeignDefaults(db, before.id, values);
      ctx.audit({ objectId: before.id, objectNo: name, before: told(before), after: told(values) });
      return answer(ctx, before.id, name, next, 'saved');
    }
    const made = ctx.ids.next();
    if (!(await insertView(db, made, values, writer))) throw refuse(40903, { field: WORDS.name });
    ctx.audit({ objectId: made, objectNo: name, after: told(values) });
    return answer(ctx, made, name, 1, 'saved');
  },

  'common.View/remove': async (ctx, { id, version }) => {
    const view = await requireView(ctx, id);
    assertMayChange(ctx, view);
    const isDefault = await isOpenedWith(ctx.db, id);
    if (!(await deleteView(ctx.db, id, version))) return await refuseConflict(ctx, id);
    const before = { ...told(view), ...(isDefault && { isDefault }) };
    ctx.audit({ objectId: id, objectNo: view.name, before, after: null });
    return answer(ctx, id, view.name, version, 'removed');
  },

  'common.View/setDefault': async (ctx, { list, viewId, identityId }) => {
    const { actor, db } = ctx;
    if (identityId !== undefined && !ctx.can(EDIT_IDENTITIES)) throw missingRight([EDIT_IDENTITIES], ctx.locale);
    if (identityId !== undefined) await assertIdentityExists(ctx, identityId);
    const view = viewId === null ? null : await requireView(ctx, viewId);
    // All members of the identity must be able to see its default view.
    const isSeen =
      identityId === undefined ||
      view === null ||
      view.scope === 'everyone' ||
      (view.scope === 'identity' && view.holderId === identityId);
    if (view && (view.list !== list || !isSeen)) throw refuse(40401);
    const holder =
      identityId === undefined
        ? ({ scope: 'own', holderId: actor.accountId } as const)
        : ({ scope: 'identity', holderId: identityId } as const);
    await writeDefault(db, { list, ...holder, viewId });
    ctx.audit({
      ...(viewId !== null && { objectId: viewId }),
      ...(view && { objectNo: view.name }),
      after: { list, viewId, ...(identityId !== undefined && { identityId }) },
    });
    return {};
  },
});
