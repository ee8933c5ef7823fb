import { z } from 'zod';
import { id, listData, listInput, queryBool, queryId, queryIds, queryList, queryText, read, time } from './endpoint';

/** Operation records (操作记录, DOMAIN §3.11, §6.8): who did what. Read-only; nothing here is ever deleted. */

const name = z.string().regex(/^[A-Za-z][\w]{0,63}$/);
/** One changed field in words. `label` is null where only the page that owns the field knows its name. */
const change = z.object({
  path: z.string(),
  label: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const row = z.object({
  id: id(),
  at: time(),
  /** 0: nobody was signed in, or the system. */
  accountId: z.int(),
  account: z.string(),
  accountName: z.string(),
  /** Identities that the person had at that time. */
  identityText: z.string(),
  module: z.string(),
  moduleText: z.string(),
  action: z.string(),
  actionText: z.string(),
  objectType: z.string(),
  objectTypeText: z.string(),
  objectId: z.int().nullable(),
  objectNo: z.string().nullable(),
  /** Where the object is shown, when the reader may go there. */
  objectPath: z.string().nullable(),
  result: z.enum(['success', 'refused', 'failed']),
  resultCode: z.int(),
  resultText: z.string(),
  /** The first changed fields; `changeCount` says how many there are. */
  changes: z.array(change),
  changeCount: z.int(),
  reason: z.string().nullable(),
  ip: z.string(),
  /** "Local network" for a private address; null where the place of an address is not known (DOMAIN §9.16). */
  ipPlace: z.string().nullable(),
  device: z.string(),
  requestId: z.string(),
  costMs: z.int(),
  money: z.boolean(),
  reveals: z.boolean(),
  outOfHours: z.boolean(),
});

const head = z.object({ position: z.int(), hash: z.string() });

export const recordEndpoints = {
  'rights.Record/getList': read({
    summary: 'Operation records, newest first; at most 92 days at a time, the last 30 unless told otherwise.',
    access: { rule: 83 },
    input: listInput(
      {
        accountId: queryIds(),
        module: queryList(name),
        /** `module.action` */
        action: queryList(z.string().regex(/^\w{1,32}\.\w{1,64}$/)),
        objectNo: queryText(),
        result: z.enum(['success', 'refused', 'failed']).optional(),
        ip: queryText(),
        atFrom: z.iso.date().optional(),
        atTo: z.iso.date().optional(),
        money: queryBool().optional(),
        reveals: queryBool().optional(),
        outOfHours: queryBool().optional(),
        /** The whole id; looks through all times. */
        requestId: queryText(),
      },
      ['at'],
    ),
    data: listData(row, z.object({ fromDay: z.string(), toDay: z.string() })),
    errors: [40005, 40006, 40302, 40401],
  }),
  'rights.Record/getDetail': read({
    summary: 'One record with every changed field and its place in the hash chain.',
    access: { rule: 83 },
    input: z.object({ id: queryId() }),
    data: row.extend({
      userAgent: z.string(),
      /** What was recorded, as JSON; null where nothing was. */
      raw: z.string().nullable(),
      /** Null while the record waits for its link. */
      link: head.nullable(),
    }),
    errors: [40302, 40401],
  }),
  'rights.Record/getObjectHistory': read({
    summary: 'Everything recorded about the object of a record, newest first.',
    access: { rule: 83 },
    input: listInput({ id: queryId() }, ['at']),
    data: listData(row, z.object({})),
    errors: [40005, 40302, 40401],
  }),
  'rights.Record/getChoices': read({
    summary: 'Modules and actions that records may name, in the language of the caller.',
    access: { rule: 83 },
    input: z.object({}),
    data: z.object({
      modules: z.array(z.object({ value: z.string(), text: z.string() })),
      actions: z.array(z.object({ value: z.string(), text: z.string() })),
    }),
  }),
  'rights.Record/getHead': read({
    summary: 'The head of the hash chain, to be kept outside this system.',
    access: { rule: 83 },
    input: z.object({}),
    data: head.extend({ asOf: time() }),
  }),
} as const;
