import fc from 'fast-check';
import type { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint';

/** Generates inputs of endpoints from their schemas, so new endpoints are covered automatically. */

/** The properties of zod's schema definition that the generator reads. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}
interface Check {
  readonly check: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly length?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
}

/** Generators of realistic values for fields, by field name: existing ids, phones, places. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

const ROUNDS = 40;

/** Values for fields whose random values would nearly always be refused, for example because code validates them. */
const USUAL: Hints = {
  tel: fc.constantFrom('13812345678', '19900000001'),
  creditCode: fc.constant('91350100M000100Y43'),
  contactTel: fc.constantFrom('13812345678', '028-12345678'),
  emergencyTel: fc.constantFrom('13812345678'),
  serviceTel: fc.constantFrom('400-123-4567'),
  center: fc.constantFrom('104.06,30.65', '116.4,39.9'),
  mapDefaultCenter: fc.constantFrom('104.065735,30.659462'),
  // These texts are short. With random texts in four languages, at least one would nearly always be too long.
  'zh-CN': fc.constantFrom('标题', '<b>'),
  'zh-TW': fc.constantFrom('標題', '<b>'),
  'en-US': fc.constantFrom('Title', '<b>'),
  'pt-BR': fc.constantFrom('Título', '<b>'),
  limit: fc.constantFrom(10, 20, 50, 100),
  password: fc.constantFrom('Quiet-Harbour-27', 'Loud-Harbour-28'),
  confirmPassword: fc.constant('Quiet-Harbour-27'),
  // The generator cannot create 43 or 64 repetitions from the patterns, so these values are fixed.
  sha256: fc.constantFrom('0a'.repeat(32), 'f'.repeat(64)),
  signSha256: fc.constantFrom('0b'.repeat(32), 'e'.repeat(64)),
  audienceJson: fc.constantFrom('{"kind":"all"}', '{"kind":"conditions","levels":["2"],"ordersMin":3}'),
  targetJson: fc.constantFrom('{}', '{"regions":["510000"]}'),
  ticket: fc.constantFrom(`abc-${'A'.repeat(43)}`, `1z-${'_'.repeat(43)}`),
};

function stringOf(definition: Definition): fc.Arbitrary<unknown> {
  const checks = [definition as unknown as Check, ...(definition.checks ?? []).map((check) => check._zod.def)];
  const length = checks.find((check) => check.check === 'length_equals')?.length;
  const minLength = length ?? checks.find((check) => check.check === 'min_length')?.minimum ?? 0;
  const maxLength = length ?? checks.find((check) => check.check === 'max_length')?.maximum ?? 40;
  const format = checks.find((check) => check.format && check.format !== 'regex')?.format;
  if (format === 'datetime') {
    return fc
      .date({ min: new Date('2026-02-01'), max: new Date('2026-06-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (format === 'date') {
    return fc
      .date({ min: new Date('2026-02-01'), max: new Date('2026-03-20'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (format === 'url') return fc.constantFrom('https://example.com/', 'https://example.com/a/b.apk?v=1#c');
  const pattern = checks.find((check) => check.pattern)?.pattern;
  if (pattern) {
    const plain = new RegExp(pattern.source, pattern.flags.replace('i', ''));
    try {
      return fc.stringMatching(plain, { maxLength: Math.max(maxLength, minLength) });
    } catch {
      // The pattern needs more characters than the usual maximum, so we set no maximum.
      return fc.stringMatching(plain);
    }
  }
  return fc.oneof(
    fc.string({ minLength, maxLength, unit: 'grapheme-ascii' }),
    fc.string({ minLength, maxLength: Math.max(minLength, Math.floor(maxLength / 2)), unit: 'grapheme' }),
    fc.string({
      minLength,
      maxLength,
      unit: fc.constantFrom('站', '点', 'a', 'é', ' ', "'", '"', '<', '%', '_', '\\', ';'),
    }),
  );
}

function numberOf(definition: Definition): fc.Arbitrary<unknown> {
  const checks = [definition as unknown as Check, ...(definition.checks ?? []).map((check) => check._zod.def)];
  const lower = checks.find((check) => check.check === 'greater_than');
  const upper = checks.find((check) => check.check === 'less_than');
  const isInteger = checks.some((check) => check.format === 'safeint' || check.format === 'int');
  const step = checks.find((check) => check.check === 'multiple_of')?.value;
  const min = lower?.value === undefined ? -1_000 : lower.value + (lower.inclusive ? 0 : 1);
  const max = upper?.value === undefined ? Math.max(min, 1_000_000) : upper.value - (upper.inclusive ? 0 : 1);
  if (isInteger) return fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, 2 ** 31)) });
  if (step) return fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((count) => count * step);
  return fc.double({ min, max, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6);
}

/** Builds a generator of values that a schema accepts. Ignores validation by code. */
function arbitraryOf(schema: z.ZodType, hints: Hints = {}, name = ''): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema);
  const hint = hints[name] ?? USUAL[name];
  const inner = (part: z.ZodType | undefined, key = name) => (part ? arbitraryOf(part, hints, key) : fc.constant(null));
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(inner(definition.innerType), { nil: undefined, freq: 3 });
    case 'nullable':
      return fc.option(inner(definition.innerType), { nil: null, freq: 3 });
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner(definition.innerType);
    case 'pipe':
      // In zod's `preprocess` the transform is the first of two schemas, in `transform` the last. We use the schema that is no transform.
      return definition.in && definitionOf(definition.in).type === 'transform'
        ? inner(definition.out)
        : inner(definition.in);
    default:
  }
  if (hint && definition.type !== 'array' && definition.type !== 'object') return hint;
  switch (definition.type) {
    case 'object':
      return fc
        .record(
          Object.fromEntries(Object.entries(definition.shape ?? {}).map(([key, part]) => [key, inner(part, key)])),
        )
        .map((value) => Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)));
    case 'array': {
      const checks = (definition.checks ?? []).map((check) => check._zod.def);
      const length = checks.find((check) => check.check === 'length_equals')?.length;
      const minLength = length ?? checks.find((check) => check.check === 'min_length')?.minimum ?? 0;
      const most = length ?? checks.find((check) => check.check === 'max_length')?.maximum ?? 6;
      const element = hints[name] ?? inner(definition.element, name.replace(/s$/, ''));
      return fc.array(element, { minLength, maxLength: Math.max(minLength, Math.min(most, 8)) });
    }
    case 'string':
      return stringOf(definition);
    case 'number':
    case 'int':
      return numberOf(definition);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []));
    case 'union':
      return fc.oneof(...(definition.options ?? []).map((option) => inner(option)));
    case 'null':
      return fc.constant(null);
    case 'record':
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 2, noUnicodeString: true }), {
        maxKeys: 4,
      });
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** An input field that contains text, or a value that is parsed from text. */
export interface TextField {
  /** Field names from the outermost to the innermost. In a list, the name is `0`, the index of the first element. */
  readonly path: readonly string[];
  /** `true` for free text. `false` for other values, for example enums and numbers, which a query string also sends as text. */
  readonly isText: boolean;
}

/** Finds the input fields of an endpoint that contain text. For a GET these are all fields, because a query string contains only text. */
export function textFields({ input, method }: Endpoint): readonly TextField[] {
  const within = (schema: z.ZodType, path: readonly string[]): TextField[] => {
    const { type, innerType, shape, element, options, in: before, out } = definitionOf(schema);
    if (innerType) return within(innerType, path);
    if (before && out) return within(definitionOf(before).type === 'transform' ? out : before, path);
    if (shape) return Object.entries(shape).flatMap(([key, part]) => within(part, [...path, key]));
    if (element) return within(element, [...path, '0']);
    if (options) return options.flatMap((option) => within(option, path));
    // The caller chooses the keys of a record, so we add a key.
    if (type === 'record') return [{ path: [...path, 'any'], isText: true }];
    const isText = type === 'string' || type === 'unknown';
    return isText || method === 'GET' ? [{ path, isText }] : [];
  };
  const found = within(input, []);
  // Several variants of a union may have the same field, so we remove duplicates.
  return [...new Map(found.map((field) => [field.path.join('.'), field])).values()];
}

/** Copies the input with another text in one field. Creates missing parents. */
export function withText(input: unknown, { path }: TextField, text: string): unknown {
  const copy: unknown = structuredClone(input ?? {});
  let at = copy as Record<string, unknown>;
  for (const [index, key] of path.slice(0, -1).entries()) {
    if (typeof at[key] !== 'object' || at[key] === null) at[key] = path[index + 1] === '0' ? [] : {};
    at = at[key] as Record<string, unknown>;
  }
  at[path.at(-1) ?? ''] = text;
  return copy;
}

/** Generator of values that most fields refuse, for example values of a wrong type. */
const WRONG: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    '-1',
    'null',
    'undefined',
    'NaN',
    "' or 1=1 --",
    "'; drop table account; --",
    '%_\\',
    '<img src=x onerror=alert(1)>',
    '../../etc/passwd',
    '{{7*7}}',
    '\u202e\ufeff',
    'x'.repeat(5_000),
    -1,
    0,
    1.5,
    2 ** 53,
    -(2 ** 63),
    1e308,
    true,
    [],
    {},
    [[]],
    [null],
    { $gt: 1 },
    { toString: 1 },
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Generates mostly invalid inputs from valid inputs: replaces, removes, adds or nests fields. */
function broken(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), kind: fc.constantFrom('replace', 'remove', 'add', 'nest'), value: WRONG });
  return fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]) => {
    if (typeof value !== 'object' || value === null) return value;
    const copy = structuredClone(value) as Record<string, unknown>;
    for (const { at, kind, value: drawn } of changes) {
      const wrong = structuredClone(drawn);
      const keys = Object.keys(copy);
      const key = keys[at % Math.max(1, keys.length)] ?? 'extra';
      const part = copy[key];
      if (kind === 'remove') delete copy[key];
      else if (kind === 'add') copy[`extra${at % 10}`] = wrong;
      else if (kind === 'nest' && typeof part === 'object' && part !== null)
        Object.assign(part, { [`${at % 5}`]: wrong });
      else copy[key] = wrong;
    }
    return copy;
  });
}

/** Converts an input to query parameters, which are text only. */
function asQuery(input: unknown): Record<string, string | string[]> {
  const entries = Object.entries((input ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const parts = [value].flat(1).map((part) => textOf(part));
      // In a query string a list with one element looks like a single value.
      return [key, parts.length === 1 ? (parts[0] ?? '') : parts];
    }),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Converts the input to the format in which the client sends it. */
export const asSent = (endpoint: Endpoint, input: unknown): unknown =>
  endpoint.method === 'GET' ? asQuery(input) : input;

/** Generates inputs until `fits` accepts `count` of them. Returns fewer if accepted inputs are too rare. */
function draw(
  arbitrary: fc.Arbitrary<unknown>,
  count: number,
  seed: number,
  fits: (input: unknown) => boolean,
): unknown[] {
  const found: unknown[] = [];
  for (let round = 0; round < ROUNDS && found.length < count; round += 1) {
    const drawn = fc.sample(arbitrary, { seed: seed + round, numRuns: count });
    found.push(...drawn.filter(fits));
  }
  return found.slice(0, count);
}

/** Generates inputs that the endpoint's schema accepts: `count`, or fewer if accepted inputs are rare. */
export function validInputs(endpoint: Endpoint, count: number, seed: number, hints: Hints = {}): unknown[] {
  const fits = (input: unknown) => endpoint.input.safeParse(asSent(endpoint, input)).success;
  return draw(arbitraryOf(endpoint.input, hints), count, seed, fits);
}

/**
 * Generates inputs that the endpoint's schema refuses: `count`, or fewer if refused inputs are rare. An endpoint without fields
 * accepts every input, so the list is empty.
 */
export function invalidInputs(endpoint: Endpoint, count: number, seed: number, hints: Hints = {}): unknown[] {
  const fits = (input: unknown) => !endpoint.input.safeParse(asSent(endpoint, input)).success;
  return draw(broken(arbitraryOf(endpoint.input, hints)), count, seed, fits);
}
