import { z } from 'zod';
import {
  actionData,
  bp,
  bulkData,
  bulkIds,
  fen,
  id,
  listData,
  listInput,
  point,
  queryId,
  read,
  sumFen,
  time,
  versioned,
  within,
  words,
  write,
} from './endpoint';
import { ENQUIRY_LIST, ENQUIRY_RULE_LIST, SHOP_BLOCK_LIST } from './enquiry.fields';
import {
  ENQUIRY,
  ENQUIRY_RULE,
  enquiryLifecycle,
  PERIOD_FACTOR,
  QUOTE_STEP_TEXT,
  type QuoteStepKey,
  REFUSE_REASONS,
  RULE_SCOPES,
  TARIFF_LIMITS,
  type TariffKey,
} from './enquiry.states';
import { hourRange } from './hours';
import { fieldShape, filterShape, sortKeys } from './resource.schema';
import type { text } from './text';
import { WORD } from './words';

/**
 * This file declares the endpoints for price enquiries of the short-video platform (抖音询价, DOMAIN §3.9, §6.7). It also declares the
 * endpoints for their price rules and for blocked shops.
 */

const VIEW = 106;
const QUOTE = 10606;
const RULES = 10607;

const note = (max: number) => z.string().trim().max(max);
const reason = () => words(ENQUIRY.reason);

const numbers = Object.fromEntries(
  Object.entries(TARIFF_LIMITS).map(([key, limits]) => [key, within(limits)]),
) as unknown as { readonly [K in TariffKey]: z.ZodInt };
/** Schema of a complete tariff. */
const tariff = z.object({
  ...numbers,
  periods: z.array(hourRange.extend({ factorBp: within(PERIOD_FACTOR) })).max(ENQUIRY_RULE.periods),
});

const quoteStep = z.object({
  key: z.enum(Object.keys(QUOTE_STEP_TEXT) as [QuoteStepKey, ...QuoteStepKey[]]),
  text: z.string(),
  side: z.enum(['price', 'cost']),
  /** The calculation of the amount, such as `4 × ¥1.00`. */
  detail: z.string(),
  amountFen: fen(),
});

const ruleName = z.object({ id: id(), ruleNo: z.string(), revision: z.int(), name: z.string() });
const row = z.object({ id: id(), version: z.int(), ...fieldShape(ENQUIRY_LIST), actions: z.array(z.string()) });
const ruleRow = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(ENQUIRY_RULE_LIST),
  actions: z.array(z.string()),
});

const filters = filterShape(ENQUIRY_LIST);
const days = { fromDay: z.iso.date().nullable(), toDay: z.iso.date().nullable() };

const trial = z.object({
  outcome: z.enum(['quoted', 'manual', 'refused']),
  refuseReason: z.enum(REFUSE_REASONS).nullable(),
  refuseText: z.string(),
  quoteFen: fen().nullable(),
  costFen: fen().nullable(),
  marginBp: z.int().nullable(),
  etaMin: z.int().nullable(),
  steps: z.array(quoteStep),
  rule: ruleName.nullable(),
});

const audit = (action: string, object: string, label: ReturnType<typeof text>) =>
  ({ module: 'enquiry', action, object, text: label }) as const;

export const enquiryEndpoints = {
  'enquiry.Enquiry/getList': read({
    summary:
      'Enquiries, newest first; at most 31 days at a time, the last 30 unless told otherwise. A number is looked for at all times.',
    access: { rule: VIEW },
    input: listInput(filters, sortKeys(ENQUIRY_LIST)),
    data: listData(
      row,
      z.object({
        all: z.int(),
        autoQuoted: z.int(),
        manual: z.int(),
        refused: z.int(),
        expired: z.int(),
        converted: z.int(),
        /** Share of quoted enquiries that became orders. `null` means that no enquiry was quoted. */
        conversionBp: bp().nullable(),
        answerP95Ms: z.int().nullable(),
        /** Total value of the goods in refused and expired enquiries. */
        lostFen: sumFen(),
        ...days,
      }),
    ),
    errors: [40005, 40006, 40302],
  }),
  'enquiry.Enquiry/getStats': read({
    summary: "Enquiries of the list's filter by hour of the day, by reason of refusal and by station.",
    access: { rule: VIEW },
    input: z.object(filters),
    data: z.object({
      hours: z.array(z.object({ hour: z.int(), all: z.int(), quoted: z.int(), refused: z.int() })),
      reasons: z.array(z.object({ reason: z.enum(REFUSE_REASONS), text: z.string(), count: z.int() })),
      /** The stations with the most enquiries. */
      stations: z.array(z.object({ teamId: id(), teamName: z.string(), all: z.int(), quoted: z.int() })),
    }),
    errors: [40006, 40302],
  }),
  'enquiry.Enquiry/getDetail': read({
    summary: 'One enquiry: places, price breakdown, the rule that applied, request and answer without personal data.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: row.extend({
      expireAt: time().nullable(),
      from: point().nullable(),
      to: point().nullable(),
      /** Corners of the station's current service area. */
      area: z.array(point()),
      steps: z.array(quoteStep),
      rule: ruleName.nullable(),
      /** Stored fields of the request and of the answer, as JSON text. They contain no personal data. */
      request: z.string(),
      answer: z.string(),
      quotedByName: z.string(),
      quotedAt: time().nullable(),
      remark: z.string(),
      belowCostReason: z.string(),
      followedByName: z.string(),
      followedAt: time().nullable(),
      block: z.object({ reason: z.string(), byName: z.string(), at: time() }).nullable(),
    }),
    errors: [40302, 40401],
  }),
  'enquiry.Enquiry/quote': write({
    summary: 'Quotes an enquiry that waits for staff. Below cost it needs a reason.',
    access: { rule: QUOTE },
    idempotent: true,
    versioned: true,
    audit: { ...audit('quote', 'enquiry', enquiryLifecycle.transition('quote').text), money: true },
    input: z.object({
      ...versioned,
      quoteFen: within(ENQUIRY.quoteFen),
      etaMin: within(ENQUIRY.etaMin),
      remark: note(ENQUIRY.remark).optional(),
      reason: note(ENQUIRY.reason.max).optional(),
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42321, 42322, 42323],
  }),
  'enquiry.Enquiry/follow': write({
    summary: 'Marks an enquiry as followed up, with a note.',
    access: { rule: QUOTE },
    audit: audit('follow', 'enquiry', WORD.markFollowed),
    input: z.object({ id: id(), note: words(ENQUIRY.note) }),
    data: actionData,
    errors: [40302, 40401],
  }),
  'enquiry.Enquiry/bulkFollow': write({
    summary: 'Marks several enquiries as followed up with one note, each by itself.',
    access: { rule: QUOTE },
    audit: audit('bulkFollow', 'enquiry', WORD.markFollowed),
    input: z.object({ ids: bulkIds(), note: words(ENQUIRY.note) }),
    data: bulkData,
    errors: [40010],
  }),
  'enquiry.Enquiry/getBlocks': read({
    summary: 'Shops whose enquiries are refused.',
    access: { rule: VIEW },
    input: listInput(filterShape(SHOP_BLOCK_LIST), sortKeys(SHOP_BLOCK_LIST)),
    data: listData(z.object({ id: id(), ...fieldShape(SHOP_BLOCK_LIST), actions: z.array(z.string()) }), z.object({})),
    errors: [40005],
  }),
  'enquiry.Enquiry/blockShop': write({
    summary: "Refuses all further enquiries of an enquiry's shop.",
    access: { rule: QUOTE },
    risk: 'confirm',
    audit: audit('blockShop', 'shop', WORD.blockShop),
    input: z.object({ id: id(), reason: reason() }),
    data: actionData,
    errors: [40302, 40401, 40903],
  }),
  'enquiry.Enquiry/unblockShop': write({
    summary: 'Answers the enquiries of a blocked shop again.',
    access: { rule: QUOTE },
    risk: 'confirm',
    audit: audit('unblockShop', 'shop', WORD.unblockShop),
    /** `id` is the id of the block, not of the shop. */
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401],
  }),
  'enquiry.Enquiry/getRules': read({
    summary: 'Price rules with all their versions.',
    access: { rule: VIEW },
    input: listInput(filterShape(ENQUIRY_RULE_LIST), sortKeys(ENQUIRY_RULE_LIST)),
    data: listData(ruleRow, z.object({})),
    errors: [40005],
  }),
  'enquiry.Enquiry/getRule': read({
    summary: 'One version of a price rule with its tariff, and the other versions.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: ruleRow.extend({
      scopeIds: z.array(z.string()),
      tariff,
      remark: z.string(),
      publishedByName: z.string(),
      publishedAt: time().nullable(),
      versions: z.array(ruleRow.pick({ id: true, revision: true, state: true, stateText: true, updatedAt: true })),
    }),
    errors: [40401],
  }),
  'enquiry.Enquiry/saveRule': write({
    summary: 'Makes a rule, edits a draft, or makes a draft of the next version from a published rule.',
    access: { rule: RULES },
    idempotent: true,
    versioned: true,
    audit: {
      ...audit('saveRule', 'enquiryRule', WORD.saveRule),
      money: true,
    },
    input: z.object({
      id: id().optional(),
      version: z.int().optional(),
      name: words(ENQUIRY_RULE.name),
      scopeType: z.enum(RULE_SCOPES),
      /** Station ids, plan ids or region codes, as text. The scope determines which kind of ids the list contains. */
      scopeIds: z.array(z.string().regex(/^\d{1,16}$/)).max(ENQUIRY_RULE.scopeIds),
      priority: within(ENQUIRY_RULE.priority),
      /** `null` means that the rule takes effect when it is published. */
      effectiveFrom: time().nullable(),
      effectiveTo: time().nullable(),
      remark: note(ENQUIRY_RULE.remark),
      tariff,
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 40903, 42201],
  }),
  'enquiry.Enquiry/publishRule': write({
    summary: 'Puts a draft in force at its date; the version before it ends there.',
    access: { rule: RULES },
    risk: 'confirm',
    versioned: true,
    audit: {
      ...audit('publishRule', 'enquiryRule', WORD.publishRule),
      money: true,
    },
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42261, 42265],
  }),
  'enquiry.Enquiry/disableRule': write({
    summary: 'Ends a published rule at once.',
    access: { rule: RULES },
    risk: 'confirm',
    versioned: true,
    audit: {
      ...audit('disableRule', 'enquiryRule', WORD.disableRule),
      money: true,
    },
    input: z.object({ ...versioned, reason: reason() }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'enquiry.Enquiry/removeRule': write({
    summary: 'Deletes a draft.',
    access: { rule: RULES },
    risk: 'confirm',
    versioned: true,
    audit: audit('removeRule', 'enquiryRule', WORD.deleteDraft),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'enquiry.Enquiry/testQuote': write({
    summary: 'What an enquiry would be answered now: a stored one, or one of these values. Changes nothing.',
    access: { rule: VIEW },
    audit: null,
    input: z.object({
      /** Id of a stored enquiry. Without it, station, distance, weight and goods are required. */
      enquiryId: id().optional(),
      teamId: id().optional(),
      distanceM: z.int().min(0).max(100_000).optional(),
      weightG: z.int().min(0).max(200_000).optional(),
      goodsFen: fen().min(0).optional(),
      /** Requested delivery time. Default: now. A stored enquiry has its own delivery time, so the server then ignores this field. */
      at: time().nullish(),
      badWeather: z.boolean().optional(),
      /** Tariff that replaces the tariff of the applicable rule. */
      tariff: tariff.optional(),
    }),
    data: trial,
    errors: [40302, 40401],
  }),
} as const;
