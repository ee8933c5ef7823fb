import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createSessions } from '../core/access/session';
import { failure } from '../core/http/envelope';
import type { Pipe } from '../core/http/pipe';
import { Refusal, refuse } from '../core/http/refusal';
import { localeOf } from '../core/locale';
import { registerCallbackRoutes } from '../modules/callback';
import { checkExports } from '../modules/exportManage';
import { lossVideos } from '../modules/foodLoss';
import { applicantUploads } from '../modules/franchisePage';
import { createNoticeHub, type NoticeHub } from '../modules/notice';
import { moduleReceivers } from '../modules/receivers';
import { readSetting } from '../modules/site';
import { incidentVideos } from '../modules/siteIncident';
import { bindAll } from './bind';
import { cached, FRESH_MS } from './cached';
import { isUnreadable } from './caller';
import { createRunCall, type RunCall, registerCalls } from './calls';
import { createInstance } from './instance';
import { registerPages } from './page';
import type { App, AppParts } from './parts';
import { guardsOf, pipeOf, signedClientOf } from './pipe';
import { registerRoutes } from './routes';
import { send } from './send';
import { createSessionOf } from './session';
import { createSpool } from './spool';

export type { App, AppParts } from './parts';

/** Maximum time in milliseconds that a stopping server waits for work that calls do after their commit. */
const SETTLE_MS = 10_000;
const pause = (ms: number) => new Promise<void>((settle) => setTimeout(settle, ms).unref());

/**
 * Builds the http app with its routes: contract endpoints, platform callbacks, files and pages.
 *
 * @throws StartupError when the build is incomplete: {@link bindAll} or `checkExports` finds a missing part
 */
export async function buildApp(parts: AppParts): Promise<App> {
  const { db, clock, logger } = parts;
  const bounds = bindAll();
  checkExports();
  const timeZone = cached(parts.freshMs ?? FRESH_MS, async () => (await readSetting(db, 'locale')).timeZone);
  const sessions = createSessions(db, clock, timeZone);
  const sessionOf = createSessionOf(sessions);
  const guards = guardsOf(parts);
  const pipe = pipeOf(parts, { guards, sessions, bounds, timeZone });
  const hub = createNoticeHub(
    {
      db,
      clock,
      zone: timeZone,
      failed: (error) => logger.error({ err: error }, 'new notices could not be looked for'),
    },
    parts.streamMs,
  );

  const http = await createInstance(parts);
  stopWith(http, hub, pipe);
  const guardsOfUploads = applicantUploads({ db, clock, secrets: parts.ports.secrets });
  const run = createRunCall({
    ...{ pipe, hub, sessionOf, guards: guardsOfUploads, settings: parts.settings },
    spoolGuards: new Map([...incidentVideos({ db, clock }), ...lossVideos({ db, clock })]),
    spool: createSpool(join(parts.settings.dataDir, 'incoming'), clock),
    signedClient: signedClientOf(parts),
  });
  registerCalls(http, bounds.values(), run);
  registerRoutes(http, parts, sessionOf);
  answerFaults(http, parts, run);
  // The error handler must be set before plugins add routes: a plugin that was loaded earlier would use the library's error handler.
  await registerCallbackRoutes(http, {
    ...guards,
    tools: parts,
    receivers: parts.receivers ?? moduleReceivers,
    log: logger,
    ...(parts.latency && { latency: parts.latency }),
  });
  await registerPages(http, parts, bounds);
  await http.ready();
  return { http, settle: () => pipe.settle() };
}

/**
 * When the server stops, closes open streams and answers the calls that wait for their follow-up work (`ctx.followUp`), because both would
 * delay the stop. The stop then waits at most {@link SETTLE_MS} for work that calls do after their commit.
 */
function stopWith(http: FastifyInstance, hub: NoticeHub, pipe: Pipe): void {
  http.addHook('preClose', async () => {
    hub.close();
    pipe.stopWaiting();
  });
  // A call to a platform may last for minutes, so the stop waits at most `SETTLE_MS`. The next start completes work that is still open.
  http.addHook('onClose', () => Promise.race([pipe.settle(), pause(SETTLE_MS)]));
}

/** Answers failed requests. Calls with an unreadable body also pass through the pipe, so that they are recorded like other refusals. */
function answerFaults(http: FastifyInstance, { logger }: AppParts, run: RunCall): void {
  http.setErrorHandler((error, request, reply) => {
    const { bound } = request.routeOptions.config;
    if (bound && isUnreadable(error)) {
      return run(bound, request, reply, error instanceof Refusal ? error : refuse(40002));
    }
    logger.error({ err: error, requestId: request.id }, 'a request failed');
    return send(request, reply, failure(50001, localeOf(request.headers['accept-language'])));
  });
}
