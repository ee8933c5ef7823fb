import { z } from 'zod';
import { empty, id, queryIds, read, time, write } from './endpoint';
import type { FlowFigure } from './finance.figures';
import { QUICK_LINKS } from './limits';
import { WORD } from './words';

/** This file declares the endpoints of the workbench (DOMAIN §3.2, §6.3). `asOf` is the time up to which the figures are complete. */

/** Stations and days of a query. Without days, the server compares today with yesterday up to the same time of day. */
const range = {
  teamIds: queryIds(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

const kpi = z.object({
  value: z.number().nullable(),
  prev: z.number().nullable(),
  /** Change against `prev` in basis points. `null` means that no comparison is possible, for example because `prev` is 0. */
  changeBp: z.int().nullable(),
});

/** Figures of orders, users and riders. Amounts (`…Fen`) are `null` if the caller lacks the field rule "amount". */
const kpiKeys = [
  'orderCount',
  'gmvFen',
  'finishRateBp',
  'onTimeRateBp',
  'avgDeliverMin',
  'newUserCount',
  'activeUserCount',
  'onlineRiderCount',
  'riderCount',
  'refundFen',
  'refundRateBp',
  'exceptionCount',
] as const;
const metric = z.enum([
  'orderCount',
  'gmvFen',
  'finishRateBp',
  'onTimeRateBp',
  'avgDeliverMin',
  'newUserCount',
  'refundFen',
  'refundRateBp',
  'commissionFen',
  'netFen',
]);

/** Ledger figures on the workbench. Their definitions are in contract/finance.figures.ts. */
const MONEY_KEYS = ['received', 'income', 'refunds', 'commission', 'otherFees', 'net'] as const satisfies FlowFigure[];
/** Fees charged to orders, by kind (DOMAIN §3.2 "fee structure"). */
const FEE_KEYS = ['technicalFee', 'deliveryFee', 'promotionFee'] as const satisfies FlowFigure[];

export const dashboardEndpoints = {
  'dashboard.Index/getOverview': read({
    summary: 'Key figures of the period against the one before.',
    access: { rule: 2 },
    input: z.object(range),
    data: z.object({
      kpis: z.record(z.enum(kpiKeys), kpi),
      from: time(),
      to: time(),
      prevFrom: time(),
      prevTo: time(),
      asOf: time(),
    }),
    errors: [40006, 40302],
  }),
  'dashboard.Index/getMoney': read({
    summary: 'What moved in the ledger in the period, against the one before, and what fees it consists of.',
    access: { rule: 31 },
    input: z.object(range),
    data: z.object({
      figures: z.record(z.enum(MONEY_KEYS), kpi),
      fees: z.array(z.object({ figure: z.enum(FEE_KEYS), fen: z.int() })),
      /** First and last day of the movements from which the figures are calculated. */
      fromDay: z.iso.date(),
      toDay: z.iso.date(),
      from: time(),
      to: time(),
      prevFrom: time(),
      prevTo: time(),
      asOf: time(),
    }),
    errors: [40006, 40301, 40302],
  }),
  'dashboard.Index/getTrend': read({
    summary: 'One figure over time with the period before: by hour for one day, else by day.',
    access: { rule: 2 },
    input: z.object({ ...range, metric, period: z.enum(['today', '7', '30', '90']).default('today') }),
    data: z.object({
      points: z.array(z.object({ t: time(), value: z.number().nullable(), prev: z.number().nullable() })),
      unit: z.enum(['count', 'fen', 'bp', 'minutes']),
      asOf: time(),
    }),
    errors: [40006, 40301, 40302],
  }),
  'dashboard.Index/getDistribution': read({
    summary: 'Orders by source, or unassigned orders by station.',
    access: { rule: 2 },
    input: z.object({ ...range, kind: z.enum(['orderSource', 'unassigned']) }),
    data: z.object({
      slices: z.array(z.object({ key: z.string(), label: z.string(), value: z.number(), teamId: id().optional() })),
      asOf: time(),
    }),
    errors: [40006, 40302],
  }),
  'dashboard.Index/getRanking': read({
    summary: 'Best or worst stations or riders by one figure.',
    access: { rule: 2 },
    input: z.object({
      ...range,
      kind: z.enum(['team', 'rider']),
      metric: z.enum(['orderCount', 'gmvFen', 'onTimeRateBp', 'rating', 'commissionFen', 'netFen']),
      dir: z.enum(['top', 'bottom']).default('top'),
      top: z.coerce.number().int().min(1).max(20).default(10),
    }),
    data: z.object({
      rows: z.array(
        z.object({
          rank: z.int(),
          id: id(),
          name: z.string(),
          teamName: z.string().optional(),
          value: z.number(),
          orderCount: z.int(),
        }),
      ),
      asOf: time(),
    }),
    errors: [40006, 40301, 40302],
  }),
  'dashboard.Index/getTodo': read({
    summary: 'Open tasks of the caller; only those that the caller may do.',
    access: { rule: 2 },
    input: z.object({ teamIds: queryIds() }),
    data: z.object({
      list: z.array(
        z.object({
          code: z.string(),
          text: z.string(),
          count: z.int(),
          link: z.string(),
          level: z.enum(['info', 'attention', 'bad']),
        }),
      ),
      asOf: time(),
    }),
    errors: [40302],
  }),
  'dashboard.Index/getFirstSteps': read({
    summary: 'What a new installation and a new person do first, of what the caller may do, and what of it is done.',
    access: { rule: 2 },
    input: z.object({}),
    data: z.object({
      list: z.array(z.object({ code: z.string(), text: z.string(), link: z.string(), done: z.boolean() })),
      asOf: time(),
    }),
  }),
  'dashboard.Index/getAnnouncements': read({
    summary: 'The five latest announcements for the caller.',
    access: { rule: 2 },
    input: z.object({}),
    data: z.object({
      list: z.array(
        z.object({
          id: id(),
          title: z.string(),
          level: z.enum(['normal', 'important', 'urgent']),
          /** The first 160 characters of the text, without HTML. */
          content: z.string(),
          publishedAt: time(),
          isRead: z.boolean(),
        }),
      ),
      asOf: time(),
    }),
  }),
  'dashboard.Index/getHealth': read({
    summary: 'Whether the books were right at the last nightly check, and when settlements were last credited.',
    access: { rule: 2 },
    input: z.object({}),
    data: z.object({
      books: z.enum(['right', 'wrong', 'unchecked']),
      checkedAt: time().nullable(),
      releasedAt: time().nullable(),
      asOf: time(),
    }),
  }),
  'dashboard.Index/getQuickLinks': read({
    summary: "The caller's own shortcuts.",
    access: { rule: 2 },
    input: z.object({}),
    data: z.object({ paths: z.array(z.string()) }),
  }),
  'dashboard.Index/saveQuickLinks': write({
    summary: "Stores the caller's own shortcuts.",
    access: { rule: 2 },
    audit: {
      module: 'dashboard',
      action: 'saveQuickLinks',
      object: 'account',
      text: WORD.saveQuickLinks,
    },
    input: z.object({
      paths: z
        .array(
          z
            .string()
            .regex(/^\/[\w/]+$/)
            .max(128),
        )
        .max(QUICK_LINKS),
    }),
    data: empty,
  }),
} as const;
