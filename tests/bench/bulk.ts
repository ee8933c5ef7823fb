import { sql } from 'kysely';
import { LIST_LIMITS } from '../../contract/limits';
import { type Console, startConsole } from '../support/console';
import { Client, type Timed } from './client';
import { printTable, quantile, type Row, sleep, waitForIdle } from './report';
import { startSessions } from './sessions';
import { residentMB } from './usage';

/**
 * Measures reads with 5,000 operating stations: words in the command palette, queries of saved views, the list of saved views, and the
 * count of all records that match a filter.
 *
 * Then measures three bulk actions and their undo, each on 5,000 records (the limit): pausing stations, disabling staff accounts, locking
 * station accounts. Meanwhile it measures the delay of other users: reading a list, changing one of the stations, changing another record.
 */
const TEAMS = LIST_LIMITS.bulkByFilter;
const IDLE_MS = 4_000;
const PAUSE_MS = 20;
/** Number of times that each bulk action is measured. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SAMPLES = 100;
const WARM_UP = 10;
/** Typical words in the command palette: parts of names, codes and phone numbers, and a word without matches. */
const WORDS = ['站', '天府', 'CD', '1380', 'zzzz'];
/** Queries of saved views: filters, sorting, a word. */
const VIEWS = [
  'status=operating&status=paused&sortField=ordersToday&sortOrder=desc',
  'keyword=站&sortField=name&sortOrder=asc',
  'status=operating&sortField=createdAt&sortOrder=desc&page=100',
];

/** Copies the demo's operating stations until their number equals the limit of a bulk action. */
async function fill({ query }: Console): Promise<void> {
  await query(async (db) => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from team where status = 'operating' and deleted_at is null`.execute(db);
    const missing = TEAMS - (rows[0]?.open ?? 0);
    await sql`
      insert into team
      select (jsonb_populate_record(one, jsonb_build_object(
        'id', 10000000 + n, 'code', left((one).code, 6) || n, 'name', left((one).name, 20) || n))).*
      from (select team as one, row_number() over (order by id) as place, count(*) over () as stations
            from team where status = 'operating' and deleted_at is null) as seen (one, place, stations),
        generate_series(1, ${missing}::int) as n
      where n % stations + 1 = place`.execute(db);
    await sql`analyze team`.execute(db);
  });
}

/** Copies one staff account and one station account of the demo, each as often as the limit of a bulk action allows. */
async function fillPeople({ query }: Console): Promise<void> {
  await query(async (db) => {
    for (const [at, type] of (['staff', 'station'] as const).entries()) {
      const first = (at + 2) * 10_000_000;
      await sql`
        insert into account
        select (jsonb_populate_record(one, jsonb_build_object('id', ${first}::bigint + n, 'account', ${`bench_${type}_`} || n,
          'name', 'Bench ' || n, 'tel', '+999' || (${first}::bigint + n), 'email', null, 'staff_no', null, 'status', 'active',
          'disabled_at', null, 'last_login_at', now()))).*
        from (select whole from account as whole where account_type = ${type} and deleted_at is null order by id limit 1) as seen (one),
          generate_series(1, ${TEAMS}::int) as n`.execute(db);
      await sql`
        insert into account_identity (account_id, identity_id)
        select ${first}::bigint + n, identity_id
        from (select identity_id from account_identity join account on account.id = account_id
              where account_type = ${type} and deleted_at is null order by account_id, identity_id limit 1) as held,
          generate_series(1, ${TEAMS}::int) as n`.execute(db);
      // Give every account a session, because the bulk action ends it.
      await sql`
        insert into account_session
        select (jsonb_populate_record(one, jsonb_build_object('id', ${first}::bigint + n, 'account_id', ${first}::bigint + n,
          'token_hash', encode(sha256((${type} || n)::bytea), 'hex')))).*
        from (select whole from account_session as whole where ended_at is null order by id limit 1) as seen (one),
          generate_series(1, ${TEAMS}::int) as n`.execute(db);
    }
    await sql`analyze account, account_identity, account_session`.execute(db);
  });
}

/** Repeats a call and formats its durations. Reports how many calls returned an unexpected code. */
async function sampled(expected: number, call: () => Promise<Timed>): Promise<string> {
  const times: number[] = [];
  let others = 0;
  for (let turn = 0; turn < WARM_UP + SAMPLES; turn += 1) {
    const answer = await call();
    if (answer.code !== expected) others += 1;
    if (turn >= WARM_UP) times.push(answer.milliseconds);
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  return `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms${others > 0 ? `, ${others} ended otherwise` : ''}`;
}

/** Another user. The user makes one call after the other. */
interface Other {
  readonly name: string;
  readonly call: (turn: number) => Promise<Timed>;
}

/** Measures the delays of other callers and the server's memory while `work` runs. */
async function beside<T>(server: Console, others: readonly Other[], work: () => Promise<T>) {
  let goesOn = true;
  const times = new Map<string, number[]>();
  let refused = 0;
  let most = residentMB(server.pid());
  const before = most;
  const watch = (async () => {
    while (goesOn) {
      most = Math.max(most, residentMB(server.pid()));
      await sleep(50);
    }
  })();
  const turns = others.map(async ({ name, call }) => {
    const own: number[] = [];
    times.set(name, own);
    for (let turn = 0; goesOn; turn += 1) {
      const answer = await call(turn);
      own.push(answer.milliseconds);
      if (answer.code !== 100) refused += 1;
      await sleep(PAUSE_MS);
    }
  });
  const begun = performance.now();
  const result = await work();
  const seconds = (performance.now() - begun) / 1_000;
  goesOn = false;
  await Promise.all([...turns, watch]);
  return { result, seconds, times, refused, grown: most - before };
}

async function main(): Promise<void> {
  const server = await startConsole({ seed: 'small', still: true, env: { STAFF_SEATS: String(2 * TEAMS) } });
  try {
    await fill(server);
    const [actor, reader, neighbour, elsewhere] = (await server.query((db) => startSessions(db, 4, 'operations'))).map(
      (token) => new Client(server.baseURL, token),
    );
    const [office] = (await server.query((db) => startSessions(db, 1, 'owner'))).map(
      (token) => new Client(server.baseURL, token),
    );
    if (!actor || !reader || !neighbour || !elsewhere || !office) throw new Error('no sessions');
    await fillPeople(server);
    const list = (await reader.get('team.Team/getList', 'limit=20&status=operating')).data as {
      total: number;
      list: { id: number }[];
    };
    if (list.total !== TEAMS) throw new Error(`${list.total} stations are open`);
    const others: readonly Other[] = [
      { name: 'who reads the list', call: () => reader.get('team.Team/getList', 'limit=20') },
      {
        name: 'who changes one of the stations',
        call: (turn) =>
          neighbour.post('team.Operation/bulkSwitch', {
            ids: [list.list[turn % list.list.length]?.id ?? 0],
            key: 'selfPickup',
            on: turn % 2 === 0,
          }),
      },
      {
        name: 'who changes something else',
        call: (turn) => elsewhere.post('common.Preference/save', { key: 'bench.columns', value: [turn] }),
      },
    ];
    const busy = await waitForIdle(60);
    const rows: Row[] = [];
    const target = 'p95 ≤ 100 ms';
    for (const word of WORDS) {
      const measured = await sampled(100, () => reader.get('common.Search/find', `text=${encodeURIComponent(word)}`));
      rows.push({ figure: `palette, "${word}"`, target, measured });
    }
    for (const query of VIEWS) {
      const measured = await sampled(100, () => reader.get('team.Team/getList', `limit=20&${encodeURI(query)}`));
      rows.push({ figure: `view, ${query.replaceAll(/sortField=|&sortOrder/g, '')}`, target, measured });
    }
    rows.push({
      figure: 'the views of a person',
      target,
      measured: await sampled(100, () => reader.get('common.View/getAll', '')),
    });
    // The server counts all matching records and then refuses the call, because their number differs from `count`.
    const agreed = { filter: { status: ['operating'] }, count: 1, action: 'resume' };
    rows.push({
      figure: 'bulk call by filter, records counted and refused',
      target,
      measured: await sampled(40_905, () => reader.post('team.Team/bulk', agreed)),
    });
    const seen = ({ times }: { readonly times: Map<string, number[]> }, name: string) => {
      const own = times.get(name) ?? [];
      return `p50 ${quantile(own, 0.5).toFixed(0)} ms, p95 ${quantile(own, 0.95).toFixed(0)} ms, worst ${Math.max(...own).toFixed(0)} ms of ${own.length}`;
    };
    const idle = await beside(server, others, () => sleep(IDLE_MS));
    for (const { name } of others) rows.push({ figure: `${name}, alone`, target: '', measured: seen(idle, name) });
    const step = async (figure: string, call: () => Promise<Timed>) => {
      process.stderr.write(`${figure}\n`);
      const done = await beside(server, others, call);
      const { code, data } = done.result;
      const { success, failed } = (data ?? {}) as { success?: number; failed?: { code: number }[] };
      const codes = [...new Set(failed?.map((one) => one.code))].join(' ');
      rows.push({
        figure,
        target: '< 30 s',
        measured: `${done.seconds.toFixed(1)} s, ${success ?? 0} done${failed?.length ? `, ${failed.length} refused (${codes})` : ''}${code === 100 ? '' : `, code ${code}`}`,
      });
      for (const { name } of others) {
        rows.push({ figure: `— ${name}`, target: '', measured: seen(done, name) });
      }
      rows.push({ figure: '— memory of the server', target: '+ < 64 MB', measured: `+ ${done.grown.toFixed(0)} MB` });
      if (done.refused > 0) rows.push({ figure: '— others refused', target: '0', measured: `${done.refused}` });
    };
    const all = (name: string) => ({ filter: { keyword: name }, count: TEAMS });
    const works = [
      {
        name: 'pausing {n} stations',
        by: actor,
        address: 'team.Team/bulk',
        input: { filter: { status: ['operating'] }, count: TEAMS, action: 'pause', reason: 'bench' },
      },
      {
        name: 'disabling {n} people',
        by: office,
        address: 'rights.Staff/bulk',
        input: { ...all('bench_staff'), action: 'disable', reason: 'bench' },
      },
      {
        name: 'locking {n} accounts',
        by: office,
        address: 'dashboard.AccountManage/bulk',
        input: { ...all('bench_station'), action: 'lock', reason: 'bench' },
      },
    ] as const;
    for (const { name, by, address, input } of works) {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const figure = `${name.replace('{n}', TEAMS.toLocaleString('en'))}, ${round}`;
        await step(figure, () => by.post(address, input));
        const { list: mine } = (await by.get('common.Undo/getList', '')).data as { list: { undoId: number | null }[] };
        await step('— undoing it', () => by.post('common.Undo/undo', { id: mine[0]?.undoId ?? 0 }));
      }
    }
    printTable(
      'npm run bench bulk',
      [`Over HTTP on loopback, rate limits off. Others kept ${Math.round(busy * 100)} % of the machine busy before.`],
      rows,
    );
    for (const client of [actor, reader, neighbour, elsewhere, office]) client.close();
  } finally {
    await server.stop();
  }
}

void main();
