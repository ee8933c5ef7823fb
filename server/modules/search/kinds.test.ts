import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RULES, withParents } from '../../../contract/permissions';
import { SEARCH_KINDS, type SearchKindName } from '../../../contract/search.kinds';
import { createTestApp, type TestApp } from '../../testing';

/** Tests that the search finds business records by number or title, each only with the permission of its page. */

let t: TestApp;
/** Token of an account with all permissions and all data. */
let reader: string;
before(async () => {
  t = await createTestApp({ demo: true });
  const { account } = await t.account({ rules: RULES.map(({ id }) => id) });
  reader = await t.signIn(account);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const find = async (text: string, token: string) => {
  const answer = await t.call('common.Search/find', { text } as never, { token, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.groups;
};
/** Reads the id and title of the newest record. */
const titleOf = (table: 'announcement' | 'article') =>
  t.db
    .selectFrom(table)
    .select(['id', 'title'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
for (const kind of ['announcement', 'article'] as const) {
  test(`${kind}: its title in any language finds the record with its page's permission, named in the reader's language`, async () => {
    const { id, title } = await titleOf(kind);
    const of = (groups: Awaited<ReturnType<typeof find>>) => groups.find((group) => group.kind === kind)?.hits ?? [];
    const hit = of(await find(title['zh-CN'] ?? '', reader)).find((one) => one.id === id);
    assert.equal(hit?.title, title['en-US'] || title['zh-CN']);
    assert.ok(hit?.stateText);
    const { rule } = SEARCH_KINDS[kind];
    const one = await t.account({ rules: withParents([rule]) });
    const found = of(await find(title['zh-CN'] ?? '', await t.signIn(one.account)));
    // Without the permission to manage announcements, an account finds only announcements sent to this account.
    assert.equal(
      found.some((other) => other.id === id),
      kind === 'article',
    );
    const outside = await t.account({ rules: withParents([2]) });
    assert.deepEqual(await find(title['zh-CN'] ?? '', await t.signIn(outside.account)), []);
  });
}

type Table = 'rider' | 'franchisee' | 'franchise_apply' | 'food_loss';
const TABLES: Readonly<Record<string, readonly [Table, number: 'no' | 'rider_no']>> = {
  rider: ['rider', 'rider_no'],
  franchisee: ['franchisee', 'no'],
  franchiseApply: ['franchise_apply', 'no'],
  foodLoss: ['food_loss', 'no'],
};

for (const [kind, [table, number]] of Object.entries(TABLES)) {
  test(`${kind}: the number finds the record with the permission of its page, and not without it`, async () => {
    const row = (await t.db
      .selectFrom(table as 'rider')
      .select(['id', `${number as 'rider_no'} as no`])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()) as { id: number; no: string };
    const of = (groups: Awaited<ReturnType<typeof find>>) => groups.find((group) => group.kind === kind)?.hits ?? [];
    const [hit] = of(await find(row.no.toLowerCase(), reader));
    assert.equal(hit?.id, row.id);
    assert.ok(hit && `${hit.title} ${hit.note}`.includes(row.no) && hit.stateText);
    // The note must not contain an unmasked phone.
    assert.doesNotMatch(hit.note, /(^|\D)1\d{10}(\D|$)/);
    const { rule } = SEARCH_KINDS[kind as SearchKindName];
    const one = await t.account({ rules: withParents([rule]) });
    assert.equal(of(await find(row.no, await t.signIn(one.account)))[0]?.id, row.id);
    const outside = await t.account({ rules: withParents([2]) });
    assert.deepEqual(await find(row.no, await t.signIn(outside.account)), []);
  });
}
