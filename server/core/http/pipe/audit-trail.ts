import type { Kysely } from 'kysely';
import type { AuditSpec } from '../../../../contract/endpoint';
import { type AuditChange, recordOperation } from '../../audit';
import type { Database } from '../../database/schema';
import type { Attempt, AttemptFailed } from './attempt';
import { type Call, header, type PipeDeps } from './call';

type Tools = Pick<PipeDeps, 'db' | 'clock' | 'ids' | 'log'>;

/** Codes of refused reads that are recorded: missing permission, or the hours or IP addresses of the identities. */
const RECORDED_READS: ReadonlySet<number> = new Set([40301, 40311, 40312]);
/** Codes of refusals without an audit record: no session (401), too many calls (42901), disk full (50301). */
const UNRECORDED: ReadonlySet<number> = new Set([401, 42901, 50301]);

/** Writes the record of a successful call in its transaction. @returns its id, or `null` when the endpoint has no audit record */
export async function auditSuccess(
  tools: Tools,
  { call, db, report }: Attempt,
  input: unknown,
  resultCode: number,
): Promise<number | null> {
  const { endpoint } = call.bound;
  if (endpoint.method !== 'POST' || endpoint.audit === null) return null;
  const change = { after: input, ...describeTarget(call), ...report.change };
  const detail = { ...(change.detail as object | undefined), withoutSecondPerson: true };
  return record(tools, db, call, {
    spec: report.undoSpec ?? endpoint.audit,
    resultCode,
    change: report.withoutSecondPerson ? { ...change, detail } : change,
  });
}

/** Writes the record of a call that needs a second user. */
export async function auditProposal(
  tools: Tools,
  db: Kysely<Database>,
  call: Call,
  resultCode: number,
  change: AuditChange,
): Promise<void> {
  const { endpoint } = call.bound;
  if (endpoint.method !== 'POST' || endpoint.audit === null) return;
  await record(tools, db, call, { spec: endpoint.audit, resultCode, change });
}

/**
 * Records a refused call with the reason. It runs after the rollback on a separate connection and never throws. Codes in {@link UNRECORDED}
 * are not recorded, nor are reads without a specification ({@link refusalSpec}).
 *
 * @param failed the error of the handler or of a later step; `null` when an earlier step refused the call
 */
export async function auditRefusal(
  tools: Tools,
  call: Call,
  resultCode: number,
  failed: AttemptFailed | null,
): Promise<void> {
  if (UNRECORDED.has(resultCode)) return;
  const spec = refusalSpec(call, resultCode);
  if (spec === null) return;
  // A refused call changed nothing, so the record contains no before and after.
  const { before: _before, after: _after, ...facts } = failed?.report.change ?? {};
  const change = { detail: failed ? { input: failed.input } : undefined, ...describeTarget(call), ...facts };
  try {
    await record(tools, tools.db, call, { spec, resultCode, change });
  } catch (error) {
    tools.log.error({ err: error, requestId: call.incoming.requestId }, 'an operation record could not be written');
  }
}

/** Returns the audit specification of a refused call. A read has a specification only for the codes in `RECORDED_READS`. */
function refusalSpec({ bound: { address, endpoint } }: Call, resultCode: number): AuditSpec | null {
  if (endpoint.method === 'POST') return endpoint.audit;
  if (!RECORDED_READS.has(resultCode)) return null;
  const [controller = '', action = ''] = address.split('/');
  return { module: controller.split('.')[0] ?? '', action, object: 'page' };
}

/** Reads the object id and the reason from the input of a call, if present. */
function describeTarget({ raw }: Call): AuditChange {
  const { id, teamId, reason: given } = raw;
  const objectId = [id, teamId].find((value) => Number.isSafeInteger(value)) as number | undefined;
  const reason = typeof given === 'string' ? given : undefined;
  return { ...(objectId && { objectId }), ...(reason && { reason }) };
}

/** Writes an operation record about a call. @returns its id */
export async function record(
  { clock, ids }: Tools,
  db: Kysely<Database>,
  call: Call,
  entry: { readonly spec: AuditSpec; readonly resultCode: number; readonly change: AuditChange },
): Promise<number> {
  const id = ids.next();
  await recordOperation(db, {
    ...entry,
    id,
    at: clock.now(),
    actor: call.session?.actor ?? null,
    ip: call.incoming.ip,
    userAgent: header(call.incoming, 'user-agent') ?? '',
    requestId: call.incoming.requestId,
    costMs: performance.now() - call.startedMs,
    isOutOfHours: call.isOutOfHours,
  });
  return id;
}
