import { countStatements } from '../../server/core/database/testing';
import { createOwnApp, deliverCallbacks } from '../../server/simulators/deliver';
import { createTestApp } from '../../server/testing';

/**
 * Performs one call, or delivers the due callbacks of the simulated platforms, on a test's database. The process kills itself with
 * SIGKILL before the SQL statement number `killAt`. `WORK` is the JSON of {@link Work}. If the process survives, it prints the number
 * of statements after the statement that matches `after`.
 */
export interface Work {
  readonly url: string;
  readonly now: string;
  /** A call of a POST endpoint. If it is `null`, the process delivers the due callbacks. */
  readonly call: {
    readonly address: string;
    readonly input: unknown;
    readonly token: string;
    readonly ticket: string;
  } | null;
  /** Text of an SQL statement. Counting begins after the first statement that contains this text. */
  readonly after: string;
  /** Number of the statement before which the process kills itself, counted from 1. 0 means no kill. */
  readonly killAt: number;
}

async function main(): Promise<void> {
  const work = JSON.parse(process.env.WORK ?? '{}') as Work;
  const t = await createTestApp({
    settings: { publicOrigin: 'https://console.operator.example' },
    beside: { url: work.url, now: work.now },
  });
  const counted = countStatements(work.after, (n) => {
    if (n === work.killAt) process.kill(process.pid, 'SIGKILL');
  });
  if (work.call) {
    const { address, input, token, ticket } = work.call;
    await t.raw(address, input, { token, ticket });
  } else {
    const own = createOwnApp();
    own.attach(t.app.http);
    const { send } = own;
    if (!send) throw new Error('the app does not listen');
    await deliverCallbacks({ db: t.db, clock: t.clock, simulators: t.ports.platforms.simulators, send });
  }
  console.log(`statements ${counted()}`);
  await t.close();
}

void main();
