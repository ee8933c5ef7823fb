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

/** The source of every table that the contract names. */

const SOURCES = new Map<ExportModule, AnyExportSource>(moduleExportSources.map((source) => [source.module, source]));

/** @throws StartupError when a table has no source, or its list no endpoint: this build is incomplete */
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

/** Every column of a table, those that stored data define among them. */
export async function columnsOf(db: Kysely<Database>, key: ExportModule): Promise<readonly ExportColumn<unknown>[]> {
  const source = sourceOf(key);
  return source.columnsBesides ? [...source.columns, ...(await source.columnsBesides(db))] : source.columns;
}

/** The list whose filter an export takes. */
function listEndpoint(key: ExportModule): Endpoint {
  const { list } = exportModule(key);
  const found = Object.entries<Endpoint>(endpoints).find(([address]) => address === list)?.[1];
  if (!found) throw new StartupError(`The export ${key} names the list ${list}, which the contract does not have.`);
  return found;
}

/** Rules of which a person needs one to see the list at all. */
export function listRules(key: ExportModule): readonly number[] {
  const { access } = listEndpoint(key);
  return typeof access === 'object' ? [access.rule].flat() : [];
}

/** The filter as the list reads it. */
export function readFilter(key: ExportModule, filter: Readonly<Record<string, string>>) {
  return listEndpoint(key).input.safeParse(filter, { reportInput: true });
}

/** May this person export the table: the list's own rule and the export's? */
export function mayExport(key: ExportModule, rules: ReadonlySet<number>): boolean {
  const reads = listRules(key);
  return rules.has(exportModule(key).rule) && (reads.length === 0 || reads.some((rule) => rules.has(rule)));
}

/** The rule by which this person sees the list: its data scope is the export's. */
export function listRule(key: ExportModule, actor: Pick<Actor, 'rules'>): number {
  return listRules(key).find((one) => actor.rules.has(one)) ?? exportModule(key).rule;
}

/** The context with the rows that the list's module gives, whatever the calling endpoint's are. */
export function asList(ctx: ActorContext, key: ExportModule): ActorContext {
  return { ...ctx, actor: { ...ctx.actor, scope: ctx.actor.scopeOf(listRule(key, ctx.actor)) } };
}
