import { SECOND_MS } from '../../contract/units';
import { isSameText } from '../core/platforms/checks';
import { insurerSignature, type PolicyRequest } from '../core/platforms/insurer';
import { INSURER_CALLBACK, type InsurerEvent } from '../core/platforms/insurer-events';
import { handleClaim, tellClaims } from './insurer-claims';
import type { Callback, Simulator, SimulatorAnswer, SimulatorParts, SimulatorRequest } from './simulator';

/**
 * This module simulates the insurer. Plans whose code ends with `-SLOW` are decided one minute later and reported by a callback. Plans
 * whose code ends with `-REFUSE` are refused at the first request and accepted at the next. Repeated requests with the same number create
 * only one policy.
 */

/** Kind under which the secrets of agreements are stored. An agreement without a stored secret is unknown. */
export const INSURER_AGREEMENT = 'agreement';
const POLICY = 'policy';
/** Kind under which the store keeps the numbers of policies that are not decided yet. */
const WAITING = 'waitingPolicy';
const SLOW_MS = 60 * SECOND_MS;
const SIGNED_SECONDS = 300;

export interface SimulatedAgreement {
  readonly secret: string;
}
export interface SimulatedPolicy {
  readonly no: string;
  readonly agreementNo: string;
  readonly status: 'processing' | 'insured' | 'refused' | 'surrendered';
  readonly policyNo: string;
  readonly premiumFen: number;
  readonly coverFrom: string;
  readonly since: string;
  readonly tries: number;
}

const json = (status: number, body: object): SimulatorAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * Returns the part of the signed text that represents the body: the body itself, or for an uploaded file the SHA-256 digest in the path.
 */
const signedBody = ({ path, body }: SimulatorRequest): string | Buffer =>
  /\/files\/\w+\/([0-9a-f]{64})$/.exec(path)?.[1] ?? body;

/**
 * Verifies the signature of a call. The call's time may differ from the clock by at most 300 seconds.
 *
 * @returns the agreement number; `null` if the agreement is unknown, the time differs more or the signature is wrong
 */
async function agreementOf({ store, clock }: SimulatorParts, request: SimulatorRequest): Promise<string | null> {
  const agreementNo = request.headers.get('x-agreement') ?? '';
  const known = await store.get<SimulatedAgreement>(INSURER_AGREEMENT, agreementNo);
  const seconds = request.headers.get('x-timestamp') ?? '';
  const isNow = Math.abs(clock.now().getTime() / 1_000 - Number(seconds)) <= SIGNED_SECONDS;
  if (!known || !isNow) return null;
  const signed = { method: request.method, path: request.path, seconds, body: signedBody(request) };
  const isRight = isSameText(insurerSignature(known.secret, signed), request.headers.get('x-signature') ?? '');
  return isRight ? agreementNo : null;
}

const toldOf = ({ status, policyNo }: SimulatedPolicy): SimulatorAnswer =>
  json(200, {
    status,
    ...(status !== 'refused' && { policyNo }),
    ...(status === 'refused' && { message: '风控未通过 (risk control)' }),
  });

/** Returns the policy in its present state. A policy of a plan with `-SLOW` is insured one minute after the request. */
function asOf(policy: SimulatedPolicy, now: Date): SimulatedPolicy {
  const isDue = now.getTime() - Date.parse(policy.since) >= SLOW_MS;
  return policy.status === 'processing' && isDue ? { ...policy, status: 'insured' } : policy;
}

async function insure(parts: SimulatorParts, agreementNo: string, body: string): Promise<SimulatorAnswer> {
  const request = JSON.parse(body) as PolicyRequest;
  const now = parts.clock.now();
  return parts.store.alone(async (store) => {
    const known = await store.get<SimulatedPolicy>(POLICY, request.no);
    if (known && known.status !== 'refused') return toldOf(asOf(known, now));
    const tries = (known?.tries ?? 0) + 1;
    const isRefused = request.planCode.endsWith('-REFUSE') && tries === 1;
    const isSlow = request.planCode.endsWith('-SLOW');
    const made: SimulatedPolicy = {
      ...{ no: request.no, agreementNo, tries, premiumFen: request.premiumFen, coverFrom: request.coverFrom },
      policyNo: `PX${request.no.slice(2)}`,
      since: now.toISOString(),
      status: isRefused ? 'refused' : isSlow ? 'processing' : 'insured',
    };
    await store.put(POLICY, request.no, made);
    if (isSlow) await store.put(WAITING, request.no, {});
    return toldOf(made);
  });
}

async function surrender(parts: SimulatorParts, no: string): Promise<SimulatorAnswer> {
  const now = parts.clock.now();
  return parts.store.alone(async (store) => {
    const known = await store.get<SimulatedPolicy>(POLICY, no);
    if (!known) return json(404, { status: 'absent' });
    if (known.status === 'surrendered') return toldOf(known);
    if (Date.parse(known.coverFrom) <= now.getTime())
      return json(200, { status: 'refused', message: '保障已开始 (cover has begun)' });
    const ended: SimulatedPolicy = { ...known, status: 'surrendered' };
    await store.put(POLICY, no, ended);
    return toldOf(ended);
  });
}

/** Schedules an event for the console. It is signed at delivery. */
async function tellConsole(
  { clock, callBack }: SimulatorParts,
  agreementNo: string,
  { about, event }: InsurerEvent,
): Promise<void> {
  await callBack({
    url: INSURER_CALLBACK,
    headers: { 'content-type': 'application/json', 'x-agreement': agreementNo },
    body: JSON.stringify({ about, ...event }),
    dueAt: clock.now(),
  });
}

/** Decides the policies whose time has come and reports them to the console. */
async function tellPolicies(parts: SimulatorParts): Promise<void> {
  if ((await parts.store.list(WAITING)).length === 0) return;
  const now = parts.clock.now();
  await parts.store.alone(async (store) => {
    for (const { key: no } of await store.list(WAITING)) {
      const known = await store.get<SimulatedPolicy>(POLICY, no);
      const policy = known && asOf(known, now);
      if (policy?.status === 'processing') continue;
      await store.remove(WAITING, no);
      if (policy?.status !== 'insured') continue;
      await store.put(POLICY, no, policy);
      const { agreementNo, policyNo } = policy;
      const event = { eventId: `${no}-insured`, at: now, no, status: 'insured', policyNo, message: '' } as const;
      await tellConsole(parts, agreementNo, { about: 'policy', event });
    }
  });
}

/** Signs a callback with the present time. */
async function signCallback({ store, clock }: SimulatorParts, callback: Callback): Promise<Callback> {
  const agreement = await store.get<SimulatedAgreement>(INSURER_AGREEMENT, callback.headers['x-agreement'] ?? '');
  const seconds = String(Math.floor(clock.now().getTime() / SECOND_MS));
  const signed = { method: 'POST', path: INSURER_CALLBACK, seconds, body: callback.body };
  const signature = insurerSignature(agreement?.secret ?? '', signed);
  return { ...callback, headers: { ...callback.headers, 'x-timestamp': seconds, 'x-signature': signature } };
}

export function createInsurerSimulator(parts: SimulatorParts): Simulator {
  return {
    name: 'insurer',
    async handle(request) {
      const agreementNo = await agreementOf(parts, request);
      if (agreementNo === null) return json(401, { message: '签名错误 (signature)' });
      const [, , kind, no = '', action] = request.path.split('/');
      if (kind === 'claims') return handleClaim(parts, agreementNo, request);
      if (kind !== 'policies') return json(404, {});
      if (request.method === 'POST' && no === '') return insure(parts, agreementNo, request.body.toString());
      if (request.method === 'POST' && action === 'surrender') return surrender(parts, no);
      const known = await parts.store.get<SimulatedPolicy>(POLICY, no);
      return known ? toldOf(asOf(known, parts.clock.now())) : json(404, { status: 'absent' });
    },
    isReceived: ({ status }) => status === 200,
    renew: (callback) => signCallback(parts, callback),
    async passTime() {
      await tellPolicies(parts);
      await tellClaims(parts, (agreementNo, event) => tellConsole(parts, agreementNo, event));
    },
  };
}
