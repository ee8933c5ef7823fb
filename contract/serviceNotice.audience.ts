import { z } from 'zod';
import { id, keysOf, words } from './endpoint';
import { LARGEST_FEN } from './ledger';
import { MERCHANT_STATES } from './merchant.states';
import { HEALTH_STATES, RIDER_TYPES } from './riderWork.states';
import { NOTICE_RIDER_STATES, SERVICE_NOTICE } from './serviceNotice.states';
import { USER, USER_LEVELS, USER_SOURCE_TEXT } from './user.states';

/** This file declares the audiences of service notices (DOMAIN §3.4). */

const teamIds = () => z.array(id()).min(1).max(SERVICE_NOTICE.teams);
const levels = () => z.array(z.enum(USER_LEVELS)).min(1).max(USER_LEVELS.length);
/** Schema of region codes: provinces, cities or districts. */
const regions = () =>
  z
    .array(z.string().regex(/^\d{6}$/))
    .min(1)
    .max(SERVICE_NOTICE.teams);
/** Schema of a list with at least one of the given values. */
const someOf = <const V extends string>(values: readonly [V, ...V[]]) =>
  z.array(z.enum(values)).min(1).max(values.length);
const tags = () => z.array(words(USER.tag)).min(1).max(SERVICE_NOTICE.tags);
const most = () => z.int().min(0).max(LARGEST_FEN).optional();
const day = () => z.iso.date().optional();

/**
 * Schema of an audience, which selects recipients among the people of the notice's `personType`. `AUDIENCE_KINDS` lists the kinds for each
 * `personType`. A person must meet every given condition. A condition with several values is met by any one of them.
 */
export const noticeAudience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('teams'), teamIds: teamIds() }),
  z.object({ kind: z.literal('levels'), levels: levels() }),
  z.object({ kind: z.literal('tags'), tags: tags() }),
  z.object({
    kind: z.literal('conditions'),
    teamIds: teamIds().optional(),
    levels: levels().optional(),
    tags: tags().optional(),
    sources: z
      .array(z.enum(keysOf(USER_SOURCE_TEXT)))
      .min(1)
      .max(5)
      .optional(),
    registeredFrom: day(),
    registeredTo: day(),
    lastActiveFrom: day(),
    lastActiveTo: day(),
    /** Range of days for the last order. If a day is set, users without an order do not match. */
    lastOrderFrom: day(),
    lastOrderTo: day(),
    ordersMin: z.int().min(0).max(1_000_000).optional(),
    ordersMax: z.int().min(0).max(1_000_000).optional(),
    paidFenMin: most(),
    paidFenMax: most(),
    balanceFenMin: most(),
    balanceFenMax: most(),
  }),
  z.object({
    kind: z.literal('riderConditions'),
    teamIds: teamIds().optional(),
    regions: regions().optional(),
    riderStates: someOf(NOTICE_RIDER_STATES).optional(),
    riderTypes: someOf(RIDER_TYPES).optional(),
    healthStates: someOf(HEALTH_STATES).optional(),
    /** Last day of validity. Only riders match whose health certificate ends on or before this day. */
    healthValidTo: day(),
  }),
  z.object({
    kind: z.literal('merchantConditions'),
    teamIds: teamIds().optional(),
    regions: regions().optional(),
    merchantStates: someOf(MERCHANT_STATES).optional(),
  }),
  z.object({ kind: z.literal('list'), listId: id() }),
  z.object({ kind: z.literal('users'), userIds: z.array(id()).min(1).max(200) }),
]);
export type NoticeAudience = z.output<typeof noticeAudience>;
