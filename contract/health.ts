import { z } from 'zod';
import { actionData, empty, id, listData, listInput, queryId, queryList, read, time, words, write } from './endpoint';
import { PROBLEM, PROBLEM_STATES, VITALS } from './health.limits';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the endpoints about the console's own operation: system health, page views, reported problems (SPEC §7 page
 * views, docs/decisions/0016).
 */

/** Result of a check: healthy, needs attention, broken. */
const level = z.enum(['good', 'attention', 'bad']);
/** Path of a page. The server removes the query string, because it may contain names of people. */
const path = z.string().max(200);

const report = z.object({
  id: id(),
  version: z.int(),
  createdAt: time(),
  accountName: z.string(),
  content: z.string(),
  /** URL path of the page with a redacted query string. */
  page: z.string(),
  /** Title of the page. `null` means that the console has no page with this path. */
  pageText: z.string().nullable(),
  state: z.enum(PROBLEM_STATES),
  stateText: z.string(),
  hasPicture: z.boolean(),
  note: z.string(),
  handledByName: z.string().nullable(),
  handledAt: time().nullable(),
  actions: z.array(z.string()),
});

export const healthEndpoints = {
  'site.Health/getHealth': read({
    summary: 'Jobs, messages on their way, records, backups, speed and room of this installation.',
    access: { rule: 4507 },
    input: z.object({}),
    data: z.object({
      checks: z.array(
        z.object({
          key: z.string(),
          state: level,
          title: z.string(),
          /** A sentence that describes the result. */
          detail: z.string(),
          /** Instructions to fix the fault. `null` means that the check found no fault. */
          cure: z.string().nullable(),
          /**
           * Path of the page on which users can fix the fault. `null` means that there is no such page, or that the check found no fault.
           */
          link: z.string().nullable(),
        }),
      ),
      jobs: z.array(
        z.object({
          name: z.string(),
          text: z.string(),
          state: level,
          everyMs: z.int(),
          startedAt: time(),
          /** End of the last run. `null` during the first run. */
          endedAt: time().nullable(),
          ms: z.int().nullable(),
          running: z.boolean(),
          failures: z.int(),
          error: z.string().nullable(),
          failedAt: time().nullable(),
          nextAt: time().nullable(),
        }),
      ),
      /**
       * Calls of the last hour by endpoint: at most 15 endpoints, slowest first. Endpoints with few calls come last. Each duration is the
       * upper bound of its histogram bucket.
       */
      addresses: z.array(
        z.object({
          address: z.string(),
          state: level,
          calls: z.int(),
          failed: z.int(),
          p50Ms: z.int(),
          p95Ms: z.int(),
        }),
      ),
      tables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int() })),
      backups: z.array(
        z.object({
          id: id(),
          kind: z.enum(['backup', 'drill', 'restore']),
          kindText: z.string(),
          takenAt: time(),
          endedAt: time(),
          byWhom: z.string(),
          path: z.string(),
          bytes: z.int(),
          rows: z.int(),
          ms: z.int(),
        }),
      ),
      database: z.object({ bytes: z.int(), connections: z.int(), maxConnections: z.int() }),
      /** Space on the disk of the data folder. `null` means that the operating system does not report it. */
      disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }).nullable(),
      contract: z.string(),
      asOf: time(),
    }),
  }),
  'site.Monitor/pageView': write({
    summary: 'A page was opened.',
    access: 'signedIn',
    audit: null,
    input: z.object({ path, title: z.string().max(100), from: path }),
    data: empty,
  }),
  'site.Monitor/pageVitals': write({
    summary: 'How fast a page was for a user; sampled, without the name.',
    access: 'signedIn',
    audit: null,
    input: z.object({
      path,
      values: z
        .array(z.object({ metric: z.enum(VITALS), value: z.number().min(0).max(600_000) }))
        .min(1)
        .max(VITALS.length),
    }),
    data: empty,
  }),
  'site.Monitor/getPageUse': read({
    summary: 'The most used and the slowest pages of the last days.',
    access: { rule: 4507 },
    input: z.object({ days: z.enum(['7', '30', '92']).default('7') }),
    data: z.object({
      used: z.array(z.object({ path: z.string(), text: z.string(), views: z.int() })),
      /** The slowest pages. They are sorted by the 75th percentile of the largest contentful paint (LCP). */
      slow: z.array(
        z.object({
          path: z.string(),
          text: z.string(),
          state: level,
          samples: z.int(),
          lcpMs: z.int(),
          inpMs: z.int().nullable(),
        }),
      ),
      views: z.int(),
      asOf: time(),
    }),
  }),
  'site.Monitor/reportProblem': write({
    summary: 'Reports a problem, with data that helps to find its cause.',
    access: 'signedIn',
    idempotent: true,
    audit: {
      module: 'site',
      action: 'reportProblem',
      object: 'problemReport',
      text: WORD.reportAProblem,
    },
    input: z.object({
      content: words(PROBLEM.content),
      page: z.string().max(PROBLEM.page),
      contract: z.string().max(16),
      browser: z.string().max(255),
      screen: z.string().max(40),
      calls: z
        .array(
          z.object({
            address: z.string().max(120),
            requestId: z.string().regex(/^[0-9a-f]{1,64}$/),
            at: time(),
            ending: z.string().max(20),
          }),
        )
        .max(PROBLEM.calls),
      /**
       * File id of a screenshot. The same user must have uploaded it with the scene `problemReport`. `null` means that there is no
       * screenshot.
       */
      fileId: id().nullable(),
    }),
    data: z.object({ id: id(), message: z.string() }),
    errors: [40001, 42901],
  }),
  'site.Monitor/getProblems': read({
    summary: 'Reported problems, newest first.',
    access: { rule: 4507 },
    input: listInput({ state: queryList(z.enum(PROBLEM_STATES)) }, ['createdAt']),
    data: listData(report, z.object({ open: z.int() })),
    errors: [40005],
  }),
  'site.Monitor/getProblem': read({
    summary: 'One reported problem with what was attached.',
    access: { rule: 4507 },
    input: z.object({ id: queryId() }),
    data: report.extend({
      contract: z.string(),
      /** Contract version of the running server. */
      serverContract: z.string(),
      browser: z.string(),
      device: z.string(),
      screen: z.string(),
      locale: z.string(),
      calls: z.array(z.object({ address: z.string(), requestId: z.string(), at: time(), ending: z.string() })),
      /** Link to the screenshot. The link is valid for at least five minutes. `null` means that the report has no screenshot. */
      picture: z.string().nullable(),
    }),
    errors: [40401],
  }),
  'site.Monitor/handleProblem': write({
    summary: 'Marks a reported problem as handled, or opens it again.',
    access: { rule: 4507 },
    versioned: true,
    audit: {
      module: 'site',
      action: 'handleProblem',
      object: 'problemReport',
      text: text('处理问题报告', 'Handle a reported problem', 'Tratar problema relatado', '處理問題回報'),
    },
    input: z.object({
      id: id(),
      version: z.int(),
      state: z.enum(PROBLEM_STATES),
      note: z.string().trim().max(PROBLEM.note),
    }),
    data: actionData,
    errors: [40401, 40901],
  }),
} as const;
