import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BUILTIN_IDENTITIES } from './identity.builtin';
import { childrenOf, RULES, type Rule, ruleById, withParents } from './permissions';
import { RULE } from './rule-ids';
import { LOCALES } from './text';

const rules: readonly Rule[] = RULES;

test('no rule id, code or route occurs twice', () => {
  for (const key of ['id', 'code', 'route'] as const) {
    const values = rules.map((rule) => rule[key]).filter((value) => value !== undefined);
    assert.equal(new Set(values).size, values.length, key);
  }
});

test('every parent exists, precedes its children, and has the kind one level above', () => {
  const seen = new Map<number, Rule>();
  for (const rule of rules) {
    if (rule.parent === null) assert.notEqual(rule.kind, 'button', rule.code);
    else assert.equal(seen.get(rule.parent)?.kind, rule.kind === 'button' ? 'page' : 'menu', rule.code);
    seen.set(rule.id, rule);
  }
});

test('a button is its page × 100 + n, its code begins with the code of its page', () => {
  for (const rule of rules.filter(({ kind }) => kind === 'button')) {
    const page = ruleById(rule.parent ?? 0);
    assert.ok(page);
    assert.equal(Math.floor(rule.id / 100), page.id, rule.code);
    assert.ok(rule.id % 100 > 0, rule.code);
    assert.ok(rule.code.startsWith(`${page.code}.`), rule.code);
  }
});

test('menus and pages have a route, buttons none, and every rule a name in every language', () => {
  for (const rule of rules) {
    assert.equal(rule.route === undefined, rule.kind === 'button', rule.code);
    for (const locale of LOCALES) assert.ok(rule.text[locale].trim(), `${rule.code} ${locale}`);
  }
});

test('the fixed ids 106 to 110 belong to the pages that the specification names', () => {
  assert.deepEqual(
    [106, 107, 108, 109, 110].map((id) => ruleById(id)?.route),
    [
      '/enquiryManagement/index',
      '/configCenter/configHourToReach',
      '/configCenter/configureTheApp',
      '/configCenter/configureAlipayMiniProgram',
      '/information/index',
    ],
  );
});

test('every rule can be reached from the roots of the tree', () => {
  const walk = (parent: Parameters<typeof childrenOf>[0]): number[] =>
    childrenOf(parent).flatMap((rule) => [rule.id, ...walk(rule.id)]);
  assert.deepEqual(
    walk(null),
    rules.map(({ id }) => id),
  );
});

test('withParents adds pages and menus, keeps the order of the tree, and is idempotent', () => {
  const id = fc.oneof(fc.constantFrom(...rules.map((rule) => rule.id)), fc.integer());
  fc.assert(
    fc.property(fc.array(id), (ids) => {
      const chosen = withParents(ids);
      const set = new Set<number>(chosen);
      for (const one of ids) assert.equal(set.has(one), ruleById(one) !== undefined);
      for (const one of chosen) {
        const parent = ruleById(one)?.parent;
        assert.ok(parent === null || (parent !== undefined && set.has(parent)));
      }
      assert.deepEqual(
        chosen,
        rules.map((rule) => rule.id).filter((one) => set.has(one)),
      );
      assert.deepEqual(withParents(chosen), chosen);
    }),
  );
  assert.deepEqual(withParents([1107]), [10, 11, 1107]);
});

test('every built-in identity includes the pages of its rules, and its texts fit the stored lengths', () => {
  assert.equal(BUILTIN_IDENTITIES.length, 10);
  assert.equal(new Set(BUILTIN_IDENTITIES.map(({ key }) => key)).size, 10);
  for (const identity of BUILTIN_IDENTITIES) {
    assert.deepEqual(withParents(identity.ruleIds), identity.ruleIds, identity.key);
    for (const locale of LOCALES) {
      const [name, description] = [identity.text[locale], identity.description[locale]];
      assert.ok(name.length >= 2 && description.length > 0 && description.length <= 100, `${identity.key} ${locale}`);
    }
    assert.ok(identity.text['zh-CN'].length <= 20, identity.key);
  }
});

test('only the owner holds both permissions of a separated pair, and only the owner closes a station', () => {
  for (const { key, ruleIds } of BUILTIN_IDENTITIES) {
    const held = new Set<number>(ruleIds);
    const owner = key === 'owner';
    assert.equal(held.has(3601) && held.has(3602), owner, `${key}: review and pay`);
    assert.equal(held.has(3306) && held.has(3307), owner, `${key}: submit and approve an adjustment`);
    assert.equal(held.has(6506) && held.has(6507), owner, `${key}: submit and check a rider's funds`);
    assert.equal(held.has(1109), owner, `${key}: close`);
    if (owner) assert.equal(held.size, rules.length);
  }
});

test('the auditor sees every page but has no actions', () => {
  const auditor = BUILTIN_IDENTITIES.find(({ key }) => key === 'auditor');
  assert.ok(auditor);
  assert.deepEqual(
    auditor.ruleIds.map((id) => id),
    rules.filter(({ kind }) => kind !== 'button').map(({ id }) => id),
  );
});

test('the owner and finance need a second verification; stations and franchisees see only their own rows', () => {
  assert.deepEqual(
    BUILTIN_IDENTITIES.filter(({ need2v }) => need2v).map(({ key }) => key),
    ['owner', 'financeReviewer', 'financePayer'],
  );
  const scopes = { hq: 'all', station: 'teams', franchisee: 'franchisees' };
  for (const { key, type, dataScope } of BUILTIN_IDENTITIES) assert.equal(dataScope.kind, scopes[type], key);
});

test('rule ids in code match the codes of the tree', () => {
  for (const [code, id] of Object.entries(RULE)) assert.equal(ruleById(id)?.code, code);
});
