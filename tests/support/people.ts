import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Address, Data, Envelope, Input } from '../../contract';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { SMS_TYPE } from '../../contract/limits';
import { AUTOMATION_CODE, type Console } from './console';

/** Creates accounts and permissions by API calls, to prepare a journey. */

/** Calls the API as one signed-in user. */
export interface Caller {
  readonly token: string;
  /** Returns any response, including errors. Performs the second verification if the contract requires it. */
  call<A extends Address>(address: A, input: Input<A>): Promise<Envelope<Data<A>>>;
  /** Makes a call like `call`. @throws AssertionError unless the response has code 100 (done) or 110 (accepted) */
  done<A extends Address>(address: A, input: Input<A>): Promise<Data<A>>;
}

async function ask<A extends Address>(
  baseURL: string,
  address: A,
  input: Input<A>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Envelope<Data<A>>> {
  const isRead = (endpoints[address] as Endpoint).method === 'GET';
  const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const answer = await fetch(`${baseURL}/api/${address}${query}`, {
    method: isRead ? 'GET' : 'POST',
    headers: { ...headers, ...(isRead ? {} : { 'content-type': 'application/json', 'Idempotency-Key': randomUUID() }) },
    ...(isRead ? {} : { body: JSON.stringify(input) }),
  });
  return (await answer.json()) as Envelope<Data<A>>;
}

function callerWith(baseURL: string, token: string): Caller {
  let ticket: Promise<string> | null = null;
  const call: Caller['call'] = async (address, input) => {
    const endpoint: Endpoint = endpoints[address];
    const headers = { Authorization: token };
    if (endpoint.method === 'POST' && endpoint.risk === 'second') {
      const proof = { method: 'sms', code: AUTOMATION_CODE } as const;
      // All calls share one ticket, including concurrent calls, because a second verification would invalidate the first ticket.
      ticket ??= ask(baseURL, 'Verify/confirmSecond', proof, headers).then(({ data }) => data.ticket);
    }
    const proven = ticket === null ? headers : { ...headers, 'X-Verify-Ticket': await ticket };
    return ask(baseURL, address, input, proven);
  };
  return {
    token,
    call,
    async done(address, input) {
      const { code, msg, data } = await call(address, input);
      assert.ok(code === 100 || code === 110, `${address} → ${code} ${msg} ${JSON.stringify(data)}`);
      return data;
    },
  };
}

/** Signs in with an SMS code. */
export async function callerByPhone({ baseURL }: Pick<Console, 'baseURL'>, tel: string): Promise<Caller> {
  const { code, msg, data } = await ask(baseURL, 'Login/loginFormPhoneVerify', {
    tel,
    code: AUTOMATION_CODE,
    sms_type: SMS_TYPE.login,
  });
  assert.equal(code, 100, msg);
  return callerWith(baseURL, data.Authorization);
}

/** Signs in as the owner. The owner must already have replaced the one-time password. */
export async function ownerOf(server: Pick<Console, 'baseURL' | 'owner' | 'telOf'>): Promise<Caller> {
  return callerByPhone(server, await server.telOf(server.owner.account));
}

type IdentityInput = Input<'rights.Identity/save'>;

/**
 * Creates a head-office identity with these permission ids. `changes` overrides other values. With an `id` in `changes`, it changes that
 * identity instead.
 *
 * @returns the identity's id
 */
export async function makeIdentity(
  owner: Caller,
  name: string,
  ruleIds: readonly number[],
  changes: Partial<IdentityInput> = {},
): Promise<number> {
  const saved = await owner.done('rights.Identity/save', {
    name,
    type: 'hq',
    description: '',
    ruleIds: [...ruleIds],
    dataScope: { kind: 'all', ids: [] },
    fieldRules: [],
    loginHours: null,
    ipAllowList: [],
    need2v: false,
    ...changes,
  });
  return saved.id;
}

/** Creates a staff account with these identities. @returns the account's id, and the phone number for the sign-in */
export async function hire(
  owner: Caller,
  person: { readonly account: string; readonly name: string; readonly tel: string },
  identityIds: readonly number[],
): Promise<{ readonly id: number; readonly tel: string }> {
  const saved = await owner.done('rights.Staff/save', {
    ...person,
    email: null,
    departmentId: null,
    post: null,
    identityIds: [...identityIds],
    extraTeamIds: [],
    expireAt: null,
    remark: null,
    version: 0,
    sendInvite: false,
  });
  return { id: saved.id, tel: person.tel };
}
