import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Envelope } from '../../contract';
import type { Endpoint } from '../../contract/endpoint';
import { ERRORS } from '../../contract/errors';
import { createTestApp, type TestApp } from '../../server/testing';
import { asSent, type Hints } from './inputs';
import { livingSessions } from './sessions';

/** A server without network access and with the small demo, which receives generated inputs. */
export interface FuzzApp {
  readonly t: TestApp;
  /** Generators for field values, such as existing ids. */
  readonly hints: Hints;
  /** URLs that the server tried to fetch. */
  readonly fetched: readonly string[];
  /**
   * Makes a call as the owner and checks the conditions that the response to every input must meet.
   *
   * @throws AssertionError for a server fault, a leak of internals, a mismatch with the contract, or a missing operation record
   */
  check(address: string, endpoint: Endpoint, input: unknown): Promise<Envelope<unknown>>;
  close(): Promise<void>;
}

/** Matches words of stack traces, SQL statements and file paths, which no refusal may contain. */
const LEAK =
  /node_modules|\.ts:\d|at async|select .+ from|insert into|sqlstate|violates|syntax error|relation "|\/server\//i;

export const isAccepted = ({ code }: Pick<Envelope<unknown>, 'code'>): boolean => code === 100 || code === 110;

export async function createFuzzApp(): Promise<FuzzApp> {
  const fetched: string[] = [];
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (input) => {
    fetched.push(String(input));
    throw new TypeError('there is no network here');
  };
  const t = await createTestApp({ demo: true });
  const teams = await t.db.selectFrom('team').select('id').execute();
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...teams.map((team) => team.id)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
  );
  const identities = await t.db.selectFrom('identity').select('id').execute();
  const identity = fc.constantFrom(...identities.map((row) => row.id));
  const accounts = await t.db.selectFrom('account').select('id').execute();
  const hints: Hints = {
    id,
    a: identity,
    b: identity,
    identityId: identity,
    accountId: fc.constantFrom(...accounts.map((row) => row.id)),
    teamId: id,
    ids: id,
    teamIds: id,
    version: fc.constantFrom(1, 1, 2, 0),
  };
  const session = livingSessions(t);
  await session();
  return {
    t,
    hints,
    fetched,
    async check(address, endpoint, input) {
      // An earlier call may have forced the owner to change the password or to bind a second factor. We undo both here.
      await t.db
        .updateTable('account')
        .set({ must_change_password: false, must_bind_factor: false })
        .where((eb) => eb.or([eb('must_change_password', '=', true), eb('must_bind_factor', '=', true)]))
        .execute();
      const answer = await t.raw(address, asSent(endpoint, input), {
        ...(await session()),
        ip: '127.0.0.1',
        signed: endpoint.access === 'signed',
      });
      const told = `${address} ${JSON.stringify(input)?.slice(0, 500)} → ${JSON.stringify(answer).slice(0, 500)}`;
      assert.ok(answer.code in ERRORS, told);
      assert.ok(
        answer.code < 50_000 || answer.code === 50_201 || answer.code === 50_202,
        `${told}\n${t.faults.at(-1)}`,
      );
      assert.match(answer.requestId, /^[0-9a-f]{32}$/);
      if (isAccepted(answer)) assert.deepEqual(endpoint.data.parse(answer.data), answer.data, told);
      else assert.doesNotMatch(JSON.stringify(answer), LEAK, told);
      if (endpoint.method === 'POST' && endpoint.audit && ![401, 42901].includes(answer.code)) {
        const records = await t.db
          .selectFrom('operation_record')
          .select('result_code as code')
          .where('request_id', '=', answer.requestId)
          .execute();
        assert.deepEqual(records, [{ code: answer.code }], told);
      }
      return answer;
    },
    async close() {
      globalThis.fetch = originalFetch;
      await t.close();
    },
  };
}
