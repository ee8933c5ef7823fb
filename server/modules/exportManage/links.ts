import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { ZipFile } from 'yazl';
import { exportModule } from '../../../contract/export.modules';
import { EXPORT } from '../../../contract/limits';
import type { Actor } from '../../core/actor';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { wallClock } from '../../core/export/table-cells';
import type { SecretBox } from '../../core/platforms/ports';
import { type ExportRecord, exportById, redeemExportLink } from '../exportTask';
import { readSetting } from '../site';
import { filePath } from './files';
import { refusalOfFile } from './reach';

/**
 * Download links for files of exports (DOMAIN §9, decision 29). A link is valid for five minutes and one download, and only with a session
 * of its account. A browser download sends no Authorization header, so the session is read from the console's cookie.
 */

const NONCE_BYTES = 16;

interface Link {
  readonly ids: readonly number[];
  readonly zip: boolean;
  readonly accountId: number;
  /** End of validity, in seconds since 1970. */
  readonly until: number;
  /** Random value that makes each link unique, so that each link can be used only once. */
  readonly nonce: string;
}

const text = ({ ids, zip, accountId, until, nonce }: Link) =>
  `export:${ids.join('.')}:${zip ? 'zip' : 'file'}:${accountId}:${until}:${nonce}`;

export function exportLink(
  secrets: SecretBox,
  clock: Clock,
  wanted: Pick<Link, 'ids' | 'zip' | 'accountId'>,
): { url: string; expireIn: number } {
  const until = Math.floor(clock.now().getTime() / 1_000) + EXPORT.linkSeconds;
  const link: Link = { ...wanted, until, nonce: clock.randomBytes(NONCE_BYTES).toString('base64url') };
  const query = new URLSearchParams({
    ids: link.ids.join('.'),
    a: String(link.accountId),
    e: String(until),
    n: link.nonce,
    ...(link.zip && { z: '1' }),
    s: secrets.sign(text(link)),
  });
  return { url: `/api/exports?${query}`, expireIn: EXPORT.linkSeconds };
}

/** Builds a file name from table, task, account and time: `站点列表_EX2026030100000001_lin_20260301-120000.csv` (DOMAIN §3.14 "watermark"). */
export function fileName(
  task: Pick<ExportRecord, 'module' | 'no' | 'format' | 'locale'>,
  account: string,
  wallMs: number,
): string {
  const title = exportModule(task.module).text[task.locale].replace(/[\s/\\]+/g, '-');
  return `${title}_${task.no}_${account}_${stamp(wallMs)}.${task.format}`;
}

function stamp(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
}

interface LinkDeps {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly folder: string;
  /** Finds the account of the session that the request contains. `null` means that the request has no valid session. */
  actorOf(request: FastifyRequest): Promise<Actor | null>;
}

interface Query {
  readonly ids?: string;
  readonly a?: string;
  readonly e?: string;
  readonly n?: string;
  readonly z?: string;
  readonly s?: string;
}

/** Parses and verifies a link. Returns `null` if this server did not sign the link, or the link has expired. */
function readLink({ secrets, clock }: LinkDeps, { ids, a, e, n = '', z, s = '' }: Query): Link | null {
  const link: Link = {
    ids: (ids ?? '').split('.').map(Number),
    zip: z === '1',
    accountId: Number(a),
    until: Number(e),
    nonce: n,
  };
  const isNow = link.until * 1_000 > clock.now().getTime();
  return isNow && secrets.isSigned(text(link), s) && link.ids.every(Number.isSafeInteger) ? link : null;
}

/** Finds the files of a link. Returns `null` unless all files exist, have not expired, and may still be downloaded by the user. */
async function filesFor({ db, clock, folder }: LinkDeps, link: Link, actor: Actor): Promise<ExportRecord[] | null> {
  const tasks: ExportRecord[] = [];
  for (const id of link.ids) {
    const task = await exportById(db, id);
    const isThere =
      task?.state === 'done' &&
      (task.expireAt?.getTime() ?? 0) > clock.now().getTime() &&
      existsSync(filePath(folder, id, task.format));
    if (!task || !isThere || (await refusalOfFile(db, actor, task, task.locale))) return null;
    tasks.push(task);
  }
  return tasks;
}

/** Serves the files of a link to its account, if the account still has the permissions. */
export function registerExportRoutes(app: FastifyInstance, deps: LinkDeps): void {
  app.get<{ Querystring: Query }>('/api/exports', async (request, reply) => {
    const link = readLink(deps, request.query);
    const actor = link && (await deps.actorOf(request));
    const tasks = link && actor?.accountId === link.accountId ? await filesFor(deps, link, actor) : null;
    // Mark the link as used only after all checks, so that a refused download does not consume it.
    const isServed =
      link !== null && tasks !== null && (await redeemExportLink(deps.db, link.nonce, new Date(link.until * 1_000)));
    if (!isServed || !actor) return reply.code(404).type('text/plain').send('Not found');
    return sendFiles(deps, reply, { tasks, zip: link.zip, account: actor.account });
  });
}

async function sendFiles(
  { db, clock, folder }: LinkDeps,
  reply: FastifyReply,
  { tasks, zip, account }: { readonly tasks: readonly ExportRecord[]; readonly zip: boolean; readonly account: string },
) {
  const { timeZone } = await readSetting(db, 'locale');
  const at = wallClock(timeZone)(clock.now());
  const [first] = tasks;
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-site')
    .header('cache-control', 'no-store');
  const attach = (name: string) =>
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  if (!zip && first) {
    const path = filePath(folder, first.id, first.format);
    attach(fileName(first, account, at));
    return reply
      .type(
        first.format === 'csv'
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      )
      .header('content-length', (await stat(path)).size)
      .send(createReadStream(path));
  }
  attach(`exports_${account}_${stamp(at)}.zip`);
  const archive = new ZipFile();
  const out = archive.outputStream as NodeJS.ReadableStream & { destroy(error: Error): void };
  archive.on('error', (error: Error) => out.destroy(error));
  for (const task of tasks) {
    // XLSX files are already compressed.
    const options = task.format === 'csv' ? { compressionLevel: 3 } : { compress: false };
    archive.addFile(filePath(folder, task.id, task.format), fileName(task, account, at), options);
  }
  archive.end();
  return reply.type('application/zip').send(out);
}
