import { z } from 'zod';
import {
  actionData,
  bulkData,
  bulkIds,
  id,
  listData,
  listInput,
  queryBool,
  queryId,
  queryIds,
  queryList,
  read,
  time,
  write,
} from './endpoint';
import { EXPORT_FORMATS, EXPORT_KEYS } from './export.modules';
import { EXPORT } from './limits';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the endpoints for exports (导出, DOMAIN §3.14, §6.8). The server reads the rows of an export itself. So an export does
 * not depend on the list page in the browser.
 */

const STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
const ACTIONS = ['download', 'view', 'rerun', 'retry', 'cancel', 'remove'] as const;
const module = z.enum(EXPORT_KEYS);
const format = z.enum(EXPORT_FORMATS);
/** One condition of a filter: its label and its value. */
const words = z.object({ label: z.string(), value: z.string() });
/** The query of the list, as in the page's query string. The server parses it with the schema of the list endpoint. */
const filter = z.record(z.string().regex(/^[A-Za-z]\w{0,31}$/), z.string().max(EXPORT.filterCharacters));
/** The list's query as JSON text, for use in a query string. */
const queryFilter = z.string().max(EXPORT.filterCharacters).default('{}');

const row = z.object({
  id: id(),
  version: z.int(),
  no: z.string(),
  module,
  moduleText: z.string(),
  /** The filter as text. An empty list means that the export covers everything that the user may see. */
  filterText: z.array(words),
  columnTexts: z.array(z.string()),
  format,
  /** `null` until the server has counted the rows. */
  rowsTotal: z.int().nullable(),
  rowsDone: z.int(),
  percent: z.int(),
  /** Size of the file in bytes. `null` until the file exists. */
  size: z.int().nullable(),
  state: z.enum(STATES),
  stateText: z.string(),
  /** Reason why the last attempt failed. `null` if no attempt has failed, and after a success or a retry by a user. */
  reason: z.string().nullable(),
  unmasked: z.boolean(),
  requesterId: id(),
  requesterName: z.string(),
  createdAt: time(),
  finishedAt: time().nullable(),
  expireAt: time().nullable(),
  downloads: z.int(),
  actions: z.array(z.enum(ACTIONS)),
});

/** The receipt of an export file. Users store it with the file. With its digest they can check later that the file was not changed. */
const receipt = z.object({
  fileName: z.string(),
  sha256: z.string().nullable(),
  /** Names of the file's columns whose values are masked. */
  maskedColumns: z.array(z.string()),
  /** Rows created after this time are not in the file. */
  upTo: time(),
  startedAt: time().nullable(),
  attempts: z.int(),
  account: z.string(),
});

/** Names of the actions, as the operation records show them. */
const TEXTS = {
  create: text('创建导出任务', 'Create export', 'Criar exportação', '建立匯出任務'),
  rerun: WORD.exportAgain,
  cancel: WORD.cancelExport,
  retry: text('重试导出', 'Retry export', 'Repetir exportação', '重試匯出'),
  remove: text('删除导出任务', 'Delete export', 'Excluir exportação', '刪除匯出任務'),
  bulk: text('批量删除导出任务', 'Delete exports', 'Excluir exportações', '批次刪除匯出任務'),
  download: text('下载导出文件', 'Download export', 'Baixar exportação', '下載匯出檔案'),
  downloadZip: text('打包下载导出文件', 'Download exports as zip', 'Baixar exportações em zip', '打包下載匯出檔案'),
} as const;
const audit = (action: keyof typeof TEXTS, reveals = false) =>
  ({ module: 'export', action, object: 'exportTask', text: TEXTS[action], ...(reveals && { reveals }) }) as const;
const created = z.object({ taskId: id(), no: z.string() });
const link = z.object({ url: z.string(), expireIn: z.int() });

export const exportTaskEndpoints = {
  'export.Task/prepare': read({
    summary: 'What an export of this filter would hold: rows, columns in the caller’s language, what may be shown.',
    access: { rule: 95 },
    input: z.object({
      module,
      filter: queryFilter,
      /** Ids of rows. If the field is present, the export contains only these rows of the filtered list. */
      ids: queryIds(),
    }),
    data: z.object({
      count: z.int(),
      /** `true` if there are more rows than a file can contain. `count` is then the number at which the server stopped counting. */
      countCapped: z.boolean(),
      filterText: z.array(words),
      columns: z.array(z.object({ key: z.string(), title: z.string(), masked: z.boolean(), chosen: z.boolean() })),
      mayUnmask: z.boolean(),
      most: z.object({ csv: z.int(), xlsx: z.int() }),
    }),
    errors: [40001, 40006, 40301, 40302, 40401],
  }),
  'export.Task/create': write({
    summary: 'Makes an export task with the filter of a list and chosen columns; it runs in the background.',
    access: { rule: 95 },
    idempotent: true,
    audit: audit('create', true),
    input: z.object({
      module,
      filter,
      /** Ids of rows. If the field is present, the export contains only these rows of the filtered list. */
      ids: bulkIds().optional(),
      columns: z.array(z.string().max(40)).min(1).max(EXPORT.columns),
      format,
      unmasked: z.boolean().default(false),
    }),
    data: created,
    errors: [40006, 40301, 40302, 40303, 40401, 42371, 42372, 42374],
  }),
  'export.Task/rerun': write({
    summary: 'Makes a new task from an old one, with the rights that the caller has now.',
    access: { rule: 95 },
    idempotent: true,
    audit: audit('rerun', true),
    input: z.object({ id: id() }),
    data: created,
    errors: [40001, 40006, 40301, 40302, 40303, 40401, 42371, 42372, 42374],
  }),
  'export.Task/getList': read({
    summary: 'The caller’s exports; with the permission, everybody’s.',
    access: { rule: 95 },
    input: listInput(
      {
        module: queryList(module),
        state: queryList(z.enum(STATES)),
        requesterId: queryIds(),
        /** Filter: only the caller's own tasks whose file still exists and has not been downloaded. */
        toDownload: queryBool().optional(),
        createdFrom: z.iso.date().optional(),
        createdTo: z.iso.date().optional(),
      },
      ['createdAt', 'finishedAt', 'expireAt'],
    ),
    data: listData(
      row,
      z.object({ running: z.int(), doneToday: z.int(), failed: z.int(), bytes: z.int(), seesAll: z.boolean() }),
    ),
    errors: [40005, 40006],
  }),
  'export.Task/getDetail': read({
    summary: 'One export with its receipt.',
    access: { rule: 95 },
    input: z.object({ id: queryId() }),
    data: row.extend({ receipt }),
    errors: [40301, 40401],
  }),
  'export.Task/getProgress': read({
    summary: 'How far the running exports are that the caller sees.',
    access: { rule: 95 },
    input: z.object({}),
    data: z.object({
      list: z.array(row.pick({ id: true, state: true, percent: true, rowsDone: true, rowsTotal: true })),
    }),
  }),
  'export.Task/cancel': write({
    summary: 'Ends a queued or running export; its file goes.',
    access: { rule: 95 },
    risk: 'confirm',
    audit: audit('cancel'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40301, 40401, 42201],
  }),
  'export.Task/retry': write({
    summary: 'Runs a failed export again.',
    access: { rule: 95 },
    idempotent: true,
    audit: audit('retry', true),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40301, 40401, 42201, 42372],
  }),
  'export.Task/remove': write({
    summary: 'Deletes an export with its file; the operation records keep that it was.',
    access: { rule: 9503 },
    risk: 'confirm',
    audit: audit('remove'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40301, 40401, 42201],
  }),
  'export.Task/bulk': write({
    summary: 'Deletes several exports; each on its own.',
    access: { rule: 9503 },
    risk: 'confirm',
    audit: audit('bulk'),
    input: z.object({ action: z.enum(['remove']), ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
  'export.Task/download': write({
    summary: 'A link to the file for five minutes. An unmasked file needs a second verification.',
    access: { rule: 95 },
    audit: audit('download', true),
    input: z.object({ id: id() }),
    data: link,
    errors: [40301, 40302, 40303, 40401, 42201, 42373],
  }),
  'export.Task/downloadZip': write({
    summary: 'A link to several files in one zip.',
    access: { rule: 95 },
    audit: audit('downloadZip', true),
    input: z.object({ ids: z.array(id()).min(1).max(EXPORT.zipFiles) }),
    data: link,
    errors: [40301, 40302, 40303, 40401, 42201, 42373],
  }),
} as const;
