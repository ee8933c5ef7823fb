import type { Kysely } from 'kysely';
import { errorText } from '../../../contract/errors';
import { exportModule } from '../../../contract/export.modules';
import { EXPORT } from '../../../contract/limits';
import { filled, say } from '../../../contract/message';
import { LOCALES, type Text, text } from '../../../contract/text';
import { seesAmounts } from '../../core/access/access';
import type { Actor } from '../../core/actor';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { ExportScope } from '../../core/database/tables/exports';
import { Bytes } from '../../core/export/bytes';
import type { AnyExportSource, ExportColumn, ExportKey, ExportReader } from '../../core/export/export';
import { CellTooLong, wallClock } from '../../core/export/table-cells';
import { packXlsx, type TableFormat, tableFormat } from '../../core/export/table-format';
import type { ActorContext, Deployment } from '../../core/http/context';
import { Refusal, refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import type { Ports } from '../../core/platforms/ports';
import {
  beat,
  type ExportRecord,
  failExport,
  finishExport,
  isHeld,
  letGo,
  saveProgress,
  withFiles,
} from '../exportTask';
import { notify } from '../notice';
import { readSetting } from '../site';
import { type GrowingFile, growFile, keepCsv, keepXlsx, removeFiles } from './files';
import { isSameScope, refusalOfUnmasked, scopeSnapshot } from './reach';
import { batchesOf, type WrittenColumn } from './rows';
import { asList, mayExport, readFilter, sourceOf } from './sources';

/** Writes the file of one task: reads in one snapshot, batch by batch, and can be gone on with after any kill. */

/** What running a task needs. */
export interface RunnerTools {
  readonly db: Kysely<Database>;
  /** Connections of their own, so that exports never take those of requests. */
  readonly reading: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
  readonly deployment: Deployment;
  readonly folder: string;
  /** The person with the rights of this moment; null when the account cannot be used any more. */
  actorOf(accountId: number): Promise<Actor | null>;
  /** How often a task saves how far it came, in milliseconds (default a second). */
  readonly saveMs?: number | undefined;
  readonly log: { error(details: object, text: string): void };
}

const SAVE_MS = 1_000;
/** How often we check for a cancellation. */
const LOOK_MS = 400;
/** Every so many looks the holder says that it lives. */
const BEAT_LOOKS = 6;
const FIRST_RETRY_MS = 5_000;
/** A task that was taken so often without coming on brings its process down. */
const MOST_STALLS = 6;

const WORDS = {
  gone: text(
    '创建人的账号已不可用',
    'The account of the requester cannot be used any more',
    'A conta de quem pediu não pode mais ser usada',
    '建立人的帳號已無法使用',
  ),
  noRight: text(
    '创建人已没有导出该数据的权限',
    'The requester may not export these data any more',
    'Quem pediu não pode mais exportar estes dados',
    '建立人已沒有匯出該資料的權限',
  ),
  count: text(
    '应有 {n} 行，实际写出 {m} 行，文件已作废',
    '{n} rows were promised but {m} were read; the file was thrown away',
    'Eram {n} linhas prometidas, mas {m} foram lidas; o arquivo foi descartado',
    '應有 {n} 列，實際寫出 {m} 列，檔案已作廢',
  ),
  cell: text(
    '有单元格超过 Excel 的 32767 个字符，请改用 CSV',
    'A cell has more than the 32,767 characters that Excel holds; choose CSV',
    'Uma célula tem mais que os 32.767 caracteres que o Excel comporta; escolha CSV',
    '有儲存格超過 Excel 的 32767 個字元，請改用 CSV',
  ),
  stalled: text('多次中断，无法完成', 'Interrupted too often', 'Interrompida muitas vezes', '多次中斷，無法完成'),
  fault: text('系统繁忙，未能生成文件', 'A fault of the system', 'Falha do sistema', '系統忙碌，未能產生檔案'),
  watermark: text(
    '由 {account} 于 {time} 导出，{no}。含未脱敏信息，请勿外传。',
    'Exported by {account} at {time}, {no}. Contains unmasked data, keep it confidential.',
    'Exportado por {account} em {time}, {no}. Contém dados não ocultos; mantenha em sigilo.',
    '由 {account} 於 {time} 匯出，{no}。含未遮罩資訊，請勿外傳。',
  ),
  ready: text('导出完成：{name}', 'Export ready: {name}', 'Exportação pronta: {name}', '匯出完成：{name}'),
  readyText: text(
    '{no}，共 {n} 行，文件保留 {days} 天。',
    '{no}, {n} rows; the file is kept for {days} days.',
    '{no}, {n} linhas; o arquivo fica por {days} dias.',
    '{no}，共 {n} 列，檔案保留 {days} 天。',
  ),
  failed: text('导出失败：{name}', 'Export failed: {name}', 'Falha na exportação: {name}', '匯出失敗：{name}'),
  failedText: text('{no}：{reason}', '{no}: {reason}', '{no}: {reason}', '{no}：{reason}'),
} as const;

/** Why a task can never succeed as it is. */
class Hopeless extends Error {
  constructor(readonly reason: Text) {
    super(reason['en-US']);
  }
}
/** Cancelled, or taken over by another process. */
class Lost extends Error {}
/** This process stops. */
class Stopped extends Error {}

/** What people are told about an error; null where trying again may help. */
function finalReason(error: unknown): Text | null {
  if (error instanceof Hopeless) return error.reason;
  if (error instanceof CellTooLong) return WORDS.cell;
  if (!(error instanceof Refusal)) return null;
  return Object.fromEntries(LOCALES.map((locale) => [locale, errorText(error.code, locale, error.params)])) as Text;
}

/** A context like that of a call, outside of any: it only reads. */
function readingContext(tools: RunnerTools, db: Kysely<Database>, actor: Actor, task: ExportRecord): ActorContext {
  const never = () => {
    throw new Error('an export changes nothing');
  };
  return {
    ...tools,
    db,
    actor,
    locale: task.locale,
    requestId: task.no,
    ip: '',
    userAgent: '',
    isLocal: false,
    origin: '',
    upload: null,
    client: null,
    isUndo: false,
    can: (rule) => actor.rules.has(rule),
    t: (words, params) => say(words, task.locale, params),
    audit: never,
    requireSecond: never,
    secondPerson: never,
    executeProposal: never,
    recordUndoable: never,
    compensate: never,
    compensateEach: never,
    permissionChanged: never,
    afterCommit: never,
    followUp: never,
  };
}

/** The requester's present account and rights. @throws Hopeless */
async function checkedActor(tools: RunnerTools, task: ExportRecord): Promise<Actor> {
  const actor = await tools.actorOf(task.requesterId);
  if (!actor) throw new Hopeless(WORDS.gone);
  if (!mayExport(task.module, actor.rules)) throw new Hopeless(WORDS.noRight);
  if (task.unmasked && refusalOfUnmasked(task, actor, task.locale)) throw new Hopeless(WORDS.noRight);
  return actor;
}

/** How the file of a task is written: columns, words, the mark on unmasked data. */
interface Plan {
  readonly table: TableFormat;
  readonly columns: readonly WrittenColumn[];
  readonly watermark: string | null;
}

function planOf(task: ExportRecord, columns: readonly ExportColumn<unknown>[], actor: Actor, timeZone: string): Plan {
  const wall = wallClock(timeZone);
  const time = new Date(wall(task.createdAt)).toISOString().slice(0, 19).replace('T', ' ');
  const watermark = task.unmasked
    ? say(WORDS.watermark, task.locale, { account: actor.account, time, no: task.no })
    : null;
  return {
    table: tableFormat(
      task.format,
      columns.map(({ kind }) => kind ?? 'text'),
      wall,
      watermark,
    ),
    columns: columns.map((column) => writtenAs(column, task.unmasked, actor)),
    watermark,
  };
}

/** A column with this person's rights: columns they may not see are empty. */
function writtenAs(column: ExportColumn<unknown>, unmasked: boolean, actor: Actor): WrittenColumn {
  const isHidden = column.rule !== undefined && !actor.rules.has(column.rule);
  if (isHidden || (column.amount && !seesAmounts({ actor })))
    return { column: { ...column, same: undefined, first: undefined }, value: () => null };
  return { column, value: (unmasked && column.plain) || column.value };
}

/** Chosen columns, in the order in which they were chosen. @throws Hopeless when a version later than the task lacks one */
function chosenColumns(source: AnyExportSource, task: ExportRecord): readonly ExportColumn<unknown>[] {
  return task.columns.map((key) => {
    const column = source.columns.find((one) => one.key === key);
    if (!column) throw new Hopeless(WORDS.fault);
    return column;
  });
}

/** Looks again and again whether a task is still the holder's, and says that its holder lives. */
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
      // The database is away for a moment: the next look tells.
      () => undefined,
    );
  }, LOOK_MS).unref();
  return { isLost: () => isLost, end: () => clearInterval(timer) };
}

/**
 * Runs a task that was taken, to its end.
 *
 * @param isStopping asked between batches: the task then stays where it is, for the next process
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
    const columns = chosenColumns(source, task);
    const actor = await checkedActor(tools, task);
    const parsed = readFilter(task.module, task.filter);
    if (!parsed.success) throw refuse(40001);
    const { timeZone } = await readSetting(db, 'locale');
    const plan = planOf(task, columns, actor, timeZone);
    const whole = await tools.reading
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

/** After a task was lost: cancelled and deleted ones leave nothing behind; another process needs what there is. */
async function dropFiles({ db, folder }: RunnerTools, id: number): Promise<void> {
  if (!(await withFiles(db, [id])).has(id)) await removeFiles(folder, id);
}

/** Where to go on: after the last checkpoint when what is left is what was promised, else from the first row. */
async function placeOf(reader: ExportReader<unknown>, task: ExportRecord, reach: ExportScope) {
  const most = EXPORT.mostRows[task.format];
  const { checkpoint, rowsDone, rowsTotal } = task;
  // What was written with other rights is no beginning of this file, and a version before this one may have gone by another key.
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

/** Appends all rows that are left. @returns how many the file has in all */
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
  // The next batch is on its way while this one is put into words.
  const batches = batchesOf(reader, plan.table, plan.columns);
  let next = batches(from.key);
  for (;;) {
    const { rows, last, write } = await next;
    if (last !== null) {
      next = batches(last);
      // Awaited in the next round; where that round fails, it is never awaited.
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

/** The file is whole: gives it its name, says so in the task, tells the requester. */
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
  const { clock, ids, folder } = tools;
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
  // What cannot be removed now is cleared away later.
  if (isOver) await removeFiles(folder, task.id).catch(() => undefined);
}
