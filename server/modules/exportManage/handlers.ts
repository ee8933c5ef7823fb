import { createHash } from 'node:crypto';
import { errorText } from '../../../contract/errors';
import { type ExportModule, exportModule } from '../../../contract/export.modules';
import { exportTaskEndpoints } from '../../../contract/exportTask';
import { type ExportState, exportLifecycle } from '../../../contract/exportTask.states';
import { EXPORT } from '../../../contract/limits';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { missingRight, seesAmounts } from '../../core/access/access';
import { canonicalJson } from '../../core/canonical-json';
import { wallClock } from '../../core/export/table-cells';
import { type ActorContext, handlers } from '../../core/http/context';
import { accepted, invalid, Refusal, refuse } from '../../core/http/refusal';
import { refusalFor } from '../../core/http/validation';
import { paged } from '../../core/list/paged';
import { momentOf, wallTime } from '../../core/money/days';
import { listDays } from '../../core/money/period';
import {
  countDownload,
  countOpen,
  type ExportFilter,
  type ExportRecord,
  exportById,
  exportPage,
  exportTotals,
  holdAccount,
  insertExport,
  nextExportNo,
  openExports,
  requesterAccount,
  sameExport,
  stepExport,
} from '../exportTask';
import { readSetting } from '../site';
import { percentOf, type Row, rowAnswers } from './answers';
import { removeFiles } from './files';
import { exportLink, fileName } from './links';
import { refusalOfFile, refusalOfUnmasked } from './reach';
import { asList, columnsOf, listEndpoint, listRules, mayExport, readFilter, sourceOf } from './sources';

const SEES_ALL = 9506;
const WORDS = {
  columns: text('导出列', 'Columns', 'Colunas', '匯出欄'),
  filter: WORD.filter,
  others: text('他人的导出任务', "Another person's export", 'Exportação de outra pessoa', '他人的匯出任務'),
  cancelled: text('{no} 已取消', '{no} cancelled', '{no} cancelada', '{no} 已取消'),
  retried: text('{no} 已重新排队', '{no} is queued again', '{no} voltou para a fila', '{no} 已重新排隊'),
  removed: text('{no} 已删除', '{no} deleted', '{no} excluída', '{no} 已刪除'),
} as const;

/** Checks that the caller may export a table. @throws Refusal 40301 with the missing permissions */
function requireModule(ctx: ActorContext, key: ExportModule): void {
  if (mayExport(key, ctx.actor.rules)) return;
  const { rule } = exportModule(key);
  throw missingRight(ctx.can(rule) ? listRules(key) : [rule], ctx.locale);
}

/** Parses the filter with the schema of the list. @throws Refusal 40001 (invalid filter) */
function parsedFilter(ctx: ActorContext, key: ExportModule, filter: Readonly<Record<string, string>>): unknown {
  const parsed = readFilter(key, filter);
  if (!parsed.success) throw refusalFor(parsed.error, ctx.locale);
  return parsed.data;
}

function badField(ctx: ActorContext, field: 'columns' | 'filter'): Refusal {
  const message = validationText('choice', ctx.locale, { label: ctx.t(WORDS[field]) });
  return invalid([{ field, rule: 'choice', message }]);
}

/** The requested content of a file. */
interface Wish {
  readonly module: ExportModule;
  readonly filter: Readonly<Record<string, string>>;
  readonly ids?: readonly number[] | undefined;
  readonly columns: readonly string[];
  readonly format: ExportRecord['format'];
  readonly unmasked: boolean;
}

/**
 * Checks the permission for the table and the filter, and counts the rows of a request.
 *
 * @param most number of rows at which the server stops counting
 * @throws Refusal 40001 (invalid filter), 40301 (no permission for the table), 42901 (too many searches for whole phone numbers), and the
 *   refusals of the source, such as 40302 and 40006
 */
async function counted(
  ctx: ActorContext,
  wish: Pick<Wish, 'module' | 'filter' | 'ids' | 'columns' | 'unmasked'>,
  most: number,
) {
  requireModule(ctx, wish.module);
  const own = asList(ctx, wish.module);
  const input = parsedFilter(ctx, wish.module, wish.filter);
  const source = sourceOf(wish.module);
  const id = ctx.ids.next();
  const reader = await source.open(own, {
    input,
    columns: new Set(wish.columns),
    unmasked: wish.unmasked,
    upTo: ctx.clock.now(),
    ids: wish.ids ?? null,
  });
  const words = await source.words(own, input);
  const count = await ctx.guardSearch({
    list: listEndpoint(wish.module),
    filter: input,
    find: () => reader.count(most, null),
    isFound: (rows) => rows > 0,
  });
  return { id, count, filterText: words.map(({ label, value }) => ({ label: ctx.t(label), value })) };
}

/**
 * Checks that the caller may export these columns unmasked. Requires the second verification for unmasked data and for tables that need it.
 *
 * @throws Refusal 40301 (no permission for unmasked data), 40303 (second verification is missing)
 */
async function requireUnmask(ctx: ActorContext, wish: Wish): Promise<void> {
  const refusal = wish.unmasked ? await refusalOfUnmasked(ctx.db, wish, ctx.actor, ctx.locale) : null;
  if (refusal) throw refusal;
  if (wish.unmasked || exportModule(wish.module).second) ctx.requireSecond();
}

async function create(ctx: ActorContext, asked: Wish) {
  const { db, clock, actor } = ctx;
  requireModule(ctx, asked.module);
  const known = new Map((await columnsOf(db, asked.module)).map((column) => [column.key, column]));
  const columns = [...new Set(asked.columns)];
  if (!columns.every((key) => known.has(key))) throw badField(ctx, 'columns');
  // Unmasking has no effect if no masked column was chosen, so the permission for unmasked data is not required.
  const wish = { ...asked, columns, unmasked: asked.unmasked && columns.some((key) => known.get(key)?.masked) };
  await requireUnmask(ctx, wish);
  const most = EXPORT.mostRows[wish.format];
  const { id, count, filterText } = await counted(ctx, wish, most + 1);
  if (count > most) throw refuse(42371, { n: most.toLocaleString('en') }, { most, csv: wish.format !== 'csv' });

  await holdAccount(db, actor.accountId);
  const now = clock.now();
  const { module, filter, format, unmasked } = wish;
  const rowIds = wish.ids ? [...new Set(wish.ids)] : null;
  const same = canonicalJson({ module, filter, format, unmasked, columns, ids: rowIds, locale: ctx.locale });
  const hash = createHash('sha256').update(same).digest('hex');
  const twin = await sameExport(db, actor.accountId, hash, new Date(now.getTime() - EXPORT.sameSeconds * 1_000));
  if (twin) throw refuse(42374, {}, { taskId: twin.id, no: twin.no });
  if ((await countOpen(db, actor.accountId)) >= EXPORT.atOnce) throw refuse(42372);
  const { timeZone } = await readSetting(db, 'locale');
  const no = await nextExportNo(db, wallTime(now, timeZone).day);
  await insertExport(db, {
    ...{ id, no, module, filter, hash, filterText, rowIds, columns, format, unmasked, at: now },
    locale: ctx.locale,
    requesterId: actor.accountId,
  });
  const told = { module, columns, format, unmasked, rows: count, filter: filterText };
  ctx.audit({ objectId: id, objectNo: no, after: told });
  return accepted({ taskId: id, no });
}

/** Finds a task. @throws Refusal 40301 (another person's task, without the permission for all tasks), 40401 (unknown id) */
async function requireTask(ctx: ActorContext, id: number): Promise<ExportRecord> {
  const task = await exportById(ctx.db, id);
  if (!task) throw refuse(40401);
  if (task.requesterId !== ctx.actor.accountId && !ctx.can(SEES_ALL)) throw missingRight([SEES_ALL], ctx.locale);
  ctx.audit({ objectId: id, objectNo: task.no });
  return task;
}

/** Returns the requesters whose tasks the caller sees. `null` means all requesters. */
const visibleTo = (ctx: ActorContext): readonly number[] | null => (ctx.can(SEES_ALL) ? null : [ctx.actor.accountId]);

/** Takes a lifecycle step on a task for a user. @throws Refusal 42201 (state does not allow the step), and those of {@link requireTask} */
async function step(ctx: ActorContext, id: number, action: 'cancel' | 'retry' | 'remove', words: keyof typeof WORDS) {
  const task = await requireTask(ctx, id);
  const done = await stepExport(ctx.db, id, action, ctx.clock.now());
  const stateText = (state: ExportState) => exportLifecycle.stateText(state, ctx.locale);
  if (!done) throw refuse(42201, { state: stateText(task.state) });
  const { to } = exportLifecycle.transition(action);
  ctx.audit({ objectId: id, objectNo: task.no, before: { state: task.state }, after: { state: to } });
  if (to !== 'queued') ctx.afterCommit(() => removeFiles(ctx.ports.exportFolder, id));
  return {
    id,
    no: task.no,
    state: to,
    stateText: stateText(to),
    version: done.version,
    message: ctx.t(WORDS[words], { no: task.no }),
  };
}

/**
 * Finds a finished task whose file the caller may download.
 *
 * @throws Refusal 40301 (no permission), 40302 (beyond the data scope), 40303 (second verification is missing), 40401 (unknown id), 42201
 * (not finished), 42373 (expired)
 */
async function requireFile(ctx: ActorContext, id: number): Promise<ExportRecord> {
  const task = await requireTask(ctx, id);
  const refusal = await refusalOfFile(ctx.db, ctx.actor, task, ctx.locale);
  if (refusal) throw refusal;
  if (task.state === 'expired') throw refuse(42373);
  if (task.state !== 'done') throw refuse(42201, { state: exportLifecycle.stateText(task.state, ctx.locale) });
  if ((task.expireAt?.getTime() ?? 0) <= ctx.clock.now().getTime()) throw refuse(42373);
  if (task.unmasked) ctx.requireSecond();
  return task;
}

/** Exports (导出列表, DOMAIN §3.14). */
export const exportManageHandlers = handlers(exportTaskEndpoints, {
  'export.Task/prepare': async (ctx, { module, filter: asked, ids }) => {
    let filter: unknown;
    try {
      filter = JSON.parse(asked);
    } catch {
      throw badField(ctx, 'filter');
    }
    const isPlain =
      typeof filter === 'object' && filter !== null && Object.values(filter).every((one) => typeof one === 'string');
    if (!isPlain) throw badField(ctx, 'filter');
    const wish = { module, filter: filter as Record<string, string>, ids, columns: [], unmasked: false };
    const most = EXPORT.mostRows;
    const { count, filterText } = await counted(ctx, wish, most.csv + 1);
    const { unmask } = exportModule(module);
    const columns = (await columnsOf(ctx.db, module)).filter(({ amount }) => !amount || seesAmounts(ctx));
    const fields = columns.flatMap(({ masked }) => masked ?? []);
    return {
      count: Math.min(count, most.csv),
      countCapped: count > most.csv,
      filterText,
      columns: columns.map((column) => ({
        key: column.key,
        title: ctx.t(column.text),
        masked: column.masked !== undefined,
        chosen: column.extra !== true,
      })),
      mayUnmask: unmask !== undefined && ctx.can(unmask) && fields.every((field) => ctx.actor.fields.has(field)),
      most,
    };
  },

  'export.Task/create': (ctx, input) => create(ctx, input),

  'export.Task/rerun': async (ctx, { id }) => {
    const task = await requireTask(ctx, id);
    return create(ctx, { ...task, ids: task.rowIds ?? undefined });
  },

  'export.Task/getList': async (ctx, input) => {
    const { page, limit, sortField = 'createdAt', sortOrder = 'desc', createdFrom, createdTo } = input;
    return paged(ctx, { page, limit }, async ({ offset }) => {
      const { timeZone } = await readSetting(ctx.db, 'locale');
      const visible = visibleTo(ctx);
      const wanted = input.toDownload ? [ctx.actor.accountId] : input.requesterId?.length ? input.requesterId : null;
      const now = ctx.clock.now();
      // Without days the list shows the tasks of all days.
      const days = createdFrom || createdTo ? listDays({ from: createdFrom, to: createdTo }, now, timeZone) : null;
      const filter: ExportFilter = {
        requesterIds: visible === null ? wanted : (wanted?.filter((id) => visible.includes(id)) ?? visible),
        modules: input.module,
        states: input.state,
        from: days?.from,
        to: days?.to,
        waitingAt: input.toDownload ? now : undefined,
      };
      const today = momentOf(wallTime(now, timeZone).day, 0, timeZone);
      const [tasks, { total, ...summary }] = await Promise.all([
        exportPage(ctx.db, filter, { sort: sortField, order: sortOrder, offset, limit }),
        exportTotals(ctx.db, filter, today),
      ]);
      return {
        list: await rowAnswers(ctx, tasks),
        total,
        summary: { ...summary, seesAll: visible === null },
      };
    });
  },

  'export.Task/getDetail': async (ctx, { id }) => {
    const task = await requireTask(ctx, id);
    const [row] = await rowAnswers(ctx, [task]);
    if (!row) throw refuse(40401);
    const account = await requesterAccount(ctx.db, task.requesterId);
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const masked = (await columnsOf(ctx.db, task.module)).filter(
      (column) => column.masked && task.columns.includes(column.key),
    );
    return {
      ...row,
      receipt: {
        fileName: fileName(task, account, wallClock(timeZone)(task.finishedAt ?? task.createdAt)),
        sha256: task.sha256,
        maskedColumns: task.unmasked ? [] : masked.map((column) => ctx.t(column.text)),
        upTo: task.createdAt.toISOString(),
        startedAt: task.startedAt?.toISOString() ?? null,
        attempts: task.attempts,
        account,
      },
    };
  },

  'export.Task/getProgress': async (ctx) => {
    const tasks = await openExports(ctx.db, visibleTo(ctx));
    return {
      list: tasks.map((task) => ({
        id: task.id,
        state: task.state as Row['state'],
        percent: percentOf(task),
        rowsDone: task.rowsDone,
        rowsTotal: task.rowsTotal,
      })),
    };
  },

  'export.Task/cancel': (ctx, { id }) => step(ctx, id, 'cancel', 'cancelled'),
  'export.Task/remove': (ctx, { id }) => step(ctx, id, 'remove', 'removed'),

  'export.Task/retry': async (ctx, { id }) => {
    const task = await requireTask(ctx, id);
    await holdAccount(ctx.db, task.requesterId);
    if ((await countOpen(ctx.db, task.requesterId)) >= EXPORT.atOnce) throw refuse(42372);
    return step(ctx, id, 'retry', 'retried');
  },

  'export.Task/bulk': async (ctx, { ids }) => {
    const failed: { id: number; no: string; code: number; msg: string }[] = [];
    const done: number[] = [];
    for (const id of new Set(ids)) {
      try {
        await step(ctx, id, 'remove', 'removed');
        done.push(id);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const isHidden = error.code === 40301 || error.code === 40401;
        const no = isHidden ? '' : ((await exportById(ctx.db, id))?.no ?? '');
        failed.push({
          id,
          no,
          code: error.code,
          msg: error.sentence ?? errorText(error.code, ctx.locale, error.params),
        });
      }
    }
    ctx.audit({
      after: { action: 'remove', ids: done },
      detail: { failed: failed.map(({ id, code }) => ({ id, code })) },
    });
    return { success: done.length, failed };
  },

  'export.Task/download': async (ctx, { id }) => {
    const task = await requireFile(ctx, id);
    await countDownload(ctx.db, [id]);
    const { no, module, format, unmasked, rowsTotal } = task;
    ctx.audit({ objectId: id, objectNo: no, after: { module, format, unmasked, rows: rowsTotal } });
    return exportLink(ctx.ports.secrets, ctx.clock, { ids: [id], zip: false, accountId: ctx.actor.accountId });
  },

  'export.Task/downloadZip': async (ctx, { ids: asked }) => {
    const ids = [...new Set(asked)];
    const tasks: ExportRecord[] = [];
    for (const id of ids) tasks.push(await requireFile(ctx, id));
    await countDownload(ctx.db, ids);
    const names = tasks.map(({ no }) => no);
    ctx.audit({ after: { ids, files: names, rows: tasks.reduce((sum, task) => sum + (task.rowsTotal ?? 0), 0) } });
    return exportLink(ctx.ports.secrets, ctx.clock, { ids, zip: true, accountId: ctx.actor.accountId });
  },
});
