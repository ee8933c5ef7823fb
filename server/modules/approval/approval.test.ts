import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Input } from '../../../contract';
import { ruleName, withParents } from '../../../contract/permissions';
import type { ActorContext } from '../../core/http/context';
import { FOUR_EYES_TEXT } from '../../core/http/four-eyes';
import { createTestApp, type TestApp } from '../../testing';
import { CASES, inboxPage, waitingForCaller } from './inbox';

/** A permission id about money (paying a withdrawal), and one that is not about money (pausing a station). */
const PAY = 3602;
const PAUSE = 1107;
const EDITOR = withParents([8101, 8102, 8106, PAY, PAUSE]);

let t: TestApp;
let owner: string;
let maker: { id: number; account: string };

before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});
beforeEach(async () => {
  maker = await t.account({ rules: EDITOR });
});

let serial = 0;
const values = (ruleIds: readonly number[]): Omit<Input<'rights.Identity/save'>, 'id' | 'version'> => {
  serial += 1;
  return {
    name: `Cashier ${serial}`,
    type: 'hq',
    description: '',
    ruleIds: [...ruleIds],
    dataScope: { kind: 'all', ids: [] },
    fieldRules: [],
    loginHours: null,
    ipAllowList: [],
    need2v: false,
  };
};
const save = async (token: string, input: Input<'rights.Identity/save'>) =>
  t.call('rights.Identity/save', input, { token, ticket: await t.ticket(token) });
const box = async (token: string, name: 'forMe' | 'byMe' | 'decided') =>
  (await t.call('approval.Case/getList', { box: name, types: ['proposal'] }, { token })).data;
const changesOf = async (token: string, id: number) =>
  (await t.call('approval.Case/getDetail', { id }, { token })).data.changes;
const approve = async (token: string, proposal: { id: number; version: number }) =>
  t.call(
    'approval.Proposal/approve',
    { id: proposal.id, version: proposal.version },
    { token, ticket: await t.ticket(token) },
  );
const identities = () => t.db.selectFrom('identity').selectAll().orderBy('id').execute();
const proposals = () => t.db.selectFrom('proposal').selectAll().orderBy('id').execute();
const records = (requestId: string) =>
  t.db.selectFrom('operation_record').selectAll().where('request_id', '=', requestId).execute();

/** Creates a proposal and finds it in the owner's inbox. */
async function proposed(token: string, ruleIds: readonly number[] = [PAY]) {
  const answer = await save(token, values(ruleIds));
  assert.equal(answer.code, 110, answer.msg);
  const { list } = await box(owner, 'forMe');
  const found = list.find(({ id }) => id === answer.data.id);
  assert.ok(found);
  return { ...found, requestId: answer.requestId };
}

test('an identity that gains a rule about money is unchanged until another person approves', async () => {
  const token = await t.signIn(maker.account);
  const stood = await identities();
  const proposal = await proposed(token);
  assert.deepEqual(await identities(), stood);
  assert.deepEqual([proposal.state, proposal.actions], ['pending', ['approve', 'reject']]);
  for (const reader of [owner, token]) {
    const changes = await changesOf(reader, proposal.id);
    assert.ok(changes.some(({ field, after }) => field === 'ruleIds' && after.includes(ruleName(PAY, 'zh-CN'))));
  }
  assert.deepEqual(
    (await box(token, 'byMe')).list.map(({ id, actions }) => [id, actions]),
    [[proposal.id, ['withdraw']]],
  );

  const answer = await approve(owner, proposal);
  assert.equal(answer.code, 100, answer.msg);
  const made = (await identities()).filter(({ id }) => !stood.some((one) => one.id === id));
  assert.equal(made.length, 1);
  assert.ok(made[0]?.rule_ids.includes(PAY));
  assert.equal(made[0]?.created_by, maker.id);
  assert.equal((await box(owner, 'decided')).list[0]?.state, 'approved');
});

test('a proposal and its approval have one operation record each, with both names', async () => {
  const token = await t.signIn(maker.account);
  const proposal = await proposed(token);
  const [kept, ...more] = await records(proposal.requestId);
  assert.deepEqual([kept?.action, kept?.result_code, more.length], ['save', 110, 0]);
  const answer = await approve(owner, proposal);
  const [made, ...others] = await records(answer.requestId);
  assert.deepEqual([made?.module, made?.action, others.length], ['approval', 'approve', 0]);
  assert.equal((made?.detail as { makerId: number } | null)?.makerId, maker.id);
});

test('an identity without new rules about money is saved without approval', async () => {
  const token = await t.signIn(maker.account);
  assert.equal((await save(token, values([PAUSE]))).code, 100);
});

test('no user can approve their own proposals, not even the owner', async () => {
  const other = await t.account({ rules: EDITOR });
  const otherToken = await t.signIn(other.account);
  const answer = await save(owner, values([PAY]));
  assert.equal(answer.code, 110);
  const stood = [await identities(), await proposals()];
  const own = await approve(owner, { id: answer.data.id, version: 1 });
  assert.equal(own.code, 40305);
  assert.deepEqual([await identities(), await proposals()], stood);
  assert.equal((await approve(otherToken, { id: answer.data.id, version: 1 })).code, 100);
});

test('users who may not make the change can neither see nor decide the proposal', async () => {
  const token = await t.signIn(maker.account);
  const proposal = await proposed(token);
  const stranger = await t.signIn((await t.account({ rules: [11] })).account);
  assert.deepEqual((await box(stranger, 'forMe')).list, []);
  assert.deepEqual((await box(stranger, 'decided')).list, []);
  const stood = await proposals();
  const read = await t.call('approval.Case/getDetail', { id: proposal.id }, { token: stranger });
  assert.deepEqual([read.code, read.data], [40401, null]);
  assert.equal((await approve(stranger, proposal)).code, 40401);
  const rejected = await t.call(
    'approval.Proposal/reject',
    { id: proposal.id, version: 1, note: 'No reason' },
    { token: stranger },
  );
  assert.equal(rejected.code, 40401);
  assert.deepEqual(await proposals(), stood);
});

test('users cannot approve more than they could grant or an edit of their own identity, and get no notice of it', async () => {
  const token = await t.signIn(maker.account);
  const first = await save(token, values([PAUSE]));
  const poorer = await t.account({ rules: EDITOR.filter((rule) => rule !== PAY) });
  const holder = await t.account({ rules: EDITOR });
  await t.db.insertInto('account_identity').values({ account_id: holder.id, identity_id: first.data.id }).execute();
  const kept = await save(token, { ...values([PAUSE, PAY]), id: first.data.id, version: first.data.version });
  assert.equal(kept.code, 110, kept.msg);
  const { account_ids: told } = await t.db
    .selectFrom('notice_outbox')
    .select('account_ids')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const ownerId = (
    await t.db.selectFrom('account').select('id').where('account', '=', 'owner').executeTakeFirstOrThrow()
  ).id;
  assert.deepEqual(
    [poorer.id, holder.id, ownerId].map((id) => told.includes(id)),
    [false, false, true],
  );
  const stood = await identities();
  const by = async ({ account }: { account: string }) =>
    (await approve(await t.signIn(account), { id: kept.data.id, version: 1 })).code;
  assert.deepEqual([await by(poorer), await by(holder)], [42343, 42342]);
  const copied = await t.call(
    'rights.Identity/copy',
    { id: (await proposedAndMade(token)).id, name: 'A copy with money' },
    { token, ticket: await t.ticket(token) },
  );
  assert.equal(copied.code, 110, copied.msg);
  assert.equal((await approve(await t.signIn(poorer.account), { id: copied.data.id, version: 1 })).code, 42343);
  assert.deepEqual(
    (await identities()).filter(({ id }) => stood.some((one) => one.id === id)),
    stood,
  );
  assert.equal((await approve(owner, { id: kept.data.id, version: 1 })).code, 100);
});

/** Proposes an identity with the permission about money. The owner approves the proposal. @returns the new identity */
async function proposedAndMade(token: string): Promise<{ id: number }> {
  const before = new Set((await identities()).map(({ id }) => id));
  assert.equal((await approve(owner, await proposed(token))).code, 100);
  const made = (await identities()).find(({ id }) => !before.has(id));
  assert.ok(made);
  return made;
}

test('approving needs a second verification', async () => {
  const proposal = await proposed(await t.signIn(maker.account));
  const answer = await t.call('approval.Proposal/approve', { id: proposal.id, version: 1 }, { token: owner });
  assert.equal(answer.code, 40303);
});

test('a proposal cannot be approved after its record has changed', async () => {
  const token = await t.signIn(maker.account);
  const first = await save(token, values([PAUSE]));
  const edit = { ...values([PAUSE, PAY]), id: first.data.id, version: first.data.version };
  const kept = await save(token, edit);
  assert.equal(kept.code, 110);
  const meanwhile = { ...values([PAUSE]), id: first.data.id, version: first.data.version };
  assert.equal((await save(owner, meanwhile)).code, 100);
  const stood = await identities();
  const refused = await approve(owner, { id: kept.data.id, version: 1 });
  assert.deepEqual([refused.code, refused.data, refused.msg], [40901, null, FOUR_EYES_TEXT.stale['zh-CN']]);
  assert.deepEqual(await identities(), stood);
  assert.equal((await proposals()).find(({ id }) => id === kept.data.id)?.status, 'pending');
});

test('of two concurrent approvals one counts', async () => {
  const proposal = await proposed(await t.signIn(maker.account));
  const other = await t.signIn((await t.account({ rules: EDITOR })).account);
  const count = (await identities()).length;
  const answers = await Promise.all([approve(owner, proposal), approve(other, proposal)]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), [100, 42201]);
  assert.equal((await identities()).length, count + 1);
});

test('a proposal cannot be approved after its proposer was disabled or lost the permission', async () => {
  const proposal = await proposed(await t.signIn(maker.account));
  const stood = await identities();
  await t.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', maker.id).execute();
  assert.equal((await approve(owner, proposal)).code, 40301);
  await t.db.updateTable('account').set({ status: 'active' }).where('id', '=', maker.id).execute();
  const held = await t.db.deleteFrom('account_identity').where('account_id', '=', maker.id).returningAll().execute();
  assert.equal((await approve(owner, proposal)).code, 40301);
  assert.deepEqual(await identities(), stood);
  await t.db.insertInto('account_identity').values(held).execute();
  assert.equal((await approve(owner, proposal)).code, 100);
});

test('a proposal is rejected with a reason by another person, or withdrawn by its proposer, once', async () => {
  const token = await t.signIn(maker.account);
  const [first, second] = [await proposed(token), await proposed(token)];
  const bare = await t.call('approval.Proposal/reject', { id: first.id, version: 1, note: '' }, { token: owner });
  assert.equal(bare.code, 40001);
  const note = 'The cashier has it already';
  const rejected = await t.call('approval.Proposal/reject', { id: first.id, version: 1, note }, { token: owner });
  assert.equal(rejected.code, 100);
  assert.equal((await box(token, 'byMe')).list.find(({ id }) => id === first.id)?.note, note);
  const foreign = await t.call('approval.Proposal/withdraw', { id: second.id, version: 1 }, { token: owner });
  assert.equal(foreign.code, 40401);
  const withdrawn = await t.call('approval.Proposal/withdraw', { id: second.id, version: 1 }, { token });
  assert.equal(withdrawn.code, 100);
  for (const { id } of [first, second]) assert.equal((await approve(owner, { id, version: 2 })).code, 42201);
});

test('a proposal expires after a week', async () => {
  const proposal = await proposed(await t.signIn(maker.account));
  const created = (await proposals()).find(({ id }) => id === proposal.id);
  assert.ok(created);
  await t.db.updateTable('proposal').set({ expire_at: t.clock.now() }).where('id', '=', proposal.id).execute();
  assert.equal((await approve(owner, proposal)).code, 42201);
  assert.ok(!(await box(owner, 'forMe')).list.some(({ id }) => id === proposal.id));
});

test('disabling approval by a second person needs that approval, and while it is disabled changes need none', async () => {
  const other = await t.account({ rules: [...EDITOR, ...withParents([4502])] });
  const otherToken = await t.signIn(other.account);
  const { values: security, version } = (await t.call('site.Site/getSetting', { group: 'security' }, { token: owner }))
    .data;
  const off = await t.call(
    'site.Site/saveSetting',
    { group: 'security', values: { ...security, fourEyes: false }, version },
    { token: owner, ticket: await t.ticket(owner) },
  );
  assert.equal(off.code, 110, off.msg);
  const still = await t.call('site.Site/getSetting', { group: 'security' }, { token: owner });
  assert.equal(still.data.values.fourEyes, true);
  const done = await approve(otherToken, { id: off.data.id, version: 1 });
  assert.equal(done.code, 100, done.msg);
  const single = await save(owner, values([PAY]));
  assert.equal(single.code, 100);
  const [marked] = await records(single.requestId);
  assert.deepEqual(marked?.detail, { withoutSecondPerson: true });
  const shown = await t.call('rights.Record/getDetail', { id: marked?.id ?? 0 }, { token: owner, locale: 'en-US' });
  assert.match(shown.data.resultText, /\(without a second person\)$/);
  const now = (await t.call('site.Site/getSetting', { group: 'security' }, { token: owner })).data;
  const on = await t.call(
    'site.Site/saveSetting',
    { group: 'security', values: { ...security, fourEyes: true }, version: now.version },
    { token: owner, ticket: await t.ticket(owner) },
  );
  assert.equal(on.code, 100, on.msg);
});

test('without another approver the change is made at once, which its operation record shows', async () => {
  await t.db.updateTable('account').set({ status: 'disabled' }).where('account_type', '!=', 'owner').execute();
  const answer = await save(owner, values([PAY]));
  assert.equal(answer.code, 100);
  const [record] = await records(answer.requestId);
  assert.deepEqual(record?.detail, { withoutSecondPerson: true });
});

test('a holder of the rule who could not approve the change does not count as an approver', async () => {
  await t.db.updateTable('account').set({ status: 'disabled' }).where('account_type', '!=', 'owner').execute();
  await t.account({ rules: EDITOR.filter((rule) => rule !== PAY) });
  const answer = await save(owner, values([PAY]));
  assert.equal(answer.code, 100);
  assert.deepEqual((await records(answer.requestId))[0]?.detail, { withoutSecondPerson: true });
});

test('one statement counts the pending documents of all kinds for the caller', async () => {
  let statements = 0;
  const db = t.db.withPlugin({
    transformQuery: ({ node }) => node,
    // We count in `transformResult`, which runs once per statement. `transformQuery` also runs for nested queries.
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  const actor = { accountId: 0, accountType: 'owner', rules: new Set(), scopeOf: () => ({ kind: 'all' }) };
  const ctx = { db, actor, clock: t.clock } as unknown as ActorContext;
  await waitingForCaller(ctx);
  assert.equal(statements, 1);
  const byKind = Object.fromEntries(await waitingForCaller(ctx));
  const listed = (kind: (typeof CASES)[number]) =>
    inboxPage(ctx, [kind], { box: 'forMe', page: 1, limit: 1, order: 'asc' });
  for (const kind of CASES) assert.equal(byKind[kind.type.key] ?? 0, (await listed(kind)).total, kind.type.key);
});
