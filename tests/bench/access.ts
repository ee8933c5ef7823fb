import { RULES } from '../../contract/permissions';
import { accessOf, type IdentityFacts } from '../../server/core/access/access';
import { readIdentities } from '../../server/core/access/identities';
import { createSessions, startSession } from '../../server/core/access/session';
import { fixedClock } from '../../server/core/clock';
import { createTestDatabase } from '../../server/core/database/testing';
import { createIds } from '../../server/core/ids';
import { insertRows } from '../../server/demo/insert';
import { random } from '../../server/demo/random';
import { USER_AGENT } from './client';
import { printTable, quantile, type Row, waitForIdle } from './report';

/**
 * Measures the authorization of one request with 2,000 identities and 10,000 staff accounts. Measures the evaluation of permissions
 * alone, and reading a session from the database with an empty and with a filled cache of identities.
 */
const IDENTITIES = 2_000;
const STAFF = 10_000;
const SAMPLES = 5_000;
const NOW = '2026-03-01T11:40:00+08:00';
/** Of eight identities, one is limited to certain hours, and another one is limited to certain IP addresses. */
const LIMITED = 8;
const WEEK = JSON.stringify(
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ranges: [{ from: '06:00', to: '22:00' }] })),
);

const microseconds = (times: readonly number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(1)} µs, p99 ${quantile(times, 0.99).toFixed(1)} µs`;

async function timed(count: number, work: (index: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    await work(index);
    times.push((performance.now() - begun) * 1_000);
  }
  return times;
}

/**
 * Measures synchronous work like {@link timed}, but without a promise, because a promise takes longer than the work.
 *
 * @returns the microseconds of each run
 */
function timedAtOnce(count: number, work: (index: number) => unknown): number[] {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    work(index);
    times.push((performance.now() - begun) * 1_000);
  }
  return times;
}

async function main(): Promise<void> {
  const database = await createTestDatabase();
  const { db } = database;
  try {
    const clock = fixedClock(NOW);
    const ids = createIds({ clock, node: 0 });
    const at = clock.now();
    const chance = random('access');
    const rules = RULES.map(({ id }) => id);
    const identities = Array.from({ length: IDENTITIES }, (_, index) => ({
      id: ids.next(),
      created_at: at,
      updated_at: at,
      name: `identity ${index}`,
      type: 'hq' as const,
      rule_ids: JSON.stringify(rules.filter(() => chance.chance(0.4))),
      data_scope: JSON.stringify(
        index % 3 === 0 ? { kind: 'all', ids: [] } : { kind: 'regions', ids: [510_000 + (index % 30) * 100] },
      ),
      field_rules: '["phone"]',
      login_hours: index % LIMITED === 0 ? WEEK : null,
      ip_allow_list: index % LIMITED === 1 ? '["10.0.0.0/8"]' : '[]',
    }));
    await insertRows(db, 'identity', identities);
    const accounts = Array.from({ length: STAFF }, (_, index) => ({
      id: ids.next(),
      created_at: at,
      updated_at: at,
      account_type: 'staff' as const,
      account: `staff${index}`,
      tel: `+999${String(index).padStart(9, '0')}`,
      name: `Staff ${index}`,
      status: 'active' as const,
      password_log: '[]',
      team_ids: '[]',
    }));
    await insertRows(db, 'account', accounts);
    // Each account has one to three identities.
    const held = accounts.flatMap((account, index) =>
      Array.from({ length: 1 + (index % 3) }, (_, turn) => ({
        account_id: account.id,
        identity_id: identities[(index * 7 + turn * 13) % IDENTITIES]?.id ?? 0,
      })),
    );
    await insertRows(db, 'account_identity', held);
    const tokens: string[] = [];
    for (let index = 0; index < SAMPLES; index += 1) {
      const accountId = accounts[(index * 2) % STAFF]?.id ?? 0;
      const facts = { accountId, ip: '10.0.0.1', userAgent: USER_AGENT, remember: false, most: 5 };
      tokens.push((await startSession({ db, clock, ids }, facts)).token);
    }
    await database.pool.query('vacuum analyze');

    const busy = await waitForIdle(120);
    const facts = new Map<number, IdentityFacts>(
      (
        await readIdentities(
          db,
          identities.map(({ id }) => id),
        )
      ).map((identity) => [identity.id, identity]),
    );
    const sets = accounts
      .slice(0, SAMPLES)
      .map((account) =>
        held.flatMap((row) => (row.account_id === account.id ? (facts.get(row.identity_id) ?? []) : [])),
      );
    const person = { accountType: 'staff', teamIds: [], franchiseeId: null } as const;
    const rows: Row[] = [];
    const add = (figure: string, times: readonly number[]) =>
      rows.push({ figure, target: '', measured: microseconds(times) });

    add(
      'evaluating a set of 1–3 identities (once per set and version)',
      timedAtOnce(SAMPLES, (index) => accessOf(person, sets[index] ?? [])),
    );
    const accesses = sets.map((set) => accessOf(person, set));
    add(
      'deciding one request, rule and data scope',
      timedAtOnce(SAMPLES, (index) => {
        const access = accesses[index];
        return access?.rules.has(1107) ? access.scopeOf(1107) : null;
      }),
    );
    const sessions = createSessions(db, clock, async () => 'Asia/Shanghai');
    const read = (index: number) => sessions.read(tokens[index % SAMPLES], USER_AGENT, '10.0.0.1');
    add('reading a session with its rights, first time (with the database)', await timed(SAMPLES, read));
    add('— the same again, identities remembered', await timed(SAMPLES, read));
    // The baseline is one round trip to the database without authorization.
    add('— of which one round trip to the database', await timed(SAMPLES, () => database.pool.query('select 1')));
    printTable(
      'npm run bench access',
      [
        `${IDENTITIES} identities, ${STAFF} staff with 1–3 of them, every fourth identity limited in hours or addresses; ` +
          `${SAMPLES} calls each, one after another. Others kept ${Math.round(busy * 100)} % of the machine busy before.`,
      ],
      rows,
    );
  } finally {
    await database.close();
  }
}

void main();
