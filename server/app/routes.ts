import type { FastifyInstance } from 'fastify';
import { registerDocs } from '../core/http/docs';
import { downloadToken } from '../core/http/session-cookie';
import { registerDownloadRoutes } from '../modules/app';
import { registerExportRoutes } from '../modules/exportManage';
import { registerFileRoutes } from '../modules/file';
import { registerApplyRoutes } from '../modules/franchisePage';
import { registerContentRoutes } from '../modules/information';
import { readSetting } from '../modules/site';
import type { AppParts } from './parts';
import { send } from './send';
import type { SessionOf } from './session';

/** Registers routes outside the contract: files, exports, downloads, public contents and pages, and the API description. */
export function registerRoutes(http: FastifyInstance, parts: AppParts, sessionOf: SessionOf): void {
  const { db, clock, settings, ports } = parts;
  const { files, secrets } = ports;
  registerExportRoutes(http, {
    db,
    secrets,
    clock,
    folder: ports.exportFolder,
    actorOf: async (request) => (await sessionOf(request, downloadToken(request)))?.actor ?? null,
  });
  registerFileRoutes(http, { db, files, secrets, clock, corsOrigins: settings.corsOrigins });
  registerDownloadRoutes(http, { db });
  registerContentRoutes(http, { db, clock, files, secrets });
  registerApplyRoutes(http, { db, clock, secrets });
  registerDocs(http, {
    settings,
    clock,
    title: async () => (await readSetting(db, 'identity')).siteName,
    isSignedIn: async (request) => (await sessionOf(request)) !== null,
    send,
  });
}
