import { z } from 'zod';
import { actionData, bulkData, bulkIds, id, listData, listInput, read, versioned, write } from './endpoint';
import { HOUR_EVENT, HOUR_REPORT, HOUR_SHOP, HOUR_STORE } from './hourToReach.fields';
import { HOUR } from './hourToReach.settings';
import { AUTHORISE_RULE, hourEventLifecycle, hourReportLifecycle } from './hourToReach.states';
import { fieldShape, filterShape, sortKeys } from './resource.schema';
import { platformEndpoints } from './settings.platform';
import { testAnswer } from './settings.state';
import type { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for hour-to-reach on the short-video platform (抖音小时达配置, DOMAIN §3.10, §6.8). */

const PAGE = 107;
const EDIT = 10702;

const audit = (action: string, object: string, label: ReturnType<typeof text>) =>
  ({ module: 'config.hourToReach', action, object, text: label }) as const;
const row = { id: id(), version: z.int(), actions: z.array(z.string()) };

export const hourToReachEndpoints = {
  ...platformEndpoints('config.HourToReach', HOUR),
  'config.HourToReach/getShops': read({
    summary: 'Shops that were authorised, the newest first, with where the owner of a further one grants it.',
    access: { rule: PAGE },
    input: listInput(filterShape(HOUR_SHOP), sortKeys(HOUR_SHOP)),
    data: listData(
      z.object({ ...row, ...fieldShape(HOUR_SHOP) }),
      z.object({
        appType: z.enum(['self', 'tool']),
        simulated: z.boolean(),
        /**
         * URL of the platform's page on which the shop's owner grants the authorisation. `null` while the service id or the app key is
         * missing, for the simulator, and for applications of type `self`. For these applications the shop's number is enough.
         */
        authoriseUrl: z.string().nullable(),
        mayAuthorise: z.boolean(),
      }),
    ),
    errors: [40005],
  }),
  'config.HourToReach/getStores': read({
    summary: 'Stores of the shops as they were last synced, with the station that each is bound to.',
    access: { rule: PAGE },
    input: listInput(filterShape(HOUR_STORE), sortKeys(HOUR_STORE)),
    data: listData(
      z.object({ ...row, ...fieldShape(HOUR_STORE) }),
      z.object({ unbound: z.int(), mayEdit: z.boolean() }),
    ),
    errors: [40005, 40302],
  }),
  'config.HourToReach/getReports': read({
    summary: 'Delivery states reported to the platform, the newest first; the last 30 days by default.',
    access: { rule: PAGE },
    input: listInput(filterShape(HOUR_REPORT), sortKeys(HOUR_REPORT)),
    data: listData(z.object({ ...row, ...fieldShape(HOUR_REPORT) }), z.object({ failed: z.int(), dead: z.int() })),
    errors: [40005, 40006, 40302],
  }),
  'config.HourToReach/authorize': write({
    summary: 'Authorises a shop: a self-used application by its number, a tool by the code that its owner was given.',
    access: { rule: AUTHORISE_RULE },
    audit: {
      ...audit('authorize', 'hourShop', WORD.authoriseShop),
      secret: ['grant'],
    },
    /** `grant` is the shop's number or the authorisation code. */
    input: z.object({
      grant: z
        .string()
        .trim()
        .regex(/^[\w-]{1,128}$/),
    }),
    data: actionData,
    errors: [42330, 42331, 50201, 50202],
  }),
  'config.HourToReach/refreshToken': write({
    summary: 'Renews the authorisation of a shop. Where the platform refuses, the shop turns "authorisation lost".',
    access: { rule: AUTHORISE_RULE },
    audit: audit('refreshToken', 'hourShop', WORD.renewAuthorisation),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40401, 42330, 42331, 50201, 50202],
  }),
  'config.HourToReach/syncStores': write({
    summary: 'Reads the stores of a shop. Bindings stay; a store that the shop no longer has is closed.',
    access: { rule: EDIT },
    audit: audit('syncStores', 'hourShop', WORD.syncStores),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40401, 42201, 42330, 42331, 50201, 50202],
  }),
  'config.HourToReach/bindStore': write({
    summary: 'Binds a store to a station, which answers its enquiries; null: unbinds it.',
    access: { rule: EDIT },
    versioned: true,
    audit: audit('bindStore', 'hourStore', WORD.bindStation),
    input: z.object({ ...versioned, teamId: id().nullable() }),
    data: actionData,
    errors: [40302, 40401, 40901, 40903],
  }),
  'config.HourToReach/testEnquiry': write({
    summary: 'What an enquiry for a store would be answered now. Nothing is kept and the platform is not asked.',
    access: { rule: EDIT },
    audit: null,
    input: z.object({
      id: id(),
      distanceM: z.int().min(0).max(100_000),
      weightG: z.int().min(0).max(200_000),
      goodsFen: z.int().min(0).max(100_000_000),
    }),
    data: testAnswer,
    errors: [40302, 40401],
  }),
  'config.HourToReach/replayReport': write({
    summary: 'Sends a report again that failed or was given up, with all its repetitions.',
    access: { rule: EDIT },
    idempotent: true,
    audit: audit('replayReport', 'hourReport', hourReportLifecycle.transition('replayReport').text),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401, 42201],
  }),
  'config.HourToReach/bulkReplayReports': write({
    summary: 'Sends several reports again that failed or were given up, each by itself.',
    access: { rule: EDIT },
    audit: audit('bulkReplayReports', 'hourReport', hourReportLifecycle.transition('replayReport').text),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
  'config.HourToReach/getEvents': read({
    summary: 'Messages that the platform has sent, the newest first; the last 30 days unless told otherwise.',
    access: { rule: PAGE },
    input: listInput(filterShape(HOUR_EVENT), sortKeys(HOUR_EVENT)),
    data: listData(z.object({ ...row, ...fieldShape(HOUR_EVENT) }), z.object({ failed: z.int() })),
    errors: [40005, 40006],
  }),
  'config.HourToReach/repeatEvent': write({
    summary: 'Handles a message again that was given up, with all its repetitions.',
    access: { rule: EDIT },
    idempotent: true,
    audit: audit('repeatEvent', 'hourEvent', hourEventLifecycle.transition('repeatEvent').text),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40401, 42201],
  }),
} as const;
