import type { Kysely } from 'kysely';
import type { AuditSpec } from '../../contract/endpoint';
import { maskFields } from './access/mask';
import type { Actor } from './actor';
import { PREPARED } from './database/prepared-statements';
import type { Database } from './database/schema';
import type { Ids } from './ids';

/** A changed object, as an operation record describes it. `recordOperation` masks secret and personal fields (AuditSpec). */
export interface AuditChange {
  /** Kind of the object. Endpoints that serve several kinds set it (AuditSpec.object). */
  readonly objectType?: string;
  readonly objectId?: number;
  readonly objectNo?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  /** Whether the call changed money, fees or money limits. Endpoints that do so only sometimes set it (AuditSpec.money). */
  readonly money?: boolean;
  /** The operator in the operation record when no account is signed in: the client that signed the call, or the system (`BY_SYSTEM`). */
  readonly by?: Pick<Actor, 'accountId' | 'account' | 'identityNames'>;
  /** Facts that only the module needs, such as the failed rows of a bulk call. */
  readonly detail?: unknown;
}

/** The result of a batch for one object: the data and the audit description that a call for this object alone would have. */
export interface DoneOne<T = unknown> {
  readonly data: T;
  readonly change: AuditChange;
}

/** An operation record (操作记录, DOMAIN §3.11). */
export interface AuditEntry {
  readonly id: number;
  readonly at: Date;
  readonly actor: Actor | null;
  readonly spec: AuditSpec;
  readonly resultCode: number;
  readonly change: AuditChange;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly costMs: number;
  readonly isOutOfHours: boolean;
}

/** Operator of changes that a job or a command of the system makes. */
export const BY_SYSTEM: Pick<Actor, 'accountId' | 'account' | 'identityNames'> = {
  accountId: 0,
  account: 'system',
  identityNames: [],
};

interface JobTools {
  readonly db: Kysely<Database>;
  readonly ids: Ids;
}

/** Writes the operation record of a change by a job or a command. Call it in the transaction of the change. */
export async function recordBySystem(
  { db, ids }: JobTools,
  at: Date,
  spec: AuditSpec,
  change: Omit<AuditChange, 'by'>,
): Promise<void> {
  const id = ids.next();
  await recordOperation(db, {
    ...{ id, at, actor: null, spec, resultCode: 100, requestId: `job-${id}` },
    change: { ...change, by: BY_SYSTEM },
    ...{ ip: '', userAgent: '', costMs: 0, isOutOfHours: false },
  });
}

const LARGEST_JSON = 32 * 1024;
const LONGEST = { name: 100, no: 32, reason: 200, ua: 255, account: 32 } as const;

/** Serializes a value for jsonb and masks secret and personal fields. If the text is too long, only its number of characters is stored. */
function json(value: unknown, spec: AuditSpec): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(maskFields(value, spec));
  return text.length > LARGEST_JSON ? JSON.stringify({ truncated: true, characters: text.length }) : text;
}

/** Writes an operation record. The database refuses a second record for the same request in the same month. */
export async function recordOperation(db: Kysely<Database>, entry: AuditEntry): Promise<void> {
  const { change, spec } = entry;
  const actor = entry.actor ?? change.by;
  await db
    .insertInto('operation_record')
    .values({
      id: entry.id,
      at: entry.at,
      account_id: actor?.accountId ?? 0,
      account: (actor?.account ?? '').slice(0, LONGEST.account),
      identity_name: (actor?.identityNames.join('、') ?? '').slice(0, LONGEST.name),
      module: spec.module,
      action: spec.action,
      object_type: change.objectType ?? spec.object,
      object_id: change.objectId ?? null,
      object_no: change.objectNo?.slice(0, LONGEST.no) ?? null,
      result_code: entry.resultCode,
      before: json(change.before, spec),
      after: json(change.after, spec),
      detail: json(change.detail, spec),
      reason: change.reason?.slice(0, LONGEST.reason) ?? null,
      ip: entry.ip,
      ua: entry.userAgent.slice(0, LONGEST.ua),
      request_id: entry.requestId,
      cost_ms: Math.round(entry.costMs),
      money: spec.money === true || change.money === true,
      reveals: spec.reveals === true,
      out_of_hours: entry.isOutOfHours,
    })
    .modifyEnd(PREPARED)
    .execute();
}
