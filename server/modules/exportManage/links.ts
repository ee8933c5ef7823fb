import { timingSafeEqual } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { ZipFile } from 'yazl';
import { exportModule } from '../../../contract/export.modules';
import { EXPORT } from '../../../contract/limits';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { wallClock } from '../../core/export/table-cells';
import type { Actor } from '../../core/http/context';
import type { SecretBox } from '../../core/platforms/ports';
import { type ExportRecord, exportById } from '../exportTask';
import { readSetting } from '../site';
import { filePath } from './files';
import { refusalOfFile } from './reach';

/** Links to files of exports: for five minutes, for one account, without a session, since a download sends no header. */

const text = (ids: readonly number[], zip: boolean, accountId: number, until: number) =>
  `export:${ids.join('.')}:${zip ? 'zip' : 'file'}:${accountId}:${until}`;

export function exportLink(
  secrets: SecretBox,
  clock: Clock,
  wanted: { readonly ids: readonly number[]; readonly zip: boolean; readonly accountId: number },
): { url: string; expireIn: number } {
  const until = Math.floor(clock.now().getTime() / 1_000) + EXPORT.linkSeconds;
  const { ids, zip, accountId } = wanted;
  const query = new URLSearchParams({
    ids: ids.join('.'),
    a: String(accountId),
    e: String(until),
    ...(zip && { z: '1' }),
    s: secrets.sign(text(ids, zip, accountId, until)),
  });
  return { url: `/api/exports?${query}`, expireIn: EXPORT.linkSeconds };
}

/** `站点列表_EX2026030100000001_lin_20260301-120000.csv`: what, which, who, when (DOMAIN §3.14 "watermark"). */
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
  actorOf(accountId: number): Promise<Actor | null>;
}

/** Serves files to holders of a link, as long as the person behind it may still have them. */
export function registerExportRoutes(app: FastifyInstance, deps: LinkDeps): void {
  const { db, secrets, clock, folder } = deps;
  app.get<{ Querystring: { ids?: string; a?: string; e?: string; z?: string; s?: string } }>(
    '/api/exports',
    async (request, reply) => {
      const { a, e, z, s } = request.query;
      const ids = (request.query.ids ?? '').split('.').map(Number);
      const [accountId, until, zip] = [Number(a), Number(e), z === '1'];
      const given = Buffer.from(s ?? '');
      const expected = Buffer.from(secrets.sign(text(ids, zip, accountId, until)));
      const isValid =
        ids.every(Number.isSafeInteger) &&
        until * 1_000 > clock.now().getTime() &&
        given.length === expected.length &&
        timingSafeEqual(given, expected);
      const actor = isValid ? await deps.actorOf(accountId) : null;
      const tasks: ExportRecord[] = [];
      for (const id of actor ? ids : []) {
        const task = await exportById(db, id);
        const isThere =
          task?.state === 'done' &&
          (task.expireAt?.getTime() ?? 0) > clock.now().getTime() &&
          existsSync(filePath(folder, id, task.format));
        if (task && isThere && actor && !(await refusalOfFile(db, actor, task, task.locale))) tasks.push(task);
      }
      if (!actor || tasks.length !== ids.length) return reply.code(404).type('text/plain').send('Not found');
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
        attach(fileName(first, actor.account, at));
        return reply
          .type(
            first.format === 'csv'
              ? 'text/csv; charset=utf-8'
              : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          )
          .header('content-length', (await stat(path)).size)
          .send(createReadStream(path));
      }
      attach(`exports_${actor.account}_${stamp(at)}.zip`);
      const archive = new ZipFile();
      const out = archive.outputStream as NodeJS.ReadableStream & { destroy(error: Error): void };
      archive.on('error', (error: Error) => out.destroy(error));
      for (const task of tasks) {
        // What is packed already would only cost time.
        const options = task.format === 'csv' ? { compressionLevel: 3 } : { compress: false };
        archive.addFile(filePath(folder, task.id, task.format), fileName(task, actor.account, at), options);
      }
      archive.end();
      return reply.type('application/zip').send(out);
    },
  );
}
