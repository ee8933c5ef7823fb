import { z } from 'zod';
import { id, listData, listInput, queryId, queryList, read, time } from './endpoint';
import { RECORD } from './record.fields';
import { fieldShape, filterShape, sortKeys } from './resource.schema';

/**
 * This file declares the endpoints for operation records (操作记录, DOMAIN §3.11, §6.8). Records cannot be changed or deleted, but old
 * months may be archived in files.
 */

const name = z.string().regex(/^[A-Za-z][\w.]{0,63}$/);
/** One changed field as text. `label` is `null` if contract/record.texts.ts has no label for the field. */
const change = z.object({
  path: z.string(),
  label: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const { userAgent, ...listed } = fieldShape(RECORD);
const row = z.object({
  id: id(),
  ...listed,
  /** Path of the page that shows the object. `null` means that there is no such page, or that the caller may not open it. */
  objectPath: z.string().nullable(),
  /** The changed fields. In the list, each record has at most three of them. `changeCount` is the number of all changed fields. */
  changes: z.array(change),
  changeCount: z.int(),
});

const choices = z.array(z.object({ value: z.string(), text: z.string() }));
/** Ranges of months (UTC, `yyyy-MM`) whose records are archived in files. The list does not contain these records. */
const archived = z.array(z.object({ first: z.string(), last: z.string() }));
const head = z.object({ position: z.int(), hash: z.string() });

export const recordEndpoints = {
  'rights.Record/getList': read({
    summary: 'Operation records, newest first; at most 92 days at a time, the last 30 unless told otherwise.',
    access: { rule: 83 },
    input: listInput(
      {
        ...filterShape(RECORD),
        module: queryList(name),
        /** Actions as `module.action`. The name of a module may contain dots. */
        action: queryList(z.string().regex(/^[\w.]{1,32}\.\w{1,64}$/)),
      },
      sortKeys(RECORD),
    ),
    data: listData(row, z.object({ fromDay: z.string(), toDay: z.string(), archived })),
    errors: [40005, 40006, 40302, 40401],
  }),
  'rights.Record/getDetail': read({
    summary: 'One record with every changed field and its place in the hash chain.',
    access: { rule: 83 },
    input: z.object({ id: queryId() }),
    data: row.extend({
      userAgent,
      /** The recorded data as JSON text. `null` means that no data was recorded. */
      raw: z.string().nullable(),
      /** Position and hash of the record's link in the hash chain. It is `null` until the record is linked into the chain. */
      link: head.nullable(),
    }),
    errors: [40302, 40401, 40402],
  }),
  'rights.Record/getObjectHistory': read({
    summary: 'Everything recorded about the object of a record, newest first.',
    access: { rule: 83 },
    input: listInput({ id: queryId() }, ['at']),
    data: listData(row, z.object({ archived })),
    errors: [40005, 40302, 40401, 40402],
  }),
  'rights.Record/getChoices': read({
    summary: 'Modules and actions that records may name, in the language of the caller.',
    access: { rule: 83 },
    input: z.object({}),
    data: z.object({ modules: choices, actions: choices }),
  }),
  'rights.Record/getHead': read({
    summary: 'The head of the hash chain, to be kept outside this system.',
    access: { rule: 83 },
    input: z.object({}),
    data: head.extend({ asOf: time() }),
  }),
} as const;
