import { z } from 'zod';
import type { ErrorCode } from './errors';
import type { FieldRule } from './field-rules';
import { LARGEST_FEN } from './ledger';
import { LIST_LIMITS, PAGE_SIZES } from './limits';
import type { RuleId } from './permissions';
import type { Text } from './text';

/**
 * Who may call an endpoint. There is no default: an endpoint without access does not compile.
 * - `public`: a visitor without a session
 * - `signedIn`: every session, whatever its permissions (own data, option lists)
 * - `signed`: another server, which signs each request with its own secret (docs/orders.md). The server refuses sessions
 * - `{ rule }`: a session with this permission id. If several ids are given, one of them is enough
 */
export type Access = 'public' | 'signedIn' | 'signed' | { readonly rule: RuleId | readonly RuleId[] };

/** What a call requires before it takes effect: nothing · a dialog on the page · a second verification (2V) · a second person (4E). */
export type Risk = 'none' | 'confirm' | 'second' | 'fourEyes';

/** Content of the operation record that the server writes for a call (DOMAIN §3.11). */
export interface AuditSpec {
  /** Module name in the operation record, for example `team` or `financial.cost`. */
  readonly module: string;
  /** Name of the action in the operation record, for example `pause`. */
  readonly action: string;
  /** Kind of the changed object: `team`. */
  readonly object: string;
  /** Name of the action on the page of operation records. A test fails if an endpoint with an operation record lacks it. */
  readonly text?: Text;
  /** `true` if the call moves money, or changes fees or limits. The filter "Only fund-related" of the operation records finds it. */
  readonly money?: boolean;
  /** `true` if the call shows masked data in full or exports data. The filter "Only reveals and exports" includes it. */
  readonly reveals?: boolean;
  /** Names of secret fields. The operation record states only that the value was changed. */
  readonly secret?: readonly string[];
  /** Names of personal fields. The operation record contains their masked values. */
  readonly personal?: readonly string[];
  /** Names of fields that contain a name or a phone number. The operation record masks only phone numbers. */
  readonly namesOrPhones?: readonly string[];
}

interface Common<I extends z.ZodType, D extends z.ZodType> {
  readonly access: Access;
  /** Schema of the query of a GET, or of the body of a POST. */
  readonly input: I;
  /** Schema of the response's `data`. The server removes undeclared fields. */
  readonly data: D;
  /** A sentence for the API documentation. */
  readonly summary: string;
  /** Codes of the business errors that this endpoint can return besides the common codes. */
  readonly errors?: readonly ErrorCode[];
}

export interface ReadEndpoint<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> extends Common<I, D> {
  readonly method: 'GET';
  /** `true` means that the endpoint sends server-sent events if the request has `Accept: text/event-stream`. */
  readonly stream?: true;
  readonly phoneSearch?: PhoneSearch;
}

/**
 * A search that also matches phones. Callers who see only masked phones must enter the whole number. After too many such searches without a
 * result, the server refuses their searches by a whole number for one hour (DOMAIN §9, decision 28).
 */
export interface PhoneSearch {
  /** Name of the input field that contains the search text. */
  readonly field: string;
  /** The pages whose records are searched. `unmask` is the id of the permission to see whole phones on that page. */
  readonly kinds: readonly { readonly page: number; readonly unmask: number }[];
}

export interface WriteEndpoint<I extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> extends Common<I, D> {
  readonly method: 'POST';
  readonly risk: Risk;
  /** Only for risk `second`. The call is allowed after a sign-in with a recovery code, because the call binds a new factor. */
  readonly afterRecovery?: true;
  /** Marked K in DOMAIN §6: the header `Idempotency-Key` is required. */
  readonly idempotent: boolean;
  /** Marked V in DOMAIN §6: the body contains `version`. */
  readonly versioned: boolean;
  /** `null` only for calls that change nothing worth recording (a check, a page view). */
  readonly audit: AuditSpec | null;
  /**
   * `multipart` means that the body is a file upload. `input` then describes its text fields. For a signed call, `input` describes the
   * JSON in the field `body`. That field is signed and must precede the file.
   */
  readonly body?: 'json' | 'multipart';
  /**
   * `true` means that calls without a session have the rate limit of reads instead of the limit of sign-in attempts. If such calls
   * store more than a counter, the endpoint's module limits them too.
   */
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

/* ---- schemas that many endpoints use (DOMAIN §6.1) ---- */

/** Schema of a time as ISO 8601 with an offset. */
export const time = () => z.iso.datetime({ offset: true });
export const id = () => z.int().positive().max(Number.MAX_SAFE_INTEGER);
/** Schema of a stored file with a link. The link is valid for at least five minutes. */
export const linkedFile = () => z.object({ fileId: id(), name: z.string(), url: z.string(), isPicture: z.boolean() });
/** Schema of an amount in fen (DOMAIN §0.1). */
export const fen = () => z.int().min(-LARGEST_FEN).max(LARGEST_FEN);
/** The field rule that marks a schema as a sum or a balance. See {@link sumFen}. */
export const AMOUNT = 'amount' satisfies FieldRule;
/**
 * Schema of a sum or a balance in fen. Callers without the field rule "amount" receive `null` (DOMAIN §9, decision 27).
 * Sums may exceed the limit of one amount. Use `fen()` for the amount of a single bill, entry or application.
 */
export const sumFen = () => z.int().nullable().meta({ fieldRule: AMOUNT });
/** Schema of a rate in basis points. */
export const bp = () => z.int().min(0).max(10_000);
/** Schema of a trimmed text. Limits are in characters. */
export const words = ({ min = 0, max }: { readonly min?: number; readonly max: number }) =>
  z.string().trim().min(min).max(max);
/** Schema of an integer within inclusive limits. */
export const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
/** Input fields that identify the record to change, with the version that the caller has read. */
export const versioned = { id: id(), version: z.int() };
/** Schemas of an id and a boolean in a query string. Query strings contain only text, so the schemas convert the text. */
export const queryId = () => z.coerce.number().pipe(id());
export const queryBool = () => z.enum(['true', 'false']).transform((value) => value === 'true');
/** Returns the keys of a record of texts, as the tuple that `z.enum` requires. */
export const keysOf = <K extends string>(texts: Readonly<Record<K, unknown>>) => Object.keys(texts) as [K, ...K[]];

/**
 * Schema of a list in a query string (DOMAIN §6.1 "multi-values"). The parameter is repeated, or its values are separated by commas. An
 * empty text or list means that there is no filter.
 */
export const queryList = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => {
    if (value === undefined || value === '') return undefined;
    const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(',')).filter(Boolean);
    return parts.length > 0 ? parts : undefined;
  }, z.array(item).max(LIST_LIMITS.filterValues).optional());
export const queryIds = () => queryList(queryId());
/** Schema of a trimmed filter text. An empty text means that there is no filter (DOMAIN §0.2). */
export const queryText = () =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    z.string().trim().max(LIST_LIMITS.keyword).optional(),
  );

/** Schema of `lng,lat` with at most 6 decimals (DOMAIN §0.1). Longitude is −180..180, latitude −85..85. */
export const lngLatText = () =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,6})?,-?\d{1,2}(\.\d{1,6})?$/)
    .refine((value) => {
      const [lng = 999, lat = 999] = value.split(',').map(Number);
      return Math.abs(lng) <= 180 && Math.abs(lat) <= 85;
    });
export const point = () => z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-85).max(85) });

/** Builds the schema of a list's query: paging, sorting, and the page's own filters. */
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

/** Builds the schema of a list response. `total` is exact up to `LIST_LIMITS.countCap`. Above it the page shows "10,000+". */
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

/** Schema of an action's response (DOMAIN §6.1 **A**). `message` describes the result, and the page shows it as a toast. */
export const actionData = z.object({
  id: id(),
  no: z.string().optional(),
  state: z.string(),
  stateText: z.string(),
  version: z.int(),
  message: z.string().optional(),
});

/** Schema of a bulk response (DOMAIN §6.1 **B**). */
export const bulkData = z.object({
  success: z.int(),
  failed: z.array(z.object({ id: id(), no: z.string(), code: z.int(), msg: z.string() })),
});
export type BulkAnswer = z.output<typeof bulkData>;
export const bulkIds = () => z.array(id()).min(1).max(LIST_LIMITS.bulk);
/**
 * Input fields that select the records of a bulk call. The caller sends `ids`, or the list's filter with the number of records that
 * the user confirmed. Unknown filter fields are refused, because ignoring them would select more records than intended.
 */
export const bulkTarget = <F extends z.ZodRawShape>(filter: F) => ({
  ids: bulkIds().optional(),
  filter: z.strictObject(filter).optional(),
  count: z.int().min(1).max(LIST_LIMITS.bulkByFilter).optional(),
});
/** Schema of a response without data. */
export const empty = z.object({});

/* ---- types that server and browser derive from an endpoint ---- */

/** Type of an endpoint's input before parsing, as a caller sends it. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** Type of an endpoint's input after parsing, as the handler receives it. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>;
/** Type of the response's `data`, as the caller receives it. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;

/**
 * Type of the data that handlers return, before the server hides sums and balances. In contrast to {@link DataOf}, amounts (`…Fen`) and the
 * figures in `flows` and `balances` are not nullable.
 */
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

/** A refused field. Responses with code 40001, and with some other codes such as 42334, list the refused fields in `data.errors`. */
export interface FieldError {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

/** Schema of a JSON value in a query string. `most` is the maximum length in characters. */
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
