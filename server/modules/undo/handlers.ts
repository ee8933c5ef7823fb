import { bulkData } from '../../../contract/endpoint';
import { objectText } from '../../../contract/record.texts';
import { text } from '../../../contract/text';
import { type UNDO_STATES, undoEndpoints } from '../../../contract/undo';
import { DAY_MS } from '../../../contract/units';
import { bulkResponseFrom } from '../../core/http/bulk';
import { type ActorContext, handlers } from '../../core/http/context';
import { Refusal, refuse } from '../../core/http/refusal';
import { accountNames } from '../account';
import { actionName, bulkDetail, ownActions } from '../record';
import { entriesOf, laterThan, lockEntries, markUndone, type UndoEntry } from './store';

type UndoState = (typeof UNDO_STATES)[number];

const SHOWN = 30;

const WHY: Readonly<Record<UndoState, ReturnType<typeof text> | null>> = {
  open: null,
  undone: text('已撤销', 'Undone already', 'Já foi desfeita', '已復原'),
  late: text('已超过可撤销时间', 'Too late to undo', 'O prazo para desfazer acabou', '已超過可復原時間'),
  changed: text(
    '此后该对象又有改动',
    'It has been changed since',
    'Algo foi feito com isto depois',
    '此後該物件又有變更',
  ),
  never: text('此操作不可撤销', 'This action cannot be undone', 'Não pode ser desfeita', '此操作不可復原'),
};
const WORDS = {
  done: text('已撤销：{action}', 'Undone: {action}', 'Desfeita: {action}', '已復原：{action}'),
  several: text('已撤销 {n} 项', '{n} undone', 'Desfeitas: {n}', '已復原 {n} 項'),
  undone: text('已撤销', 'Undone', 'Desfeita', '已復原'),
  gone: text('已无可恢复的内容', 'Nothing is left to restore', 'Não há mais nada a desfazer', '已無可恢復的內容'),
  changedBy: text(
    '此后{name}又作了改动，不能撤销',
    '{name} has changed it since, so it cannot be undone',
    '{name} mexeu nisto depois; não é possível desfazer',
    '此後{name}又作了變更，不能復原',
  ),
} as const;

/** Computes the undo state of an action from the counts of its undo entries and their deadline. */
const stateOf = (
  entry: { readonly until: Date; readonly undone: number; readonly left: number } | undefined,
  now: Date,
): UndoState => {
  if (!entry) return 'never';
  const isLate = entry.until.getTime() <= now.getTime();
  if (entry.left > 0 && !isLate) return 'open';
  if (entry.undone > 0) return 'undone';
  return entry.left === 0 ? 'changed' : 'late';
};

/** Computes the refusals of entries that cannot be undone now, by entry id. An entry without a refusal can be undone. */
async function refusalsOf(ctx: ActorContext, recordId: number, entries: readonly UndoEntry[]) {
  const later = await laterThan(ctx.db, recordId);
  const names = await accountNames(
    ctx.db,
    [...later.values()].map(({ accountId }) => accountId),
  );
  const now = ctx.clock.now();
  const closed = (state: 'undone' | 'late') => refuse(42201, { state: '' }, null, ctx.t(WHY[state] ?? WORDS.undone));
  return new Map(
    entries.flatMap((entry): [number, Refusal][] => {
      const since = later.get(entry.id);
      if (entry.undone_at !== null) return [[entry.id, closed('undone')]];
      if (since) {
        const name = names.get(since.accountId) ?? '';
        const data = { current: null, changedBy: name, changedAt: since.at.toISOString() };
        return [[entry.id, refuse(40901, {}, data, ctx.t(WORDS.changedBy, { name }))]];
      }
      return entry.until <= now || entry.payload === null ? [[entry.id, closed('late')]] : [];
    }),
  );
}

/** Undoes one entry by calling its compensation. @returns the answer of the compensation */
async function takeBack(ctx: ActorContext, { id, record_id: recordId, address, compensation, payload }: UndoEntry) {
  const done = await ctx.compensate({
    address: compensation,
    input: payload ?? {},
    undoes: { recordId, address },
  });
  await markUndone(ctx.db, [id], ctx.clock.now());
  return done;
}

/**
 * Undoes the single entry of a call.
 * @throws Refusal 42201 when the compensation covers several objects and none of them succeeds
 */
async function takeBackOne(ctx: ActorContext, entry: UndoEntry) {
  const { data } = await takeBack(ctx, entry);
  const several = bulkData.safeParse(data).data;
  if (several && several.success === 0) throw refuse(42201, { state: '' }, null, ctx.t(WORDS.gone));
  const told = typeof data === 'object' && data !== null && 'message' in data ? data.message : null;
  const action = typeof told === 'string' ? told : ctx.t(WORDS.undone);
  const message = several ? ctx.t(WORDS.several, { n: several.success }) : ctx.t(WORDS.done, { action });
  return { message, success: several?.success ?? 1, failed: several?.failed ?? [] };
}

/**
 * Undoes the entries of a call. A refused entry does not stop the others. Objects with later changes stay unchanged, and the answer
 * names the people who changed them.
 */
async function takeBackEach(ctx: ActorContext, entries: readonly UndoEntry[], refusals: ReadonlyMap<number, Refusal>) {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const of = (id: number) => {
    const entry = known.get(id);
    if (!entry) throw new Error('an entry disappeared while it was locked');
    return entry;
  };
  let money = false;
  const waiting = entries.filter(({ undone_at }) => undone_at === null);
  const outcomes = new Map<number, Refusal | null>();
  const sound = new Map<string, UndoEntry[]>();
  for (const entry of waiting) {
    const refusal = refusals.get(entry.id);
    if (refusal) outcomes.set(entry.id, refusal);
    else {
      const group = sound.get(entry.compensation) ?? [];
      group.push(entry);
      sound.set(entry.compensation, group);
    }
  }
  const [{ record_id: recordId, address }] = entries as readonly [UndoEntry];
  const undoes = { recordId, address };
  for (const [compensation, group] of sound) {
    const inputs = group.map(({ payload }) => payload ?? {});
    const done = await ctx.compensateEach({ address: compensation, inputs, undoes });
    for (const [index, one] of done.entries()) {
      const refusal = one instanceof Refusal ? one : null;
      outcomes.set(group[index]?.id ?? 0, refusal);
      money ||= !(one instanceof Refusal) && one.change.money === true;
    }
  }
  const { answer, done } = await bulkResponseFrom(
    ctx,
    waiting.map(({ id }) => ({ id, refusal: outcomes.get(id) ?? null })),
    async (id) => of(id).object_no,
  );
  await markUndone(ctx.db, done, ctx.clock.now());
  const failed = answer.failed.map((row) => ({ ...row, id: of(row.id).object_id ?? row.id }));
  ctx.audit({
    after: { ids: done.map((id) => of(id).object_id) },
    detail: { failed: failed.map(({ id, code }) => ({ id, code })), undoes },
    money,
  });
  return { message: ctx.t(WORDS.several, { n: answer.success }), success: answer.success, failed };
}

export const undoHandlers = handlers(undoEndpoints, {
  'common.Undo/getList': async (ctx) => {
    const now = ctx.clock.now();
    const { accountId } = ctx.actor;
    const actions = await ownActions(ctx.db, accountId, new Date(now.getTime() - DAY_MS), SHOWN);
    const ids = actions.map(({ id }) => id);
    const entries = ids.length === 0 ? [] : await entriesOf(ctx.db, accountId, ids);
    return {
      list: actions.map((action) => {
        const entry = entries.find(({ recordId }) => recordId === action.id);
        const state = stateOf(entry, now);
        const why = WHY[state];
        return {
          id: action.id,
          at: action.at.toISOString(),
          actionText: actionName(
            action.module,
            action.action,
            action.objectType,
            ctx.locale,
            bulkDetail(action.action, action.after),
          ),
          objectText: objectText(action.objectType)?.[ctx.locale] ?? action.objectType,
          objectNo: action.objectNo,
          count: entry?.count ?? 0,
          left: state === 'open' ? (entry?.left ?? 0) : 0,
          undoId: state === 'open' ? action.id : null,
          until: entry?.until.toISOString() ?? null,
          state,
          why: why ? ctx.t(why) : '',
        };
      }),
    };
  },

  'common.Undo/undo': async (ctx, { id }) => {
    // Only the caller's own entries are found.
    const entries = await lockEntries(ctx.db, ctx.actor.accountId, id);
    const [first] = entries;
    if (!first) throw refuse(40401);
    const refusals = await refusalsOf(ctx, id, entries);
    if (refusals.size === entries.length) {
      // If all entries are refused, the reason "already undone" is more useful than "changed since".
      const undone = entries.find(({ undone_at }) => undone_at !== null) ?? first;
      throw refusals.get(undone.id) ?? refuse(40401);
    }
    const done = entries.length === 1 ? await takeBackOne(ctx, first) : await takeBackEach(ctx, entries, refusals);
    return { id, state: 'undone', stateText: ctx.t(WORDS.undone), version: 1, ...done };
  },
});
