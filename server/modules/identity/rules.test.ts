import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FIELD_RULES } from '../../../contract/field-rules';
import { RULES } from '../../../contract/permissions';
import { accessOf, type IdentityFacts } from '../../core/access/access';
import { exceeds, exceedsWith, type Grant } from '../../core/access/granting';
import type { StoredScope, TeamPlace } from '../../core/access/scope';
import { grantOf } from './rules';

/** Few regions, stations and franchisees, so that random data scopes often overlap. */
const PROVINCES = [510_000, 110_000];
const CITIES = [510_100, 510_700, 110_100];
const PLACES: TeamPlace[] = [
  [1, '510000', '510100', '510104', 7],
  [2, '510000', '510700', '510703', 8],
  [3, '110000', '110100', '110105', 7],
  [4, '110000', '110100', '110108', null],
].map(([id, provinceCode, cityCode, districtCode, franchiseeId]) => ({
  id,
  provinceCode,
  cityCode,
  districtCode,
  franchiseeId,
})) as TeamPlace[];

const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const scope: fc.Arbitrary<StoredScope> = fc.oneof(
  fc.constant<StoredScope>({ kind: 'all', ids: [] }),
  some([...PROVINCES, ...CITIES]).map((ids) => ({ kind: 'regions' as const, ids })),
  some(PLACES.map(({ id }) => id)).map((ids) => ({ kind: 'teams' as const, ids })),
  some([7, 8]).map((ids) => ({ kind: 'franchisees' as const, ids })),
);
const rules = fc.uniqueArray(fc.constantFrom(...RULES.map(({ id }) => id)), { minLength: 1, maxLength: 12 });
const fields = fc.subarray([...FIELD_RULES]);
const grant: fc.Arbitrary<Grant> = fc
  .record({ ruleIds: rules, dataScope: scope, fieldRules: fields })
  .map((values) =>
    grantOf({ type: 'hq', ...values, dataScope: { ...values.dataScope, ids: [...values.dataScope.ids] } }),
  );

let serial = 0;
const asFacts = ({ ruleIds, scope: rows, fields: some }: Grant): IdentityFacts => {
  serial += 1;
  return { id: serial, name: '', ruleIds, scope: rows, fields: some, hours: null, addresses: [] };
};
const PERSON = { accountType: 'staff', teamIds: [], franchiseeId: null } as const;
/** Grants of a granter, and grants that the granter wants to give. Random grants are almost never allowed, so half of them are parts. */
const granting = (most: number) =>
  fc.array(grant, { minLength: 1, maxLength: 3 }).chain((own) =>
    fc.record({
      granter: fc.constant(accessOf(PERSON, own.map(asFacts))),
      wanted: fc.array(fc.oneof(grant, partOf(own)), { minLength: 1, maxLength: most }),
    }),
  );

/** A grant with some rules and fields of one of the grants, and with its data scope or another one. */
const partOf = (own: readonly Grant[]): fc.Arbitrary<Grant> =>
  fc
    .constantFrom(...own)
    .chain((one) =>
      fc.tuple(
        fc.constant(one.type),
        fc.subarray([...one.ruleIds], { minLength: 1 }),
        fc.subarray([...one.fields]),
        fc.oneof(
          fc.constant(one.scope),
          grant.map((other) => other.scope),
        ),
      ),
    )
    .map(([type, ruleIds, fields, scope]) => ({ type, ruleIds, fields, scope }));

/** Returns the ids of the stations in a data scope. */
function reached(rows: ReturnType<typeof accessOf>['scope']): Set<number> {
  return new Set(
    PLACES.filter((team) => {
      switch (rows.kind) {
        case 'all':
          return true;
        case 'regions':
          if (rows.alsoTeamIds?.includes(team.id)) return true;
          return [team.provinceCode, team.cityCode, team.districtCode].some(
            (code) => code && rows.codes.includes(code),
          );
        case 'teams':
          return rows.ids.includes(team.id);
        case 'franchisees':
          return rows.ids.includes(team.franchiseeId ?? -1) || rows.alsoTeamIds?.includes(team.id);
      }
      return false;
    }).map(({ id }) => id),
  );
}

test('an allowed grant never gives a rule, a field or a row that the granter lacks', () => {
  let granted = 0;
  fc.assert(
    fc.property(granting(1), ({ granter, wanted: [wanted] }) => {
      if (!wanted || exceeds(granter, wanted, PLACES)) return;
      granted += 1;
      const given = accessOf(PERSON, [asFacts(wanted)]);
      for (const rule of given.rules) {
        assert.ok(granter.rules.has(rule), `rule ${rule}`);
        const own = reached(granter.scopeOf(rule));
        for (const team of reached(given.scopeOf(rule))) assert.ok(own.has(team), `rule ${rule} at station ${team}`);
      }
      for (const field of given.fields) assert.ok(granter.fields.has(field), field);
    }),
    { numRuns: 3_000 },
  );
  assert.ok(granted > 0);
});

test('a granter can always grant exactly their own rights', () => {
  fc.assert(
    fc.property(grant, (own) => {
      assert.equal(exceeds(accessOf(PERSON, [asFacts(own)]), own, PLACES), false);
    }),
  );
});

test('a granter can grant less than their own rights', () => {
  fc.assert(
    fc.property(grant, fc.nat(), (own, at) => {
      const part = own.ruleIds.slice(0, 1 + (at % own.ruleIds.length));
      const less = grantOf({
        type: 'hq',
        ruleIds: part,
        dataScope: { kind: own.scope.kind, ids: own.scope.ids.slice(0, 1) },
        fieldRules: own.fields.slice(1),
      });
      assert.equal(exceeds(accessOf(PERSON, [asFacts(own)]), less, PLACES), false);
    }),
  );
});

test('no grant exceeds the rights of the owner', () => {
  const owner = accessOf({ ...PERSON, accountType: 'owner' }, []);
  fc.assert(fc.property(grant, (wanted) => assert.equal(exceeds(owner, wanted, PLACES), false)));
});

test('further identities never remove rights, and the mark is equal for equal rights and differs with the number of rules', () => {
  fc.assert(
    fc.property(fc.array(grant, { maxLength: 2 }), grant, (before, more) => {
      const was = accessOf(PERSON, before.map(asFacts));
      const is = accessOf(PERSON, [...before, more].map(asFacts));
      for (const rule of was.rules) assert.ok(is.rules.has(rule));
      const same =
        was.rules.size === is.rules.size &&
        was.fields.size === is.fields.size &&
        [...is.rules].every((rule) => JSON.stringify(was.scopeOf(rule)) === JSON.stringify(is.scopeOf(rule)));
      if (!same && was.rules.size !== is.rules.size) assert.notEqual(was.mark, is.mark);
      if (same) assert.equal(was.mark, is.mark);
    }),
  );
});

const stations = fc.subarray(PLACES.map(({ id }) => id));

test('an allowed grant to an account with own stations never exceeds the granter’s stations for any rule', () => {
  let granted = 0;
  fc.assert(
    fc.property(granting(2), stations, ({ granter, wanted: identities }, teamIds) => {
      if (exceedsWith(granter, { identities, teamIds, franchiseeId: null }, PLACES)) return;
      granted += 1;
      const given = accessOf({ ...PERSON, teamIds }, identities.map(asFacts));
      for (const rule of given.rules) {
        const own = reached(granter.scopeOf(rule));
        for (const team of reached(given.scopeOf(rule))) assert.ok(own.has(team), `rule ${rule} at station ${team}`);
      }
    }),
    { numRuns: 3_000 },
  );
  assert.ok(granted > 0);
});

test('rights on own stations can be granted to a person with the same stations', () => {
  fc.assert(
    fc.property(grant, stations, (own, teamIds) => {
      const granter = accessOf({ ...PERSON, teamIds }, [asFacts(own)]);
      assert.equal(exceedsWith(granter, { identities: [own], teamIds, franchiseeId: null }, PLACES), false);
    }),
  );
});

test('an identity for a franchisee’s own rows can be granted by people who see the franchisee', () => {
  const own = { type: 'franchisee', ruleIds: [33], scope: { kind: 'franchisees', ids: [] }, fields: [] } as const;
  const granter = (kind: 'franchisees' | 'regions' | 'all', ids: number[]) =>
    accessOf(PERSON, [asFacts({ type: 'hq', ruleIds: [33], scope: { kind, ids }, fields: [] })]);
  const rights = { identities: [own], teamIds: [], franchiseeId: 7 };
  assert.equal(exceedsWith(granter('franchisees', [7]), rights, PLACES), false);
  assert.equal(exceedsWith(granter('all', []), rights, PLACES), false);
  assert.equal(exceedsWith(granter('franchisees', [8]), rights, PLACES), true);
  assert.equal(exceedsWith(granter('regions', [510_000, 110_000]), rights, PLACES), true);
});
