import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import {
  CLAIM_KINDS,
  CLAIM_MATERIALS,
  type ClaimMaterial,
  claimCase,
  materialsFor,
} from '../../contract/insureClaim.states';
import { common } from '../../contract/locales/zh-CN/common';
import { insureClaim } from '../../contract/locales/zh-CN/insureClaim';
import { insurePolicy } from '../../contract/locales/zh-CN/insurePolicy';
import { MINUTE_MS } from '../../contract/units';
import { wallClock } from '../../server/core/money/days';
import { act, confirmDialog, dialogOf, enter } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests a rider's insurance claim (DOMAIN §3.8). Staff record the insurer's answers. */

const server = setUpConsole({ still: true });

const KIND = 'thirdProperty';
const ZONE = 'Asia/Shanghai';
const PDF = { name: 'material.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
const step = (key: Parameters<typeof claimCase.transition>[0]) => claimCase.transition(key).text['zh-CN'];
const state = (key: keyof typeof claimCase.states) => claimCase.states[key].text['zh-CN'];

/** Finds a field of the form. A field for a time has a calendar, so its role is combobox. */
const field = (page: Page, label: string, role: 'textbox' | 'combobox' = 'textbox') =>
  dialogOf(page).getByRole(role, { name: new RegExp(`^${label}`) });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label, 'combobox').click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const claimsOf = (policyId: number) =>
  server.query((db) =>
    db
      .selectFrom('insure_claim')
      .select(['no', 'state', 'claimed_fen', 'paid_fen', 'files'])
      .where('policy_id', '=', policyId)
      .execute(),
  );

test('a claim is reported under a policy, completed and corrected, decided by the insurer and paid', async () => {
  const policy = await server.query((db) =>
    db
      .selectFrom('insure_policy')
      .select(['id', 'no', 'product_id as productId', 'cover_from as coverFrom'])
      .where('state', '=', 'ended')
      .where((where) =>
        where.not(
          where.exists(where.selectFrom('insure_claim').select('id').whereRef('policy_id', '=', 'insure_policy.id')),
        ),
      )
      .orderBy('cover_from', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  // Set the product to manual, so that staff record the insurer's answers instead of the insurer's API.
  await server.query((db) =>
    db.updateTable('insure_product').set({ api_mode: 'manual' }).where('id', '=', policy.productId).execute(),
  );
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto(`/safetyModule/insureData?keyword=${policy.no}`);
    const dialog = dialogOf(page);
    /** Confirms and waits for the list's next response, because the server refuses an outdated version of the row. */
    const done = async () => {
      const refreshed = page.waitForResponse(/Insure\/get(Claims|Policies)\b/);
      await confirmDialog(page);
      await dialog.waitFor({ state: 'hidden' });
      await refreshed;
    };
    await act(page.locator('main tbody tr').filter({ hasText: policy.no }), insurePolicy.claim);
    await choose(page, insureClaim.kind, CLAIM_KINDS[KIND]['zh-CN']);
    const happenedAt = wallClock(new Date(policy.coverFrom.getTime() + MINUTE_MS), ZONE);
    await field(page, insureClaim.happenedAt, 'combobox').fill(happenedAt);
    await field(page, insureClaim.place).fill('人民路与解放街路口');
    await field(page, insureClaim.claimedFen).fill('320.50');
    await field(page, insureClaim.description).fill('避让行人时与停放的小汽车剐蹭，对方车门受损。');
    await done();

    const [claim] = await claimsOf(policy.id);
    await page.goto(`/safetyModule/insureData?part=claims&keyword=${claim?.no}`);
    const row = page.locator('main tbody tr').filter({ hasText: claim?.no });
    await row.getByText(state('reported'), { exact: true }).waitFor();
    const add = async (material: ClaimMaterial, name: string, replaces = false) => {
      await act(row, step('addMaterial'));
      await choose(page, insureClaim.material, CLAIM_MATERIALS[material]['zh-CN']);
      await dialog.locator('input[type="file"]').setInputFiles({ ...PDF, name });
      await dialog.getByRole('link', { name: new RegExp(name) }).waitFor();
      if (replaces) await dialog.getByRole('switch', { name: new RegExp(`^${insureClaim.replaces}`) }).click();
      await done();
    };
    const materials = materialsFor(KIND);
    const [first] = materials;
    if (!first) throw new Error('a claim of this kind needs material');
    await add(first, 'wrong.pdf');
    await add(first, PDF.name, true);
    for (const material of materials.slice(1)) await add(material, PDF.name);
    const [complete] = await claimsOf(policy.id);
    assert.deepEqual(
      materials.map((material) => complete?.files[material]?.length),
      materials.map(() => 1),
    );
    await row.getByRole('button', { name: new RegExp(`^(${step('submitClaim')}|${common.more}) `) }).waitFor();
    await act(row, step('submitClaim'));
    await done();
    await row.getByText(state('submitted'), { exact: true }).waitFor();
    await act(row, step('acceptClaim'));
    await field(page, insureClaim.insurerCaseNo).fill('BA20260301');
    await done();
    await act(row, step('approveClaim'));
    await field(page, insureClaim.paidFen).fill('300');
    await done();
    await act(row, step('payClaim'));
    assert.equal(await field(page, insureClaim.paidFen).inputValue(), '300.00');
    await done();
    await row.getByText(state('paid'), { exact: true }).waitFor();
  });
  const [stored, ...others] = await claimsOf(policy.id);
  assert.deepEqual([stored?.state, stored?.claimed_fen, stored?.paid_fen], ['paid', 32_050, 30_000]);
  assert.equal(others.length, 0);
});
