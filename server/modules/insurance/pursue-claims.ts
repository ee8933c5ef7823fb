import { CLAIM_MATERIAL_KEYS } from '../../../contract/insureClaim.states';
import type { ClaimFile, ClaimOutcome, ClaimRequest, Insurer } from '../../core/platforms/insurer';
import { fileKey, filesOf } from '../file';
import { type QueryOutcome, settleClaim, waitsForInsurer } from './claim-results';
import { type InsurerTools, openInsurer } from './insurer';
import { type ClaimRow, dueClaims, findPolicy, findProduct } from './store';

/**
 * Submits claims to insurers with an interface, and queries the results. The calls run outside of transactions, as in
 * {@link pursuePolicies}.
 */

/** Maximum number of claims that one run of the job handles. */
const RUN = 50;

type Material = ClaimRequest['materials'][number] & { readonly key: string; readonly contentType: string };

async function materialsOf({ db }: InsurerTools, { files }: ClaimRow): Promise<Material[]> {
  const named = CLAIM_MATERIAL_KEYS.flatMap((material) => (files[material] ?? []).map((id) => ({ material, id })));
  const known = await filesOf(
    db,
    named.map(({ id }) => id),
  );
  return named.flatMap(({ material, id }) => {
    const file = known.get(id);
    if (!file) return [];
    const { sha256, contentType, scene } = file;
    return [{ material, sha256, contentType, key: fileKey(scene, id, contentType) }];
  });
}

/** Sends missing files. @returns the insurer's first refusal; `null` when the insurer took all files */
async function sendMissing(
  { ports }: InsurerTools,
  insurer: Insurer,
  no: string,
  missing: readonly Material[],
): Promise<ClaimOutcome | null> {
  for (const { material, sha256, contentType, key } of missing) {
    const bytes = new Uint8Array(await ports.files.get(key));
    const rejection = await insurer.sendFile(no, { material, sha256, contentType, bytes } satisfies ClaimFile);
    if (rejection) return rejection;
  }
  return null;
}

/** Submits a claim or queries its state, and sends missing files. */
async function ask(tools: InsurerTools, row: ClaimRow): Promise<QueryOutcome> {
  const policy = await findPolicy(tools.db, row.policy_id);
  const product = policy && (await findProduct(tools.db, policy.product_id));
  const insurer = product && openInsurer(tools, product);
  if (!insurer) return { kind: 'noInterface' };
  const materials = await materialsOf(tools, row);
  const request: ClaimRequest = {
    ...{ no: row.no, round: row.disputes, policyNo: policy.no, insurerNo: policy.insurer_no ?? '', kind: row.kind },
    ...{ happenedAt: row.happened_at.toISOString(), place: row.place, claimedFen: row.claimed_fen },
    description: row.description,
    materials: materials.map(({ material, sha256 }) => ({ material, sha256 })),
  };
  const outcome = await insurer.claim(request);
  const lacks = outcome.kind === 'waits' ? outcome.missing : [];
  const missing = materials.filter(({ sha256 }) => lacks.includes(sha256));
  return (await sendMissing(tools, insurer, row.no, missing)) ?? outcome;
}

/**
 * Submits due claims to insurers, or queries the results. An interrupted run can be repeated.
 *
 * @throws the first error of a claim, after all other claims were processed
 */
export async function pursueClaims(tools: InsurerTools): Promise<void> {
  const faults: unknown[] = [];
  for (const row of await dueClaims(tools.db, tools.clock.now(), RUN)) {
    try {
      const outcome: QueryOutcome = waitsForInsurer(row) ? await ask(tools, row) : { kind: 'unknown' };
      await settleClaim(tools, row.id, outcome);
    } catch (error) {
      // Continue with the other claims if the calls for one claim fail.
      faults.push(error);
      await settleClaim(tools, row.id, { kind: 'unknown' });
    }
  }
  if (faults.length > 0) throw faults[0];
}
