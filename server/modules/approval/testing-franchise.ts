import type { FranchiseState } from '../../../contract/franchiseApply.states';
import { storeFile } from '../../testing-files';
import { type Fixture, madeBy, merchantNumberId, nextSerial, type Person, type Stage } from './testing-fixture';

/** Fixtures for franchise applications that the maker has submitted. The maker also follows up all that are no longer `submitted`. */

const TERMS = {
  ...{ level: 'B', territory: ['510104'], exclusive: false, shareRateBp: 1_500, feeFen: 1_200, depositFen: 500 },
  ...{ startsOn: '2026-03-01', endsOn: '2027-03-01', creditCode: '91350100M000100Y43' },
} as const;
const newContract = () => {
  const serial = nextSerial();
  return { contractNo: `JM-CASE-${serial}`, company: `Company ${serial}` };
};

/** Stores the signed contract of an application. */
async function sign({ t, people }: Stage, applyId: number): Promise<void> {
  const { contractNo, company } = newContract();
  const id = t.ids.next();
  await t.db
    .insertInto('franchise_contract')
    .values({
      ...{ id, created_at: t.clock.now(), no: `CT${id}`, apply_id: applyId, contract_no: contractNo, company },
      ...{ credit_code: TERMS.creditCode, level: 'B', territory: JSON.stringify(TERMS.territory) },
      ...{ is_exclusive: false, share_rate_bp: TERMS.shareRateBp, fee_fen: TERMS.feeFen },
      ...{ deposit_fen: TERMS.depositFen, starts_on: TERMS.startsOn, ends_on: TERMS.endsOn, file_id: null },
      signed_by: people.holder.id,
    })
    .execute();
}

/** Stores the visit without which an application cannot be approved. */
async function visit({ t, people }: Stage, applyId: number): Promise<void> {
  await t.db
    .insertInto('franchise_follow')
    .values({
      ...{ id: t.ids.next(), apply_id: applyId, way: 'visit', content: 'The shop is ready', files: '[1]' },
      ...{ next_at: null, by_id: people.maker.id, by_name: 'Maker', at: t.clock.now() },
    })
    .execute();
}

const franchiseApply: Fixture = {
  table: 'franchise_apply',
  stateColumn: 'state',
  rules: [41, 4102, 4106, 4107, 4108],
  async make(stage, name) {
    const state = name as FranchiseState;
    const { people } = stage;
    const row = madeBy(stage, 'FR');
    await stage.t.db
      .insertInto('franchise_apply')
      .values({
        ...{ ...row, form_version: 1, answers: '{}', name: 'Lead', source: 'staff', state },
        ...{ tel: `1993000${String(nextSerial()).padStart(4, '0')}`, region: '四川省' },
        ...(state !== 'submitted' && { follower_id: people.maker.id }),
        ...(state === 'approved' && { checker_id: people.holder.id, checker_name: 'Holder' }),
      })
      .execute();
    if (state === 'visiting') await visit(stage, row.id);
    if (state === 'signed') await sign(stage, row.id);
    return row.id;
  },
  inputs: {
    assign: ({ people }: Stage) => ({ followerId: people.holder.id }),
    follow: { way: 'call', content: 'Called again', files: [], nextAt: null },
    sign: async ({ t }: Stage, by: Person) => ({
      ...TERMS,
      ...newContract(),
      files: [await storeFile(t, by.id, 'franchise')],
    }),
    open: async ({ t }: Stage) => {
      return { merchantNumberId: await merchantNumberId(t), tradeNo: `BANK-${nextSerial()}`, account: null };
    },
  },
  ends: {
    assign: (before) => (before === 'submitted' ? 'following' : before),
    follow: (before) => before,
  },
  // Another person has already submitted or approved the application, so these steps need no additional person.
  complete: ['approve', 'sign'],
};

export const FRANCHISE_FIXTURES: Readonly<Record<string, Fixture>> = { franchiseApply };
