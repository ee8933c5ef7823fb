import type { Kysely } from 'kysely';
import type { Endpoint } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { EXPORT_KEYS, type ExportModule, exportModule } from '../../../contract/export.modules';
import type { Actor } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import type { AnyExportSource, ExportColumn } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { StartupError } from '../../core/startup';
import { moduleExportSources } from '../exports';

/** The export sources by table. */

const SOURCES = new Map<ExportModule, AnyExportSource>(moduleExportSources.map((source) => [source.module, source]));

/** Checks that every table has a source. @throws StartupError the build is incomplete: a source or the endpoint of a list is missing */
export function checkExports(): void {
  for (const key of EXPORT_KEYS) {
    if (!SOURCES.has(key)) throw new StartupError(`The export ${key} has no source: this build is incomplete.`);
    listEndpoint(key);
  }
}

export function sourceOf(key: ExportModule): AnyExportSource {
  const source = SOURCES.get(key);
  if (!source) throw new Error(`no source for ${key}`);
  return source;
}

/** Returns all columns of a table. `columnsBesides` returns columns that depend on stored data, such as the fields of a form. */
export async function columnsOf(db: Kysely<Database>, key: ExportModule): Promise<readonly ExportColumn<unknown>[]> {
  const source = sourceOf(key);
  return source.columnsBesides ? [...source.columns, ...(await source.columnsBesides(db))] : source.columns;
}

/** Finds the list endpoint whose filter an export uses. */
export function listEndpoint(key: ExportModule): Endpoint {
  const { list } = exportModule(key);
  const found = Object.entries<Endpoint>(endpoints).find(([address]) => address === list)?.[1];
  if (!found) throw new StartupError(`The export ${key} names the list ${list}, which the contract does not have.`);
  return found;
}

/** Returns the permission ids of the list. A user needs one of them to see the list. */
export function listRules(key: ExportModule): readonly number[] {
  const { access } = listEndpoint(key);
  return typeof access === 'object' ? [access.rule].flat() : [];
}

/** Parses the filter with the schema of the list endpoint. */
export function readFilter(key: ExportModule, filter: Readonly<Record<string, string>>) {
  return listEndpoint(key).input.safeParse(filter, { reportInput: true });
}

/** Checks whether the user may export the table. This requires a permission for the list and the permission to export it. */
export function mayExport(key: ExportModule, rules: ReadonlySet<number>): boolean {
  const reads = listRules(key);
  return rules.has(exportModule(key).rule) && (reads.length === 0 || reads.some((rule) => rules.has(rule)));
}

/**
 * Returns the permission id by which the user sees the list. The data scope of this permission applies to the export. If the user has no
 * permission for the list, returns the id of the export permission.
 */
export function listRule(key: ExportModule, actor: Pick<Actor, 'rules'>): number {
  return listRules(key).find((one) => actor.rules.has(one)) ?? exportModule(key).rule;
}

/** Returns the context with the data scope of the list instead of the data scope of the called endpoint. */
export function asList(ctx: ActorContext, key: ExportModule): ActorContext {
  return { ...ctx, actor: { ...ctx.actor, scope: ctx.actor.scopeOf(listRule(key, ctx.actor)) } };
}
