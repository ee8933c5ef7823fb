import { openStage, type Person } from '../../server/modules/withdraw/testing';
import { printTable, quantile, type Row, waitForIdle } from './report';

/**
 * Measures payouts through the simulated Alipay: sequential calls, concurrent calls, a batch, and queries of unknown results. The
 * simulator signs and verifies like the platform, in this process. Each payout is reserved, sent and posted, and creates a bill.
 */
const SINGLE = 100;
const AT_ONCE = 8;
const BATCH = 100;
const UNKNOWN = 200;
const AMOUNT_FEN = 1_000;

type Stage = Awaited<ReturnType<typeof openStage>>;

async function approved(t: Stage, count: number): Promise<number[]> {
  const [rider] = t.riders;
  if (!rider) throw new Error('there is no rider');
  const owner = { subject: 'rider' as const, id: rider.id, teamId: rider.teamId };
  await t.stage.earn(owner, count * AMOUNT_FEN + 1_000);
  await t.stage.fund('alipay', rider.teamId, count * AMOUNT_FEN + 1_000);
  const payeeId = await t.stage.payee(owner, 'alipay', 'rider@example.com');
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await t.stage.apply(owner, payeeId, AMOUNT_FEN);
    // Backdate the application, so that the daily limits do not apply.
    await t.db
      .updateTable('withdraw_apply')
      .set({ created_at: new Date('2026-01-02T00:00:00Z'), state: 'approved' })
      .where('id', '=', id)
      .execute();
    ids.push(id);
  }
  return ids;
}

/**
 * Pays withdrawal applications with `atOnce` concurrent calls.
 *
 * @returns `times`: milliseconds of each call; `all`: milliseconds from the first request to the last response
 * @throws Error when the server refuses a call
 */
async function pay(t: Stage, payer: Person, ids: readonly number[], atOnce: number) {
  const token = await t.signIn(payer.account);
  const ticket = await t.ticket(token);
  const times: number[] = [];
  const left = [...ids];
  const begun = performance.now();
  const worker = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const { version } = await t.stage.row(id);
      const sent = performance.now();
      const { code } = await t.call('finance.Withdraw/pay', { id, version }, { token, ticket });
      times.push(performance.now() - sent);
      if (code !== 100) throw new Error(`code ${code}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { times, all: performance.now() - begun };
}

const told = (times: readonly number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`;

async function batch(t: Stage, payer: Person): Promise<string> {
  const ids = await approved(t, BATCH);
  const versions = Object.fromEntries(
    await Promise.all(ids.map(async (id) => [String(id), (await t.stage.row(id)).version] as const)),
  );
  const token = await t.signIn(payer.account);
  const begun = performance.now();
  const how = { token, ticket: await t.ticket(token) };
  const { data } = await t.call('finance.Withdraw/bulk', { action: 'pay', ids, versions }, how);
  const seconds = (performance.now() - begun) / 1_000;
  if (data.success !== BATCH) throw new Error(`${data.success} of ${BATCH}`);
  return `${seconds.toFixed(1)} s until all are paid`;
}

/** Measures how many results per second the job queries, for payouts whose response was lost. */
async function unknown(t: Stage): Promise<string> {
  const ids = await approved(t, UNKNOWN);
  const { platforms } = t.ports;
  const { access } = platforms;
  const silent: typeof access = (...way) => ({
    ...access(...way),
    async fetch(url, init) {
      await access(...way).fetch(url, init);
      throw new DOMException('no answer', 'TimeoutError');
    },
  });
  Object.assign(platforms, { access: silent });
  const payer = await t.stage.person();
  for (const id of ids) await t.stage.step('pay', id, payer);
  Object.assign(platforms, { access });
  t.clock.advance(61_000);
  const begun = performance.now();
  while ((await t.db.selectFrom('payout').select('id').where('query_at', 'is not', null).execute()).length > 0)
    await t.stage.pursue();
  return `${((UNKNOWN * 1_000) / (performance.now() - begun)).toFixed(0)} a second`;
}

async function main(): Promise<void> {
  const busy = await waitForIdle(60);
  const t = await openStage();
  const payer = await t.stage.person();
  const single = await pay(t, payer, await approved(t, SINGLE), 1);
  const together = await pay(t, payer, await approved(t, SINGLE), AT_ONCE);
  const rows: Row[] = [
    { figure: 'one payout after the other', target: 'p99 ≤ 350 ms', measured: told(single.times) },
    {
      figure: `${AT_ONCE} payouts at a time`,
      target: '—',
      measured: `${((SINGLE * 1_000) / together.all).toFixed(0)} a second, ${told(together.times)}`,
    },
    { figure: `a batch of ${BATCH}`, target: '—', measured: await batch(t, payer) },
    { figure: 'questions about unknown results', target: '—', measured: await unknown(t) },
  ];
  await t.close();
  printTable(
    'npm run bench payouts',
    [`Others kept ${(busy * 100).toFixed(0)} % of the machine busy as it began. Payouts through the simulated Alipay.`],
    rows,
  );
}

void main();
