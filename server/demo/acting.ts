import type { AuditSpec } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { say } from '../../contract/message';
import { createSessions } from '../core/access/session';
import type { AuditChange } from '../core/audit';
import { recordOperation } from '../core/audit';
import { fixedClock } from '../core/clock';
import type { ActorContext, Deployment } from '../core/http/context';
import { Accepted } from '../core/http/refusal';
import type { Ids } from '../core/ids';
import { isOutOfHours, wallTime } from '../core/money/days';
import type { Ports } from '../core/platforms/ports';
import { type Making, ZONE } from './world';

/**
 * Runs an action of a demo account as the page does: with the page's handler, the account's permissions, and an operation record if the
 * endpoint has one. Decisions about money are therefore real calls and not inserted rows.
 */

export interface Stage {
  readonly db: Making['db'];
  readonly ids: Ids;
  readonly ports: Partial<Ports>;
}
type Handler = (ctx: ActorContext, input: never) => Promise<unknown>;
type Data<R> = R extends Accepted<infer D> ? D : R;

/** Start-up options that handlers see when the demo calls them: those of a server with the embedded database. */
const DEPLOYMENT: Deployment = {
  embeddedDatabase: true,
  automationCode: null,
  publicOrigin: null,
  outgoingAddresses: [],
  staffSeats: 200,
  dataDir: '',
};

/**
 * Calls a handler as an account at a moment.
 *
 * @param handlers the handlers of the endpoint's module
 * @param address the endpoint; the account must have its permission
 * @param call.who id of the account
 * @returns the call's data
 * @throws Error when the permission is missing or the handler refuses
 */
export async function act<M extends Readonly<Record<string, Handler>>, A extends keyof M & keyof typeof endpoints>(
  { db, ids, ports }: Stage,
  handlers: M,
  address: A,
  call: { readonly who: number; readonly at: Date; readonly input: Parameters<M[A]>[1] },
): Promise<Data<Awaited<ReturnType<M[A]>>>> {
  const { who, at, input } = call;
  const clock = fixedClock(at.toISOString());
  const endpoint: { readonly access: unknown; readonly audit?: AuditSpec | null } = endpoints[address];
  const found = await createSessions(db, clock, async () => ZONE).actorOf(who);
  const access = endpoint.access as { readonly rule: number | readonly number[] };
  const rule = [access.rule].flat().find((one) => found?.rules.has(one));
  if (!found || rule === undefined) throw new Error(`account ${who} may not call ${address}`);
  const actor = { ...found, scope: found.scopeOf(rule) };
  const id = ids.next();
  let change: AuditChange = {};
  const never = () => {
    throw new Error(`${address} does more than the demo provides for`);
  };
  const ctx: ActorContext = {
    ...{ db, ids, clock, actor, locale: 'zh-CN', ports: ports as Ports, deployment: DEPLOYMENT },
    ...{ requestId: `demo-${id}`, ip: '', userAgent: '', isLocal: true, origin: '', upload: null, client: null },
    isUndo: false,
    can: (one) => actor.rules.has(one),
    t: (text, params) => say(text, 'zh-CN', params),
    audit: (told) => {
      change = told;
    },
    // We assume that the account has passed the second verification.
    requireSecond: () => undefined,
    secondPerson: never,
    executeProposal: never,
    recordUndoable: () => undefined,
    compensate: never,
    compensateEach: never,
    guardSearch: ({ find }) => find(),
    permissionChanged: () => undefined,
    afterCommit: () => undefined,
    followUp: () => undefined,
  };
  const handler = handlers[address] as Handler;
  const answer = await handler(ctx, input as never);
  if (endpoint.audit) {
    await recordOperation(db, {
      ...{ id, at, actor, spec: endpoint.audit, resultCode: 100, change, ip: '', userAgent: '', costMs: 0 },
      requestId: ctx.requestId,
      isOutOfHours: isOutOfHours(wallTime(at, ZONE)),
    });
  }
  return (answer instanceof Accepted ? answer.data : answer) as Data<Awaited<ReturnType<M[A]>>>;
}
