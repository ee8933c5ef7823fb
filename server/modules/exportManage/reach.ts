import type { Kysely } from 'kysely';
import { type ExportModule, exportModule } from '../../../contract/export.modules';
import type { Locale } from '../../../contract/text';
import { text } from '../../../contract/text';
import { missingField, missingRight, seesAmounts } from '../../core/access/access';
import type { Actor } from '../../core/actor';
import { canonicalJson } from '../../core/canonical-json';
import type { Database } from '../../core/database/schema';
import type { ExportScope } from '../../core/database/tables/exports';
import type { ExportColumn } from '../../core/export/export';
import { type Refusal, refuse } from '../../core/http/refusal';
import type { ExportRecord } from '../exportTask';
import { reachesBeyond } from '../team';
import { columnsOf, listRule, listRules, mayExport } from './sources';

/** Determines which rows and amounts a file contains, and who may download it. */

const BEYOND = text(
  '该文件超出您当前的数据范围或字段权限，请重新导出',
  'This file contains more than your current data scope or field permissions allow; export it again',
  'Este arquivo tem mais do que seu escopo ou seus campos mostram agora; exporte de novo',
  '此檔案超出您目前的資料範圍或欄位權限，請重新匯出',
);

/**
 * Describes what a file contains if this user runs the task: the data scope of the list, the data scopes of other pages whose figures are
 * columns, and whether amounts are included.
 */
export function scopeSnapshot(
  task: Pick<ExportRecord, 'module'>,
  columns: readonly ExportColumn<unknown>[],
  actor: Actor,
): ExportScope {
  const rules = new Set(columns.flatMap(({ rule }) => (rule !== undefined && actor.rules.has(rule) ? rule : [])));
  return {
    scope: actor.scopeOf(listRule(task.module, actor)),
    pages: [...rules].map((rule) => ({ rule, scope: actor.scopeOf(rule) })),
    amounts: seesAmounts({ actor }) && columns.some(({ amount }) => amount),
  };
}

export const isSameScope = (one: ExportScope | null, other: ExportScope): boolean =>
  canonicalJson(one) === canonicalJson(other);

/** Returns the widest scope, for old files without a stored scope. Such a file may contain everything that its columns allow. */
function widest(columns: readonly ExportColumn<unknown>[]): ExportScope {
  const rules = new Set(columns.flatMap(({ rule }) => rule ?? []));
  return {
    scope: { kind: 'all' },
    pages: [...rules].map((rule) => ({ rule, scope: { kind: 'all' } })),
    amounts: columns.some(({ amount }) => amount),
  };
}

/** Returns why a user may not export these columns unmasked. `null` means that the export is allowed. */
export async function refusalOfUnmasked(
  db: Kysely<Database>,
  { module, columns }: { readonly module: ExportModule; readonly columns: readonly string[] },
  actor: Actor,
  locale: Locale,
): Promise<Refusal | null> {
  const { unmask } = exportModule(module);
  if (unmask === undefined || !actor.rules.has(unmask))
    return missingRight(unmask === undefined ? [] : [unmask], locale);
  const lacking = (await columnsOf(db, module)).find(
    ({ key, masked }) => masked && columns.includes(key) && !actor.fields.has(masked),
  );
  return lacking?.masked ? missingField(lacking.masked, locale) : null;
}

/**
 * Returns why a user may not have the file of a finished task. The content that was allowed at the creation of the file is compared with
 * the user's current permissions (docs/decisions/0020). The second verification is not checked.
 *
 * @returns `null` if the user may have the file; else a refusal with code 40301 or 40302
 */
export async function refusalOfFile(
  db: Kysely<Database>,
  actor: Actor,
  task: ExportRecord,
  locale: Locale,
): Promise<Refusal | null> {
  const { module } = task;
  const spec = exportModule(module);
  if (!mayExport(module, actor.rules)) {
    return missingRight(actor.rules.has(spec.rule) ? listRules(module) : [spec.rule], locale);
  }
  const columns = (await columnsOf(db, module)).filter(({ key }) => task.columns.includes(key));
  const shown = task.unmasked ? await refusalOfUnmasked(db, task, actor, locale) : null;
  if (shown) return shown;
  const own = actor.scopeOf(listRule(module, actor));
  // The file of another person contains rows from that person's data scope.
  if (task.requesterId !== actor.accountId && own.kind !== 'all') return refuse(40302);
  const reach = task.reach ?? widest(columns);
  if (reach.amounts && !seesAmounts({ actor })) return refuse(40301, {}, { missing: [] }, BEYOND[locale]);
  const lost = reach.pages.find(({ rule }) => !actor.rules.has(rule));
  if (lost) return refuse(40301, {}, { missing: [lost.rule] }, BEYOND[locale]);
  const scopes = [
    { was: reach.scope, is: own },
    ...reach.pages.map(({ rule, scope }) => ({ was: scope, is: actor.scopeOf(rule) })),
  ];
  for (const { was, is } of scopes)
    if (await reachesBeyond(db, was, is)) return refuse(40302, {}, null, BEYOND[locale]);
  return null;
}
