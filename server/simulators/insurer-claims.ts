import { createHash } from 'node:crypto';
import { SECOND_MS } from '../../contract/units';
import type { ClaimRequest, ClaimResult } from '../core/platforms/insurer';
import type { InsurerEvent } from '../core/platforms/insurer-events';
import type { SimulatorAnswer, SimulatorParts, SimulatorRequest } from './simulator';

/**
 * This module simulates claims at the insurer. A claim is accepted when all its files have arrived. The claim is decided one minute later
 * and paid another minute later. Claims whose amount ends with ¥0.99 are refused, and approved on appeal.
 */

const CLAIM = 'claim';
/** Kind under which the store keeps the numbers of claims whose last stage was not yet reported to the console. */
const WAITING = 'waitingClaim';
const STEP_MS = 60 * SECOND_MS;
const REFUSED_FEN = 99;

interface SimulatedClaim {
  readonly agreementNo: string;
  readonly request: ClaimRequest;
  /** SHA-256 digests of the files that have arrived. */
  readonly files: readonly string[];
  /** Time at which the last file arrived. `null` means that files are missing. */
  readonly since: string | null;
  /** Number of stages that were reported to the console. */
  readonly told: number;
}

const json = (status: number, body: object): SimulatorAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const missingOf = ({ request, files }: SimulatedClaim): string[] => [
  ...new Set(request.materials.map(({ sha256 }) => sha256).filter((digest) => !files.includes(digest))),
];

/** Lists the stages that a claim has reached by a moment, oldest first. */
function stagesOf({ request, since }: SimulatedClaim, now: Date): ClaimResult[] {
  if (since === null) return [];
  const { round, claimedFen, no } = request;
  const common = { round, caseNo: `CX${no.slice(2)}`, message: '' };
  const isRefused = round === 0 && claimedFen % 100 === REFUSED_FEN;
  const all: ClaimResult[] = isRefused
    ? [
        { ...common, status: 'accepted', paidFen: null },
        { ...common, status: 'refused', paidFen: null, message: '不属于保险责任 (not covered)' },
      ]
    : [
        { ...common, status: 'accepted', paidFen: null },
        { ...common, status: 'approved', paidFen: claimedFen },
        { ...common, status: 'paid', paidFen: claimedFen },
      ];
  return all.slice(0, Math.floor((now.getTime() - Date.parse(since)) / STEP_MS) + 1);
}

function answerOf(claim: SimulatedClaim, now: Date): SimulatorAnswer {
  const last = stagesOf(claim, now).at(-1);
  return json(200, last ?? { status: 'processing', missing: missingOf(claim) });
}

const withSince = (claim: SimulatedClaim, now: Date): SimulatedClaim =>
  claim.since === null && missingOf(claim).length === 0 ? { ...claim, since: now.toISOString() } : claim;

/** Handles a call about a claim. The caller has verified the signature. */
export async function handleClaim(
  parts: SimulatorParts,
  agreementNo: string,
  { path, method, body }: SimulatorRequest,
): Promise<SimulatorAnswer> {
  const [, , , no = '', , , sha256 = ''] = path.split('/');
  const now = parts.clock.now();
  if (method !== 'POST') return json(404, {});
  return parts.store.alone(async (store) => {
    if (no === '') {
      const request = JSON.parse(body.toString()) as ClaimRequest;
      const known = await store.get<SimulatedClaim>(CLAIM, request.no);
      if (known && known.request.round >= request.round) return answerOf(known, now);
      const made = withSince({ agreementNo, request, files: known?.files ?? [], since: null, told: 0 }, now);
      await store.put(CLAIM, request.no, made);
      await store.put(WAITING, request.no, {});
      return answerOf(made, now);
    }
    const known = await store.get<SimulatedClaim>(CLAIM, no);
    if (!known) return json(404, { message: '没有该理赔 (no such claim)' });
    if (createHash('sha256').update(body).digest('hex') !== sha256) return json(400, { message: 'sha256' });
    const filled = withSince({ ...known, files: [...new Set([...known.files, sha256])] }, now);
    await store.put(CLAIM, no, filled);
    return answerOf(filled, now);
  });
}

/**
 * Reports the new stages of claims to the console.
 *
 * @param tell sends an event
 */
export async function tellClaims(
  { store, clock }: SimulatorParts,
  tell: (agreementNo: string, event: InsurerEvent) => Promise<void>,
): Promise<void> {
  if ((await store.list(WAITING)).length === 0) return;
  const now = clock.now();
  await store.alone(async (own) => {
    for (const { key: no } of await own.list(WAITING)) {
      const claim = await own.get<SimulatedClaim>(CLAIM, no);
      const stages = claim ? stagesOf(claim, now) : [];
      if (!claim || stages.length === claim.told) continue;
      for (const stage of stages.slice(claim.told)) {
        const eventId = `${no}-${stage.round}-${stage.status}`;
        await tell(claim.agreementNo, { about: 'claim', event: { ...stage, eventId, at: now, no } });
      }
      await own.put(CLAIM, no, { ...claim, told: stages.length });
      if (['refused', 'paid'].includes(stages.at(-1)?.status ?? '')) await own.remove(WAITING, no);
    }
  });
}
