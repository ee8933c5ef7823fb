import { say } from '../../../../contract/message';
import type { Actor } from '../../actor';
import type { ActorContext } from '../context';
import type { Attempt } from './attempt';
import { requireSecond, withModuleScope } from './authorize';
import { header, type PipeDeps } from './call';
import { guardSearch } from './phone-search';
import { executeProposal, requireSecondPerson } from './proposal';
import { compensate, compensateEach } from './undo';

/** Builds the handler's context for an attempt. Functions such as `audit` and `afterCommit` write into the attempt's report. */
export function handlerContext(deps: PipeDeps, attempt: Attempt): ActorContext {
  const { call, db, report } = attempt;
  const { endpoint } = call.bound;
  const { incoming, locale } = call;
  const actor = call.session ? withModuleScope(endpoint, call.session.actor) : null;
  const ctx: ActorContext = {
    db,
    locale,
    clock: deps.clock,
    ids: deps.ids,
    ports: deps.ports,
    deployment: deps.deployment,
    requestId: incoming.requestId,
    ip: incoming.ip,
    isLocal: incoming.isLocal,
    origin: incoming.origin,
    userAgent: header(incoming, 'user-agent') ?? '',
    upload: incoming.upload,
    spooled: incoming.spooled,
    // Handlers of public endpoints receive `Actor | null`. Handlers of signed endpoints receive `null` (ContextOf). Other handlers need a
    // session.
    actor: actor as Actor,
    client: call.client,
    isUndo: false,
    can: (rule) => actor?.rules.has(rule) ?? false,
    t: (text, params) => say(text, locale, params),
    audit(change) {
      report.change = change;
    },
    requireSecond: () => requireSecond(call),
    secondPerson: (request) => requireSecondPerson(deps, attempt, endpoint, request),
    executeProposal: (proposal) => executeProposal(deps, ctx, proposal),
    recordUndoable({ before = report.change.before as object | undefined, ...single }) {
      report.undoables.push({ ...single, before });
    },
    compensate: (wanted) => compensate(deps, attempt, ctx, wanted),
    compensateEach: (wanted) => compensateEach(deps, attempt, ctx, wanted),
    guardSearch: (search) => guardSearch(deps, attempt, search),
    permissionChanged() {
      report.permissionChanged = true;
    },
    afterCommit(task) {
      report.tasks.push(task);
    },
    followUp(work) {
      report.followUp = work;
    },
  };
  return ctx;
}
