import type { DataOf } from '../../../contract/endpoint';
import { type ExportModule, exportModule } from '../../../contract/export.modules';
import type { exportTaskEndpoints } from '../../../contract/exportTask';
import { type ExportState, exportLifecycle } from '../../../contract/exportTask.states';
import type { Locale } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { accountNames } from '../account';
import type { ExportRecord } from '../exportTask';
import { columnsOf, mayExport } from './sources';

/** Export tasks in the form of the API. */

export type Row = DataOf<(typeof exportTaskEndpoints)['export.Task/getList']>['list'][number];

/** Lists the actions that the caller may take on a task in its current state. */
function actionsOf(ctx: ActorContext, task: ExportRecord): Row['actions'] {
  const { actor } = ctx;
  const mayHave = mayExport(task.module, actor.rules);
  const isOpen = task.state === 'queued' || task.state === 'running';
  const steps = exportLifecycle.actionsFrom(task.state, actor.rules, actor.accountType === 'owner');
  return [
    ...(task.state === 'done' && mayHave ? (['download'] as const) : []),
    'view',
    ...(!isOpen && mayHave ? (['rerun'] as const) : []),
    ...(steps.filter((step) => step === 'retry' || step === 'cancel' || step === 'remove') as Row['actions']),
  ];
}

/** Computes the progress in whole percent. 100 means that the file was written. */
export function percentOf({ state, rowsDone, rowsTotal }: ExportRecord): number {
  if (state === 'done' || state === 'expired') return 100;
  if (!rowsTotal) return 0;
  return Math.min(99, Math.floor((rowsDone * 100) / rowsTotal));
}

/** Returns the titles of columns in a language. The title of a column that no longer exists is its key. */
const titles = (columns: Columns, keys: readonly string[], locale: Locale) => {
  const known = new Map(columns?.map((column) => [column.key, column.text[locale]]));
  return keys.map((key) => known.get(key) ?? key);
};
type Columns = Awaited<ReturnType<typeof columnsOf>> | undefined;

/** Reads the columns of all tables that the tasks export. */
async function columnsByModule(ctx: ActorContext, tasks: readonly ExportRecord[]) {
  const columns = new Map<ExportModule, Columns>();
  for (const module of new Set(tasks.map((task) => task.module))) columns.set(module, await columnsOf(ctx.db, module));
  return columns;
}

export async function rowAnswers(ctx: ActorContext, tasks: readonly ExportRecord[]): Promise<Row[]> {
  const names = await accountNames(
    ctx.db,
    tasks.map(({ requesterId }) => requesterId),
  );
  const columns = await columnsByModule(ctx, tasks);
  return tasks.map((task) => {
    const state = task.state as Exclude<ExportState, 'deleted'>;
    return {
      id: task.id,
      version: task.version,
      no: task.no,
      module: task.module,
      moduleText: ctx.t(exportModule(task.module).text),
      filterText: [...task.filterText],
      columnTexts: titles(columns.get(task.module), task.columns, ctx.locale),
      format: task.format,
      rowsTotal: task.rowsTotal,
      rowsDone: task.rowsDone,
      percent: percentOf(task),
      size: task.size,
      state,
      stateText: exportLifecycle.stateText(state, ctx.locale),
      reason: task.reason && state !== 'done' ? ctx.t(task.reason) : null,
      unmasked: task.unmasked,
      requesterId: task.requesterId,
      requesterName: names.get(task.requesterId) ?? '',
      createdAt: task.createdAt.toISOString(),
      finishedAt: task.finishedAt?.toISOString() ?? null,
      expireAt: task.expireAt?.toISOString() ?? null,
      downloads: task.downloads,
      actions: actionsOf(ctx, task),
    };
  });
}
