import { choice, code, count, drawn, flag, moment, ref, resource, state, text } from './resource';

/** This file declares the fields of operation records in lists, filters and exports (操作记录, DOMAIN §3.11). */

/** Values of modules, actions and kinds of objects. The list is empty, because the server derives them from its endpoints. */
const NAMES: readonly string[] = [];
const NAMED = { open: true, texts: {} } as const;
/** Options of fields that the table and the drawer show together with another field. */
const BESIDE = { column: false, fact: false } as const;

export const RECORD = resource(
  'record',
  {
    at: moment({ sort: true, filter: 'days', card: 'fact' }),
    /** Id of the caller's account. It is 0 for the system and for calls without a session. */
    accountId: ref('people', { ...BESIDE, filter: { kind: 'options', label: 'record.account' } }),
    account: text(),
    /** The person's identities at the time of the action. */
    identityText: text({ hidden: true }),
    module: choice(NAMES, { ...NAMED, filter: 'many' }),
    action: choice(NAMES, { ...NAMED, filter: 'many', opens: true, width: 200, fact: false }),
    object: drawn({ card: 'fact' }),
    objectType: choice(NAMES, { ...NAMED, ...BESIDE, label: 'record.object', export: false }),
    objectNo: code({ ...BESIDE, nullable: true, filter: 'text' }),
    objectId: count({ ...BESIDE, nullable: true, export: 'extra' }),
    result: state({ success: 'good', refused: 'bad', failed: 'attention' }, { bare: true, filter: 'one' }),
    resultCode: count(BESIDE),
    /** The message that the user received. */
    resultText: text({ ...BESIDE, export: 'extra' }),
    marks: drawn({ fact: false, export: false }),
    changes: drawn({ width: 260, fact: false }),
    reason: text({ nullable: true }),
    ip: code({ filter: 'text' }),
    /** Location of the IP address. Private addresses have "Local network". `null` means that the location is unknown (DOMAIN §9.16). */
    ipPlace: text({ ...BESIDE, nullable: true, export: 'extra' }),
    device: text({ hidden: true }),
    userAgent: text({ column: false, export: 'extra' }),
    requestId: code({ hidden: true, filter: 'text' }),
    costMs: count({ unit: 'record.ms', hidden: true }),
    money: flag({ ...BESIDE, filter: { kind: 'flag', label: 'record.onlyMoney' } }),
    reveals: flag({ ...BESIDE, filter: { kind: 'flag', label: 'record.onlyReveals' } }),
    outOfHours: flag({ ...BESIDE, filter: { kind: 'flag', label: 'record.onlyOutOfHours' } }),
  },
  { filters: ['accountId', 'at', 'module', 'result', 'action'] },
);
