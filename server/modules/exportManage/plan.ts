import type { Kysely } from 'kysely';
import { say } from '../../../contract/message';
import type { Text } from '../../../contract/text';
import { text } from '../../../contract/text';
import { seesAmounts } from '../../core/access/access';
import type { Actor } from '../../core/actor';
import type { Clock } from '../../core/clock';
import type { Reading } from '../../core/database/reading';
import type { Database } from '../../core/database/schema';
import type { ExportColumn } from '../../core/export/export';
import { wallClock } from '../../core/export/table-cells';
import { type TableFormat, tableFormat } from '../../core/export/table-format';
import type { ActorContext, Deployment } from '../../core/http/context';
import type { Ids } from '../../core/ids';
import type { Ports } from '../../core/platforms/ports';
import type { ExportRecord } from '../exportTask';
import { refusalOfUnmasked } from './reach';
import type { WrittenColumn } from './rows';
import { mayExport } from './sources';

/** Prepares the writing of a task's file: tools, the requester's current permissions, and the columns with their format. */

export const WORDS = {
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
    '{n} rows were expected but {m} were written; the file was discarded',
    'Eram esperadas {n} linhas, mas {m} foram gravadas; o arquivo foi descartado',
    '應有 {n} 列，實際寫出 {m} 列，檔案已作廢',
  ),
  cell: text(
    '有单元格超过 Excel 的 32767 个字符，请改用 CSV',
    'A cell has more than 32,767 characters, the limit of Excel; use CSV',
    'Uma célula tem mais que os 32.767 caracteres que o Excel comporta; escolha CSV',
    '有儲存格超過 Excel 的 32767 個字元，請改用 CSV',
  ),
  stalled: text('多次中断，无法完成', 'Interrupted too often', 'Interrompida muitas vezes', '多次中斷，無法完成'),
  fault: text(
    '系统故障，未能生成文件',
    'System fault; the file could not be generated',
    'Falha do sistema; não foi possível gerar o arquivo',
    '系統故障，未能產生檔案',
  ),
  watermark: text(
    '由 {account} 于 {time} 导出，{no}。含未脱敏信息，请勿外传。',
    'Exported by {account} at {time}, {no}. Contains unmasked data; keep it confidential.',
    'Exportado por {account} em {time}, {no}. Contém dados não ocultos; mantenha em sigilo.',
    '由 {account} 於 {time} 匯出，{no}。含未遮蔽資訊，請勿外傳。',
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

/** Dependencies of the runner of tasks. */
export interface RunnerTools {
  readonly db: Kysely<Database>;
  /** Separate database connections, so that exports do not use the connections of requests. */
  readonly reading: Pick<Reading, 'upToDate'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Ports;
  readonly deployment: Deployment;
  readonly folder: string;
  /** Loads the account with its current permissions. Returns `null` if the account can no longer be used. */
  actorOf(accountId: number): Promise<Actor | null>;
  /** Interval between saves of the progress, in milliseconds (default 1,000). */
  readonly saveMs?: number | undefined;
  readonly log: { error(details: object, text: string): void };
}

/** Error of a task that can never succeed. The task fails without a retry. `reason` is the text for the user. */
export class Hopeless extends Error {
  constructor(readonly reason: Text) {
    super(reason['en-US']);
  }
}

/** Builds a context for reads outside of API calls. Its functions for audit, approval and other changes throw an error. */
export function readingContext(
  tools: RunnerTools,
  db: Kysely<Database>,
  actor: Actor,
  task: ExportRecord,
): ActorContext {
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
    guardSearch: never,
    permissionChanged: never,
    afterCommit: never,
    followUp: never,
  };
}

/**
 * Loads the requester's account with its current permissions.
 *
 * @throws Hopeless the account cannot be used, or may no longer export the table or its unmasked columns
 */
export async function checkedActor(tools: RunnerTools, task: ExportRecord): Promise<Actor> {
  const actor = await tools.actorOf(task.requesterId);
  if (!actor) throw new Hopeless(WORDS.gone);
  if (!mayExport(task.module, actor.rules)) throw new Hopeless(WORDS.noRight);
  if (task.unmasked && (await refusalOfUnmasked(tools.db, task, actor, task.locale))) throw new Hopeless(WORDS.noRight);
  return actor;
}

/** How a task's file is written: table format, columns, and the watermark for unmasked data. */
export interface Plan {
  readonly table: TableFormat;
  readonly columns: readonly WrittenColumn[];
  readonly watermark: string | null;
}

export function planOf(
  task: ExportRecord,
  columns: readonly ExportColumn<unknown>[],
  actor: Actor,
  timeZone: string,
): Plan {
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

/** Applies the user's permissions to a column. A column without permission has empty cells. */
function writtenAs(column: ExportColumn<unknown>, unmasked: boolean, actor: Actor): WrittenColumn {
  const isHidden = column.rule !== undefined && !actor.rules.has(column.rule);
  if (isHidden || (column.amount && !seesAmounts({ actor })))
    return { column: { ...column, same: undefined, first: undefined }, value: () => null };
  return { column, value: (unmasked && column.plain) || column.value };
}

/** Returns the chosen columns in the chosen order. @throws Hopeless this version of the program no longer has a chosen column */
export function chosenColumns(
  columns: readonly ExportColumn<unknown>[],
  task: ExportRecord,
): readonly ExportColumn<unknown>[] {
  return task.columns.map((key) => {
    const column = columns.find((one) => one.key === key);
    if (!column) throw new Hopeless(WORDS.fault);
    return column;
  });
}
