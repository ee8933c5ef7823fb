import { errorText } from '../../../contract/errors';
import { exportModule } from '../../../contract/export.modules';
import { EXPORT } from '../../../contract/limits';
import { filled } from '../../../contract/message';
import { LOCALES, type Text } from '../../../contract/text';
import type { ExportScope } from '../../core/database/tables/exports';
import { Bytes } from '../../core/export/bytes';
import type { ExportKey, ExportReader } from '../../core/export/export';
import { CellTooLong } from '../../core/export/table-cells';
import { packXlsx } from '../../core/export/table-format';
import { Refusal, refuse } from '../../core/http/refusal';
import {
  beat,
  type ExportRecord,
  failExport,
  finishExport,
  isHeld,
  letGo,
  saveProgress,
  takeExport,
  withFiles,
} from '../exportTask';
import { notify } from '../notice';
import { readSetting } from '../site';
import { type GrowingFile, growFile, keepCsv, keepXlsx, removeFiles } from './files';
import {
  checkedActor,
  chosenColumns,
  Hopeless,
  type Plan,
  planOf,
  type RunnerTools,
  readingContext,
  WORDS,
} from './plan';
import { isSameScope, scopeSnapshot } from './reach';
import { batchesOf } from './rows';
import { asList, columnsOf, readFilter, sourceOf } from './sources';

/**
 * Writes the file of one task. Each run reads a snapshot in batches and stores checkpoints. A later run can therefore resume after the
 * process was killed.
 */

const SAVE_MS = 1_000;
/** Interval between checks for a cancellation, in milliseconds. */
const LOOK_MS = 400;
/** Number of checks per heartbeat. */
const BEAT_LOOKS = 6;
const FIRST_RETRY_MS = 5_000;
/** Maximum number of claims without progress. A task above this limit fails, because it may have crashed the processes that ran it. */
const MOST_STALLS = 6;
/** Error of a task that was cancelled, or that another process claimed. */
class Lost extends Error {}
/** Error of a task whose process is stopping. */
class Stopped extends Error {}

/** Returns the reason of a final failure for the user. `null` means that a retry may help. */
function finalReason(error: unknown): Text | null {
  if (error instanceof Hopeless) return error.reason;
  if (error instanceof CellTooLong) return WORDS.cell;
  if (!(error instanceof Refusal)) return null;
  return Object.fromEntries(LOCALES.map((locale) => [locale, errorText(error.code, locale, error.params)])) as Text;
}

/** Checks periodically whether the task still belongs to this holder, and writes the holder's heartbeat. */
function watch(tools: RunnerTools, id: number, holder: string): { isLost(): boolean; end(): void } {
  let isLost = false;
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    const look =
      looks % BEAT_LOOKS === 0 ? beat(tools.db, id, holder, tools.clock.now()) : isHeld(tools.db, id, holder);
    look.then(
      (held) => {
        isLost ||= !held;
      },
      // Ignore a short database failure: the next check reads the state again.
      () => undefined,
    );
  }, LOOK_MS).unref();
  return { isLost: () => isLost, end: () => clearInterval(timer) };
}

/**
 * Runs a claimed task until it ends.
 *
 * @param isStopping is checked between batches. If it returns `true`, the task keeps its checkpoint for the next process
 */
export async function runExport(
  tools: RunnerTools,
  task: ExportRecord,
  holder: string,
  isStopping: () => boolean,
): Promise<void> {
  const { db, folder } = tools;
  const eye = watch(tools, task.id, holder);
  let close = async (): Promise<void> => undefined;
  try {
    if (task.stalls > MOST_STALLS) throw new Hopeless(WORDS.stalled);
    const source = sourceOf(task.module);
    const columns = chosenColumns(await columnsOf(db, task.module), task);
    const actor = await checkedActor(tools, task);
    const parsed = readFilter(task.module, task.filter);
    if (!parsed.success) throw refuse(40001);
    const { timeZone } = await readSetting(db, 'locale');
    const plan = planOf(task, columns, actor, timeZone);
    const reading = await tools.reading.upToDate();
    const whole = await reading
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const ctx = asList(readingContext(tools, snapshot, actor, task), task.module);
        const reader = await source.open(ctx, {
          input: parsed.data,
          columns: new Set(task.columns),
          unmasked: task.unmasked,
          upTo: task.createdAt,
          ids: task.rowIds,
        });
        const reach = scopeSnapshot(task, columns, actor);
        const place = await placeOf(reader, task, reach);
        const grown = await growFile(folder, task.id, place.offset);
        const file = grown ?? (await growFile(folder, task.id, 0));
        if (!file) throw new Error('the file cannot be opened');
        close = () => file.close();
        const from = grown ? place : { ...place, key: null, done: 0 };
        const rows = await writeRows({
          tools,
          task,
          holder,
          isStopping,
          isLost: eye.isLost,
          reader,
          plan,
          file,
          from,
          reach,
        });
        return { file, rows };
      });
    await keep(tools, task, holder, plan, whole.file, whole.rows);
  } catch (error) {
    await close().catch(() => undefined);
    if (error instanceof Stopped) await letGo(db, task.id, holder);
    else if (error instanceof Lost) await dropFiles(tools, task.id);
    else await giveUp(tools, task, holder, error);
  } finally {
    eye.end();
  }
}

/** Runs all waiting tasks in this process, for tests and the demo data. @returns the number of tasks */
export async function runWaiting(tools: RunnerTools): Promise<number> {
  for (let ran = 0; ; ran += 1) {
    const task = await takeExport(tools.db, 'here', tools.clock.now());
    if (!task) return ran;
    await runExport(tools, task, 'here', () => false);
  }
}

/**
 * Removes the files of a task that this process no longer runs, if the task has failed or was cancelled or deleted. If another process
 * claimed the task, that process needs the files.
 */
async function dropFiles({ db, folder }: RunnerTools, id: number): Promise<void> {
  if (!(await withFiles(db, [id])).has(id)) await removeFiles(folder, id);
}

/**
 * Finds where to continue. A task continues after its last checkpoint if the scope, the number of key columns and the number of rows are
 * unchanged. Otherwise it starts at the first row.
 *
 * @throws Refusal 42371 (too many rows)
 */
async function placeOf(reader: ExportReader<unknown>, task: ExportRecord, reach: ExportScope) {
  const most = EXPORT.mostRows[task.format];
  const { checkpoint, rowsDone, rowsTotal } = task;
  // Continue only if the rows were written with the same permissions and with a key of the same length. An older version may have used
  // another key.
  if (checkpoint?.key && isKeyOf(reader, checkpoint.key) && rowsTotal !== null && isSameScope(task.reach, reach)) {
    const left = await reader.count(most + 1, checkpoint.key);
    if (rowsDone + left === rowsTotal) {
      return { offset: checkpoint.offset, key: checkpoint.key as ExportKey | null, done: rowsDone, total: rowsTotal };
    }
  }
  const total = await reader.count(most + 1, null);
  if (total > most) throw refuse(42371, { n: most });
  return { offset: 0, key: null as ExportKey | null, done: 0, total };
}

const isKeyOf = (reader: ExportReader<unknown>, key: ExportKey): boolean =>
  !('key' in reader) || key.length === reader.key.length;

interface Writing {
  readonly tools: RunnerTools;
  readonly task: ExportRecord;
  readonly holder: string;
  readonly isStopping: () => boolean;
  readonly isLost: () => boolean;
  readonly reader: ExportReader<unknown>;
  readonly plan: Plan;
  readonly file: GrowingFile;
  readonly reach: ExportScope;
  readonly from: { readonly key: ExportKey | null; readonly done: number; readonly total: number };
}

/** Appends all remaining rows. @returns the number of rows in the file */
async function writeRows({
  tools,
  task,
  holder,
  isStopping,
  isLost,
  reader,
  plan,
  file,
  from,
  reach,
}: Writing): Promise<number> {
  const { db, clock, saveMs = SAVE_MS } = tools;
  const { total } = from;
  let { done } = from;
  const save = async (key: ExportKey | null) => {
    await file.flush();
    const checkpoint = { offset: file.size, key: key as (string | number)[] | null };
    if (
      !(await saveProgress(db, task.id, holder, { rowsDone: done, rowsTotal: total, checkpoint, reach }, clock.now()))
    ) {
      throw new Lost();
    }
  };
  const out = new Bytes();
  const append = async (text?: string) => {
    if (text !== undefined) out.text(text);
    await file.append(out.whole());
    out.clear();
  };
  if (file.size === 0) await append(plan.table.head(plan.columns.map(({ column }) => column.text[task.locale])));
  await save(from.key);
  let savedAt = performance.now();
  // Read the next batch while this batch is formatted.
  const batches = batchesOf(reader, plan.table, plan.columns);
  let next = batches(from.key);
  for (;;) {
    const { rows, last, write } = await next;
    if (last !== null) {
      next = batches(last);
      // The next iteration awaits this promise. If the current iteration throws first, this handler prevents an unhandled rejection.
      next.catch(() => undefined);
    }
    await write(done, out);
    await append();
    done += rows;
    const at = performance.now();
    if (isStopping()) {
      await save(last);
      throw new Stopped();
    }
    if (last === null) break;
    if (at - savedAt >= saveMs) {
      await save(last);
      savedAt = at;
    }
    if (isLost()) throw new Lost();
  }
  if (done !== total) throw new Hopeless(filled(WORDS.count, { n: total, m: done }));
  await append(plan.table.foot(done));
  await file.flush();
  return done;
}

/** Completes a file: gives the file its final name and format, updates the task and notifies the requester. */
async function keep(
  tools: RunnerTools,
  task: ExportRecord,
  holder: string,
  plan: Plan,
  file: GrowingFile,
  rows: number,
) {
  const { clock, ids, folder } = tools;
  const { size, sha256 } = file;
  await file.close();
  if (!(await isHeld(tools.db, task.id, holder))) throw new Lost();
  const title = exportModule(task.module).text[task.locale];
  const about = { title, watermark: plan.watermark };
  const kept =
    task.format === 'csv'
      ? { size, sha256: sha256() }
      : await keepXlsx(folder, task.id, (sheet, target) => packXlsx(sheet, target, about));
  if (task.format === 'csv') await keepCsv(folder, task.id);
  const now = clock.now();
  await tools.db.transaction().execute(async (db) => {
    if (!(await finishExport(db, task.id, holder, { rows, ...kept }, now))) throw new Lost();
    await notify(
      { db, clock, ids },
      {
        event: 'exportReady',
        title: WORDS.ready,
        content: WORDS.readyText,
        params: { name: exportModule(task.module).text, no: task.no, n: rows, days: EXPORT.keptDays },
        link: `/exportTask/exportList?open=${task.id}`,
        accountIds: [task.requesterId],
      },
    );
  });
}

async function giveUp(tools: RunnerTools, task: ExportRecord, holder: string, error: unknown): Promise<void> {
  const { clock, ids } = tools;
  const known = finalReason(error);
  if (known === null) tools.log.error({ err: error, task: task.no }, 'an export failed');
  const reason = known ?? WORDS.fault;
  const now = clock.now();
  const isOver = known !== null || task.failures >= EXPORT.retries;
  const again = isOver ? null : new Date(now.getTime() + FIRST_RETRY_MS * 4 ** task.failures);
  await tools.db.transaction().execute(async (db) => {
    if (!(await failExport(db, task.id, holder, reason, { now, again })) || again) return;
    await notify(
      { db, clock, ids },
      {
        event: 'exportReady',
        title: WORDS.failed,
        content: WORDS.failedText,
        params: { name: exportModule(task.module).text, no: task.no, reason },
        link: `/exportTask/exportList?open=${task.id}`,
        accountIds: [task.requesterId],
      },
    );
  });
  // If the files cannot be removed at this moment, the periodic clean-up removes them later.
  if (isOver) await dropFiles(tools, task.id).catch(() => undefined);
}
