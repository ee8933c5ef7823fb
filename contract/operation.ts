import { z } from 'zod';
import {
  actionData,
  bulkData,
  bulkIds,
  empty,
  id,
  listData,
  listInput,
  queryId,
  queryIds,
  queryList,
  queryText,
  read,
  time,
  within,
  words,
  write,
} from './endpoint';
import { SWITCH_LIMITS, TEAM } from './limits';
import { SWITCH_KEYS } from './switches';
import { TEAM_STATES } from './team.schema';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for the switches and the load of stations (DOMAIN §3.3 `/teamList/teamOperation`, §6.4). */

/** Parameters of all switches. `SWITCHES` (switches.ts) lists the parameters of each switch. The server refuses other parameters. */
export const switchParams = z
  .object({
    radiusM: within(SWITCH_LIMITS.radiusM),
    maxCarry: within(SWITCH_LIMITS.maxCarry),
    grabDelaySec: within(SWITCH_LIMITS.grabDelaySec),
    teamIds: z.array(id()).max(SWITCH_LIMITS.crossTeams),
    addMin: within(SWITCH_LIMITS.addMin),
    surchargeFen: within(SWITCH_LIMITS.surchargeFen),
    subsidyFen: within(SWITCH_LIMITS.subsidyFen),
    nightFeeFen: within(SWITCH_LIMITS.nightFeeFen),
    quota: within(SWITCH_LIMITS.quota),
    mode: z.enum(['code', 'photo', 'both']),
  })
  .partial();
export type SwitchParams = z.output<typeof switchParams>;

const switchState = z.object({
  key: z.enum(SWITCH_KEYS),
  on: z.boolean(),
  params: switchParams,
  until: time().nullable(),
  reason: z.string().nullable(),
  /** Version of this switch. 0 means that the switch was never set. */
  version: z.int(),
  changedAt: time().nullable(),
  changedByName: z.string().nullable(),
  /** Reason why the switch cannot be changed now, in the caller's language. `null` means that it can be changed. */
  blocked: z.string().nullable(),
});
const row = z.object({
  id: id(),
  code: z.string(),
  name: z.string(),
  status: z.enum(TEAM_STATES),
  statusText: z.string(),
  ridersOnline: z.int(),
  ordersRunning: z.int(),
  switches: z.array(switchState),
});
const change = {
  key: z.enum(SWITCH_KEYS),
  on: z.boolean(),
  params: switchParams.optional(),
  until: time().nullable().optional(),
  reason: words(TEAM.reason).optional(),
};

export const operationEndpoints = {
  'team.Operation/getMatrix': read({
    summary: 'Stations × switches; operating ones first, the newest first among equals.',
    access: { rule: 13 },
    input: listInput(
      {
        teamIds: queryIds(),
        keyword: queryText(),
        status: queryList(z.enum(TEAM_STATES)),
        key: z.enum(SWITCH_KEYS).optional(),
        on: z.enum(['true', 'false']).optional(),
      },
      ['createdAt', 'code', 'name'],
    ),
    data: listData(row, z.object({ busy: z.int(), badWeather: z.int(), closedByHand: z.int(), withoutRider: z.int() })),
  }),
  'team.Operation/getOne': read({
    summary: "One station: its switches and today's capacity.",
    access: { rule: 13 },
    input: z.object({ id: queryId() }),
    data: row.extend({
      capacity: z.object({
        ordersPerRider: z.number().nullable(),
        averageWaitMin: z.number().nullable(),
        ordersToday: z.int(),
        ordersUnassigned: z.int(),
      }),
      /** Possible reasons why riders of this station get no orders, in the caller's language. The list is empty if there is no problem. */
      hints: z.array(z.string()),
      asOf: time(),
    }),
    errors: [40302, 40401],
  }),
  'team.Operation/getLogs': read({
    summary: 'Switch history: who, when, old → new, reason.',
    access: { rule: 13 },
    input: listInput({ teamIds: queryIds(), key: queryList(z.enum(SWITCH_KEYS)) }, ['createdAt']),
    data: listData(
      z.object({
        id: id(),
        at: time(),
        teamId: id(),
        teamName: z.string(),
        key: z.string(),
        keyText: z.string(),
        oldText: z.string(),
        newText: z.string(),
        reason: z.string().nullable(),
        byName: z.string(),
      }),
      empty,
    ),
  }),
  'team.Operation/setSwitch': write({
    summary: 'Sets one switch of one station. Switching withdrawals off needs a second verification.',
    access: { rule: 1301 },
    risk: 'confirm',
    versioned: true,
    audit: {
      module: 'operation',
      action: 'setSwitch',
      object: 'team',
      text: text('操作开关', 'Set a switch', 'Mudar controle', '操作開關'),
    },
    input: z.object({ teamId: id(), version: z.int().min(0), ...change }),
    data: actionData,
    errors: [40302, 40303, 40401, 40901, 42201, 42330],
  }),
  'team.Operation/bulkSwitch': write({
    summary: 'Sets one switch of up to 200 stations; each on its own.',
    access: { rule: 1302 },
    risk: 'confirm',
    audit: {
      module: 'operation',
      action: 'bulkSwitch',
      object: 'team',
      text: WORD.setSwitchInBulk,
    },
    input: z.object({ ids: bulkIds(), ...change }),
    data: bulkData,
    errors: [40010, 40303],
  }),
  'team.Operation/sendRiderNotice': write({
    summary: 'A short notice to the riders of a station, now.',
    access: { rule: 1301 },
    risk: 'confirm',
    idempotent: true,
    audit: {
      module: 'operation',
      action: 'sendRiderNotice',
      object: 'team',
      text: text('通知骑手', 'Send rider notice', 'Avisar entregadores', '通知騎手'),
    },
    input: z.object({ teamId: id(), content: z.string().trim().min(1).max(TEAM.riderNotice) }),
    data: z.object({ id: id(), receivers: z.int() }),
    errors: [40302, 40401, 42236],
  }),
} as const;
