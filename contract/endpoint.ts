import { z } from 'zod';
import type { ErrorCode } from './errors';
import type { FieldRule } from './field-rules';
import { LIST_LIMITS, PAGE_SIZES } from './limits';
import type { RuleId } from './permissions';
import type { Text } from './text';

/**
 * Who may call an endpoint. There is no default: an endpoint without access does not compile.
 * - `public`: a visitor without a session
 * - `signedIn`: every session, whatever its permission rules (own data, option lists)
 * - `signed`: another server, which signs each request with its own secret (docs/orders.md); sessions are refused
 * - `{ rule }`: a session with this permission rule; of several rules, one is enough
 */
export type Access = 'public' | 'signedIn' | 'signed' | { readonly rule: RuleId | readonly RuleId[] };

/** Confirmation before a call: none · a dialog on the page · a second verification (2V) · a second person (4E). */
export type Risk = 'none' | 'confirm' | 'second' | 'fourEyes';

/** The operation record of a changing call (DOMAIN §3.11). */
export interface AuditSpec {
  /** Area, as in the address: `team`, `site`, `login`. */
  readonly module: string;
  /** Verb, as in the address: `pause`. */
  readonly action: string;
  /** Kind of the object that changes: `team`. */
  readonly object: string;
  /** Name of the action on the page of operation records. A test lists the endpoints without it. */
  readonly text?: Text;
  /** The call moves money, or changes fees or limits of money. The filter "only money" includes it. */
  readonly money?: boolean;
  /** The call shows masked data or exports data. The filter "only unmask and export" includes it. */
  readonly reveals?: boolean;
  /** Field names whose values are recorded only as "changed". */
  readonly secret?: readonly string[];
  /** Field names whose values are recorded masked. */
  readonly personal?: readonly string[];
  /** Names of fields that hold a name or a phone number. Only a phone number is masked. */
  readonly namesOrPhones?: readonly string[];
}

interface Common<I extends z.ZodType, D extends z.ZodType> {
  readonly access: Access;
  /** Query of a GET, body of a POST. */
  readonly input: I;
  /** Shape of the answer's `data`. Undeclared fields are removed. */
  readonly data: D;
  /** One sentence for the API description. */
  readonly summary: string;
  /** Business errors of this endpoint besides the common ones. */
  readonly errors?: readonly ErrorCode[];
}

export interface ReadEndpoint<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> extends Common<I, D> {
  readonly method: 'GET';
  /** Sends server-sent events if the caller asks for them (`Accept: text/event-stream`). */
  readonly stream?: true;
  readonly phoneSearch?: PhoneSearch;
}

/** The search also matches phones. Callers who see phones masked need the whole number, and are rate limited (DOMAIN §9, decision 28). */
export interface PhoneSearch {
  /** Name of the input field with the search text. */
  readonly field: string;
  /** The pages whose records are searched, each with its rule to see whole phones. */
  readonly kinds: readonly { readonly page: number; readonly unmask: number }[];
}

export interface WriteEndpoint<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> extends Common<I, D> {
  readonly method: 'POST';
  readonly risk: Risk;
  /** With risk `second`: allowed after sign-in with a recovery code, because the call binds a new factor. */
  readonly afterRecovery?: true;
  /** Marked K in DOMAIN §6: header `Idempotency-Key` is required. */
  readonly idempotent: boolean;
  /** Marked V in DOMAIN §6: the body carries `version`. */
  readonly versioned: boolean;
  /** `null` only for calls without a change worth recording (a check, a page view). */
  readonly audit: AuditSpec | null;
  /**
   * `multipart`: the body is a file upload; `input` then describes its text fields. Of a signed call it describes the JSON in the field
   * `body`, which comes before the file and is signed.
   */
  readonly body?: 'json' | 'multipart';
  /** Calls without a session are rate limited like reads, not like sign-in attempts: the module has its own limit. */
  readonly limitsVisitors?: true;
}

export type Endpoint = ReadEndpoint | WriteEndpoint;

export function read<I extends z.ZodType, D extends z.ZodType>(
  spec: Omit<ReadEndpoint<I, D>, 'method'>,
): ReadEndpoint<I, D> {
  return { method: 'GET', ...spec };
}

export function write<I extends z.ZodType, D extends z.ZodType>(
  spec: Omit<WriteEndpoint<I, D>, 'method' | 'risk' | 'idempotent' | 'versioned'> &
    Partial<Pick<WriteEndpoint, 'risk' | 'idempotent' | 'versioned'>>,
): WriteEndpoint<I, D> {
  return { method: 'POST', risk: 'none', idempotent: false, versioned: false, ...spec };
}

/* ---- shapes that many endpoints share (DOMAIN §6.1) ---- */

/** A time as ISO 8601 with offset. */
export const time = () => z.iso.datetime({ offset: true });
export const id = () => z.int().positive().max(Number.MAX_SAFE_INTEGER);
/** A stored file, with a link that expires after some minutes. */
export const linkedFile = () => z.object({ fileId: id(), name: z.string(), url: z.string(), isPicture: z.boolean() });
/** Money in fen (DOMAIN §0.1). */
export const fen = () => z.int().min(-9_999_999_999).max(9_999_999_999);
/** Marks a schema as a sum or a balance; see {@link sumFen}. */
export const AMOUNT = 'amount' satisfies FieldRule;
/**
 * A sum or a balance in fen. Callers without the field rule "amount" receive null (DOMAIN §9, decision 27).
 * Sums may exceed the limit of one amount. Use `fen()` for the amount of a single bill, entry or application.
 */
export const sumFen = () => z.int().nullable().meta({ fieldRule: AMOUNT });
/** A rate in basis points. */
export const bp = () => z.int().min(0).max(10_000);
/** A trimmed text with limits in characters. */
export const words = ({ min = 0, max }: { readonly min?: number; readonly max: number }) =>
  z.string().trim().min(min).max(max);
/** An integer within inclusive bounds. */
export const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
/** The record to change, with the version that the caller has read. */
export const versioned = { id: id(), version: z.int() };
/** Query strings carry text. These schemas parse a number, a boolean or a list. */
export const queryId = () => z.coerce.number().pipe(id());
export const queryBool = () => z.enum(['true', 'false']).transform((value) => value === 'true');
/** The keys of a record of texts, for `z.enum`. */
export const keysOf = <K extends string>(texts: Readonly<Record<K, unknown>>) => Object.keys(texts) as [K, ...K[]];

/** A list, repeated or comma separated (DOMAIN §6.1 "multi-values"). Empty text and an empty list mean "no filter". */
export const queryList = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => {
    if (value === undefined || value === '') return undefined;
    const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(',')).filter(Boolean);
    return parts.length > 0 ? parts : undefined;
  }, z.array(item).max(LIST_LIMITS.filterValues).optional());
export const queryIds = () => queryList(queryId());
/** Trimmed text filter; empty means no filter (DOMAIN §0.2). */
export const queryText = () =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    z.string().trim().max(LIST_LIMITS.keyword).optional(),
  );

/** `lng,lat` with at most 6 decimals (DOMAIN §0.1); lng −180..180, lat −85..85. */
export const lngLatText = () =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,6})?,-?\d{1,2}(\.\d{1,6})?$/)
    .refine((value) => {
      const [lng = 999, lat = 999] = value.split(',').map(Number);
      return Math.abs(lng) <= 180 && Math.abs(lat) <= 85;
    });
export const point = () => z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-85).max(85) });

/** Query of a list: paging, sorting, and the page's own filters. */
export function listInput<F extends z.ZodRawShape, S extends string>(filters: F, sortable: readonly [S, ...S[]]) {
  return z.object({
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(LIST_LIMITS.deepestRow / Math.min(...PAGE_SIZES))
      .default(1),
    limit: z.coerce
      .number()
      .refine((value) => (PAGE_SIZES as readonly number[]).includes(value))
      .default(20),
    sortField: z.enum(sortable).optional(),
    sortOrder: z.enum(['asc', 'desc']).optional(),
    ...filters,
  });
}

/** Answer of a list. `total` is exact up to `LIST_LIMITS.countCap`; beyond it `totalCapped` is true and the page shows "10,000+". */
export function listData<R extends z.ZodType, S extends z.ZodType>(row: R, summary: S) {
  return z.object({
    list: z.array(row),
    total: z.int(),
    totalCapped: z.boolean(),
    page: z.int(),
    limit: z.int(),
    summary,
    asOf: time(),
  });
}

/** Answer of an action (DOMAIN §6.1 **A**). `message` says what happened and is shown as a toast. */
export const actionData = z.object({
  id: id(),
  no: z.string().optional(),
  state: z.string(),
  stateText: z.string(),
  version: z.int(),
  message: z.string().optional(),
});

/** Bulk answer (DOMAIN §6.1 **B**). */
export const bulkData = z.object({
  success: z.int(),
  failed: z.array(z.object({ id: id(), no: z.string(), code: z.int(), msg: z.string() })),
});
export type BulkAnswer = z.output<typeof bulkData>;
export const bulkIds = () => z.array(id()).min(1).max(LIST_LIMITS.bulk);
/**
 * Target of a bulk call: `ids`, or the list's filter with the number of records that the user saw and confirmed.
 * Unknown filter fields are refused, because ignoring them would select more records than intended.
 */
export const bulkTarget = <F extends z.ZodRawShape>(filter: F) => ({
  ids: bulkIds().optional(),
  filter: z.strictObject(filter).optional(),
  count: z.int().min(1).max(LIST_LIMITS.bulkByFilter).optional(),
});
/** Answers without data. */
export const empty = z.object({});

/* ---- types that server and browser derive from an endpoint ---- */

/** Input type of an endpoint, as a caller passes it. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** Input type after parsing, as the handler receives it. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>;
/** Type of `data`, as the caller receives it. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;

/** Data before sums and balances are hidden: what a handler returns and what a caller with the field rule "amount" receives. */
export type WithSums<T> = T extends readonly (infer R)[]
  ? WithSums<R>[]
  : T extends object
    ? {
        [K in keyof T]: K extends `${string}Fen`
          ? NonNullable<T[K]>
          : K extends 'flows' | 'balances'
            ? Sums<T[K]>
            : WithSums<T[K]>;
      }
    : T;
type Sums<T> = { [K in keyof T]: NonNullable<T[K]> };

/** A refused field. Answers with code 40001 list these in `data.errors`. */
export interface FieldError {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/** A value as JSON in a query string, with a maximum length in characters. */
export const queryJson = <S extends z.ZodType>(schema: S, most: number) =>
  z
    .string()
    .max(most)
    .transform((text, ctx) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        ctx.addIssue({ code: 'custom', message: 'no JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
