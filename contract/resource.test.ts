import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import {
  bp,
  code,
  count,
  day,
  filterOnly,
  flag,
  moment,
  money,
  phone,
  ref,
  refs,
  resource,
  search,
  state,
  sum,
  text,
  totalLabel,
} from './resource';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { staffLifecycle } from './staff.states';

const RECORD = resource(
  'staff',
  {
    keyword: search('bill.keywordHint'),
    account: code({ label: 'bill.account', opens: true }),
    name: text({ label: 'bill.owner', sort: true, filter: 'text' }),
    tel: phone({ label: 'bill.userName' }),
    expireAt: day({ label: 'bill.day', nullable: true, filter: 'days' }),
    createdAt: moment({ label: 'bill.at', sort: true }),
    status: state(staffLifecycle.states, { label: 'bill.status', filter: 'many' }),
    departmentId: ref('departments', { label: 'bill.teamId', nullable: true, filter: 'options' }),
    identityIds: refs('identities', { filter: { kind: 'options', key: 'identityId' } }),
    teamId: filterOnly({ kind: 'options', source: 'teams' }),
    isExpired: flag({ label: 'bill.status', filter: 'flag' }),
    bills: count({ label: 'bill.sum_count' }),
    shareBp: bp({ label: 'bill.shareRateBp' }),
    paidFen: money({ label: 'bill.paidFen', filter: 'amounts' }),
    balanceFen: sum({ label: 'bill.balanceFen' }),
  },
  {
    filters: ['status'],
    totals: { active: { kind: 'count' }, never: { kind: 'count', label: 'staff.neverSignedIn' } },
  },
);

const row = {
  account: 'lin',
  name: 'Lin',
  tel: '138****5678',
  expireAt: null,
  createdAt: '2026-03-01T09:30:00+08:00',
  status: 'active',
  statusText: 'Active',
  departmentId: null,
  departmentName: null,
  isExpired: false,
  bills: 3,
  shareBp: 250,
  paidFen: -5,
  balanceFen: null,
} as const;

test('a row has each field with the type of its kind, plus the text of a choice and the name of a ref', () => {
  const schema = z.object(fieldShape(RECORD));
  const typed: z.output<typeof schema> = { ...row, identityIds: [11], identityNames: ['Auditor'] };
  assert.deepEqual(schema.parse(typed), typed);
  const wrong = {
    status: 'lost',
    shareBp: 10_001,
    bills: 1.5,
    paidFen: null,
    createdAt: '2026-03-01',
    tel: null,
    identityIds: 11,
  };
  for (const [key, value] of Object.entries(wrong)) {
    assert.equal(schema.safeParse({ ...typed, [key]: value }).success, false, key);
  }
});

test('the input has the keys of the filters, with the preferred filters first', () => {
  assert.deepEqual(RECORD.filters.slice(0, 3), ['status', 'keyword', 'name']);
  const schema = z.object(filterShape(RECORD));
  const asked = {
    status: 'active,disabled',
    expireAtFrom: '2026-03-01',
    paidFenMin: '5',
    isExpired: 'true',
    departmentId: '4',
    identityId: '11,12',
    teamId: '7',
  };
  const parsed = {
    status: ['active', 'disabled'],
    expireAtFrom: '2026-03-01',
    paidFenMin: 5,
    isExpired: true,
    departmentId: [4],
    identityId: [11, 12],
    teamId: [7],
  };
  assert.deepEqual(schema.parse(asked), parsed);
  assert.equal(schema.safeParse({ status: 'lost' }).success, false);
  assert.deepEqual(sortKeys(RECORD), ['name', 'createdAt']);
  assert.deepEqual(Object.keys(totalShape(RECORD)), ['active', 'never']);
  assert.deepEqual(
    [totalLabel(RECORD, 'active'), totalLabel(RECORD, 'never')],
    ['staff.sum_active', 'staff.neverSignedIn'],
  );
});
