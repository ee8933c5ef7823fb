import type { Locale } from '../../../contract/text';
import { fill } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import { quantile } from '../../core/http/histogram';
import type { Counted } from '../../core/http/latency';
import { jobText } from './job-texts';
import { INVARIANTS, type Verified } from './jobs';
import {
  FEWEST_CALLS,
  isRunning,
  type JobRow,
  jobLevel,
  type Level,
  levelOf,
  roomLevel,
  THRESHOLDS,
  worst,
} from './rules';
import { BREACH, CHECKS, type CheckKey, NEVER, NO_CALLS, NOT_VERIFIED, OVERDUE } from './texts';

/** Facts about the console's own state. */
export interface ConsoleFacts {
  readonly now: Date;
  readonly jobs: readonly JobRow[];
  readonly backup: { readonly endedAt: Date } | null;
  readonly drill: { readonly endedAt: Date } | null;
  readonly records: { readonly at: Date; readonly content: Verified } | null;
  readonly invariants: Readonly<Record<string, number>>;
  readonly messages: {
    readonly waiting: number;
    readonly failed: number;
    readonly notices: number;
    /** Due time of the oldest pending message. `null` means that no message is pending. */
    readonly oldest: Date | null;
  };
  readonly database: { readonly bytes: number; readonly connections: number; readonly maxConnections: number };
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  readonly openProblems: number;
}

/** Facts from which the checks of the health page are built. */
export interface Facts extends ConsoleFacts {
  readonly calls: readonly Counted[];
}

export interface Check {
  readonly key: CheckKey;
  readonly state: Level;
  readonly title: string;
  readonly detail: string;
  readonly cure: string | null;
  readonly link: string | null;
}

/** Maximum number of jobs or endpoints that a sentence names. */
const NAMED = 3;
/** Number of characters that the health page shows of the head (the latest hash) of the audit chain. */
const HEAD_SHOWN = 16;
const STEPS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** Formats a duration in the reader's language, for example `3 hours ago`. */
function ago(milliseconds: number, locale: Locale): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, length] = STEPS.find((step) => milliseconds >= step[1]) ?? (['minute', MINUTE_MS] as const);
  return words.format(-Math.floor(milliseconds / length), unit);
}

function size(bytes: number, locale: Locale): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1e9)} GB`;
}

/** Figures of the calls to one endpoint in the last hour. Durations are in milliseconds. */
export interface AddressRow {
  readonly address: string;
  readonly state: Level;
  readonly calls: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Builds the rows of the endpoints. The slowest is the first. Endpoints with too few calls are last. */
export function addressRows(counted: readonly Counted[]): AddressRow[] {
  const byAddress = new Map<string, { counts: Map<number, number>; calls: number; failed: number }>();
  for (const { address, bucket, calls, failed } of counted) {
    const entry = byAddress.get(address) ?? { counts: new Map(), calls: 0, failed: 0 };
    entry.counts.set(bucket, (entry.counts.get(bucket) ?? 0) + calls);
    entry.calls += calls;
    entry.failed += failed;
    byAddress.set(address, entry);
  }
  return [...byAddress]
    .map(([address, { counts, calls, failed }]) => {
      const p95Ms = quantile(counts, 0.95);
      const state = calls < FEWEST_CALLS ? 'good' : levelOf(p95Ms, THRESHOLDS.p95Ms);
      return { address, state, calls, failed, p50Ms: quantile(counts, 0.5), p95Ms };
    })
    .sort(
      (one, other) =>
        Number(other.calls >= FEWEST_CALLS) - Number(one.calls >= FEWEST_CALLS) ||
        other.p95Ms - one.p95Ms ||
        other.calls - one.calls,
    );
}

type Params = Readonly<Record<string, string | number>>;
/** Builds a check. The level determines the sentences of the check. */
type Make = (key: CheckKey, state: Level, params?: Params, link?: string | null) => Check;

const makerOf =
  (locale: Locale): Make =>
  (key, state, params = {}, link = null) => {
    const { title, good, wrong, cure } = CHECKS[key];
    const isGood = state === 'good';
    return {
      key,
      state,
      title: title[locale],
      detail: fill((isGood ? good : wrong)[locale], params),
      cure: isGood ? null : cure[locale],
      link: isGood ? null : link,
    };
  };

const ORDER: Readonly<Record<Level, number>> = { bad: 0, attention: 1, good: 2 };

/** Builds all checks in the reader's language. The worst check is the first. */
export function checksOf(facts: Facts, locale: Locale): Check[] {
  const { now } = facts;
  const make = makerOf(locale);
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const aged = (key: 'backup' | 'drill', run: { endedAt: Date } | null, missing: Level): Check => {
    if (!run) return make(key, missing, { when: NEVER[locale] });
    const age = now.getTime() - run.endedAt.getTime();
    return make(key, levelOf(age, THRESHOLDS[`${key}Ms`]), { when: ago(age, locale) });
  };
  const { waiting, failed, notices, oldest } = facts.messages;
  const { connections, maxConnections } = facts.database;
  const checks: Check[] = [
    aged('backup', facts.backup, 'bad'),
    aged('drill', facts.drill, 'attention'),
    recordsCheck(facts, make, locale),
    jobsCheck(facts, make, locale),
    make(
      'messages',
      worst([
        failed > 0 ? 'attention' : 'good',
        oldest ? levelOf(now.getTime() - oldest.getTime(), THRESHOLDS.waitingMs) : 'good',
      ]),
      { waiting: number(waiting), failed: number(failed), notices: number(notices) },
      '/site/index?tab=sms',
    ),
    ...callChecks(facts, make, locale),
    make('connections', levelOf(connections / maxConnections, THRESHOLDS.connections), {
      n: number(connections),
      max: number(maxConnections),
    }),
    make(
      'problems',
      facts.openProblems > 0 ? 'attention' : 'good',
      { n: number(facts.openProblems) },
      '/site/index?tab=problems',
    ),
    ...(Object.keys(INVARIANTS) as (keyof typeof INVARIANTS)[]).flatMap((key) => {
      const broken = facts.invariants[key];
      return broken === undefined ? [] : [make(key, broken > 0 ? 'bad' : 'good', { n: number(broken) })];
    }),
    ...diskChecks(facts, make, locale),
  ];
  return checks.sort((one, other) => ORDER[one.state] - ORDER[other.state]);
}

function jobsCheck({ jobs: rows, now }: Facts, make: Make, locale: Locale): Check {
  const jobs = rows.map((job) => ({ job, state: jobLevel(job, now) }));
  const lame = jobs
    .filter(({ state }) => state !== 'good')
    .toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
    .slice(0, NAMED);
  return make('jobs', worst(jobs.map(({ state }) => state)), {
    n: jobs.length,
    names: lame.map(({ job }) => jobText(job.name)?.[locale] ?? job.name).join(', '),
  });
}

/** Checks the response times of calls and the number of failed calls. */
function callChecks({ calls: rows }: Facts, make: Make, locale: Locale): Check[] {
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const addresses = addressRows(rows);
  const named = (some: readonly AddressRow[]) =>
    some
      .slice(0, NAMED)
      .map(({ address }) => address)
      .join(', ');
  const all = new Map<number, number>();
  for (const { bucket, calls } of rows) all.set(bucket, (all.get(bucket) ?? 0) + calls);
  const slow = addresses.filter(({ state }) => state !== 'good');
  const failing = addresses.filter(({ failed }) => failed > 0).toSorted((one, other) => other.failed - one.failed);
  const faults = failing.reduce((sum, { failed }) => sum + failed, 0);
  return [
    {
      ...make('speed', worst(slow.map(({ state }) => state)), {
        n: number(addresses.reduce((sum, { calls }) => sum + calls, 0)),
        ms: number(quantile(all, 0.95)),
        names: named(slow),
      }),
      ...(addresses.length === 0 && { detail: NO_CALLS[locale] }),
    },
    make(
      'faults',
      faults > 0 ? 'attention' : 'good',
      { n: number(faults), names: named(failing) },
      '/site/index?tab=problems',
    ),
  ];
}

/** Checks the disk space. Returns no check if the free space cannot be measured. */
function diskChecks({ disk, database }: Facts, make: Make, locale: Locale): Check[] {
  if (!disk) return [];
  const { freeBytes, totalBytes } = disk;
  return [
    make('disk', roomLevel(freeBytes, totalBytes), {
      free: size(freeBytes, locale),
      total: size(totalBytes, locale),
      database: size(database.bytes, locale),
    }),
  ];
}

/** Checks the result of the last verification of the audit chain. */
function recordsCheck({ records, now }: Facts, make: Make, locale: Locale): Check {
  if (!records) return make('records', 'attention', { why: NOT_VERIFIED[locale] });
  const { head, breach } = records.content;
  if (breach) {
    const why = fill(BREACH[breach.kind]?.[locale] ?? breach.kind, { n: breach.position ?? 0 });
    return make('records', 'bad', { why });
  }
  const age = now.getTime() - records.at.getTime();
  const when = ago(age, locale);
  const [position = '', hash = ''] = head.split(':');
  return make('records', levelOf(age, THRESHOLDS.verifiedMs), {
    n: new Intl.NumberFormat(locale).format(Number(position)),
    // Shorten the hash, so that a person can compare it with a printed hash.
    head: hash.slice(0, HEAD_SHOWN),
    when,
    why: fill(OVERDUE[locale], { when }),
  });
}

/** Builds the rows of the jobs for the health page, sorted by their labels in the reader's language. */
export function jobRowsOf(jobs: readonly JobRow[], now: Date, locale: Locale) {
  return jobs
    .map((job) => ({
      name: job.name,
      text: jobText(job.name)?.[locale] ?? job.name,
      state: jobLevel(job, now),
      everyMs: job.everyMs,
      startedAt: job.startedAt.toISOString(),
      endedAt: job.endedAt?.toISOString() ?? null,
      ms: job.ms,
      running: isRunning(job),
      failures: job.failures,
      error: job.error,
      failedAt: job.failedAt?.toISOString() ?? null,
      nextAt: job.nextAt?.toISOString() ?? null,
    }))
    .sort((one, other) => one.text.localeCompare(other.text, locale));
}
