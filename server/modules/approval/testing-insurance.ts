import type { Selectable } from 'kysely';
import { type ClaimState, materialsFor } from '../../../contract/insureClaim.states';
import type { PolicyState } from '../../../contract/insurePolicy.states';
import { DAY_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import { addDays } from '../../core/money/days';
import { storeFile } from '../../testing-files';
import { insurePremium, post } from '../ledger';
import { type Fixture, madeBy, nextSerial, type Person, type Stage } from './testing-fixture';
import { insertRider } from './testing-riders';

/** Fixtures for claims and policies of riders. The product's insurer has no interface. */

const PREMIUM_FEN = 300;
const TODAY = '2026-03-01';

const manualProduct = ({ t }: Stage): Promise<Selectable<Database['insure_product']>> =>
  t.db.selectFrom('insure_product').selectAll().where('api_mode', '=', 'manual').executeTakeFirstOrThrow();

/** Posts a premium that the platform pays. @returns the transaction number */
async function postPremium({ t, teamId }: Stage, no: string, of: { riderId: number; insurerId: number }) {
  const on = { bizNo: no, teamId, at: t.clock.now(), day: TODAY, operatorId: 0 };
  const premium = { ...of, payer: 'platform', amountFen: PREMIUM_FEN, borneFen: PREMIUM_FEN } as const;
  return (await post({ db: t.db, ids: t.ids, clock: t.clock }, insurePremium(on, premium))).txNo;
}

const ACCEPTED: readonly PolicyState[] = ['insured', 'inForce', 'ended', 'surrendered'];

async function insertPolicy(stage: Stage, state: PolicyState) {
  const { t, teamId } = stage;
  const product = await manualProduct(stage);
  const row = madeBy(stage, 'IP');
  const riderId = await insertRider(stage, 'active');
  const of = { riderId, insurerId: product.insurer_id };
  const isPosted = state === 'insured';
  const [from, to] = [1, 2].map((days) => new Date(t.clock.now().getTime() + days * DAY_MS)) as [Date, Date];
  await t.db
    .insertInto('insure_policy')
    .values({
      ...{ ...row, product_id: product.id, insurer_id: product.insurer_id, rider_id: riderId, team_id: teamId, state },
      ...{ cover_date: addDays(TODAY, 1), cover_from: from, cover_to: to, premium_unit: 'day', payer: 'platform' },
      ...{ price_fen: PREMIUM_FEN, sums: JSON.stringify(product.sums) },
      ...(ACCEPTED.includes(state) && { insurer_no: `IN${row.id}` }),
      ...(isPosted && {
        ...{ premium_fen: PREMIUM_FEN, borne_fen: PREMIUM_FEN, tx_no: await postPremium(stage, row.no, of) },
      }),
    })
    .execute();
  return { id: row.id, riderId };
}

const insurePolicy: Fixture = {
  table: 'insure_policy',
  stateColumn: 'state',
  rules: [51, 5102],
  make: async (stage, state) => (await insertPolicy(stage, state as PolicyState)).id,
};

const KIND = 'selfInjury';
const FILES = Object.fromEntries(materialsFor(KIND).map((material) => [material, [1]]));
const APPROVED: readonly ClaimState[] = ['approved', 'paid'];

/** A claim that has all materials and has not been disputed. */
const insureClaim: Fixture = {
  table: 'insure_claim',
  stateColumn: 'state',
  rules: [51, 5106],
  async make(stage, name) {
    const state = name as ClaimState;
    const row = madeBy(stage, 'IC');
    const policy = await insertPolicy(stage, 'inForce');
    await stage.t.db
      .insertInto('insure_claim')
      .values({
        ...{ ...row, policy_id: policy.id, rider_id: policy.riderId, team_id: stage.teamId, kind: KIND, state },
        ...{ happened_at: row.created_at, place: 'Gate', description: 'Fell at the gate', claimed_fen: 1_000 },
        ...{ files: JSON.stringify(FILES), ...(APPROVED.includes(state) && { paid_fen: 500 }) },
      })
      .execute();
    return row.id;
  },
  inputs: {
    addMaterial: async ({ t }: Stage, by: Person) => ({
      material: 'photos',
      files: [await storeFile(t, by.id, 'claim')],
    }),
    acceptClaim: () => ({ insurerCaseNo: `CASE-${nextSerial()}` }),
    approveClaim: { paidFen: 500 },
    payClaim: { paidFen: 500 },
  },
  ends: { addMaterial: (before) => before },
};

export const INSURANCE_FIXTURES: Readonly<Record<string, Fixture>> = { insurePolicy, insureClaim };
