import type { Kysely } from 'kysely';
import { CONTRACT_END_AUDIT } from '../../../contract/record.texts';
import { text } from '../../../contract/text';
import { HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { recordBySystem } from '../../core/audit';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import { type Job, tryEach } from '../../core/jobs';
import { notify } from '../notice';
import { presentOf } from '../site';
import { recogniseFees } from './contracts';
import { moveStates } from './list-store';
import { withBegunContract } from './store';
import { beginContract } from './terms';

const WORDS = {
  expiringTitle: text(
    '加盟合同即将到期：{name}',
    'Contract expiring: {name}',
    'Contrato a vencer: {name}',
    '加盟合約即將到期：{name}',
  ),
  expiredTitle: text(
    '加盟合同已到期：{name}',
    'Contract expired: {name}',
    'Contrato vencido: {name}',
    '加盟合約已到期：{name}',
  ),
  content: text(
    '{no} 的合同期限至 {day}，请续签或终止。',
    'The contract of {no} ends on {day}. Renew or terminate it.',
    'O contrato de {no} vai até {day}. Renove ou rescinda.',
    '{no} 的合約期限至 {day}，請續簽或終止。',
  ),
} as const;

/**
 * Puts contracts into force on their first day, then changes franchisees to "expiring" or "expired". Each of these changes is recorded in
 * the audit and sends a notice. In this order, a franchisee whose next contract begins today does not expire. A repeated run on the same
 * day changes nothing.
 */
async function watchContracts(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const { at, day } = await presentOf({ db, clock });
  const begin = async () =>
    tryEach(await withBegunContract(db, day), (id) =>
      inTransaction({ db, clock, ids }, (tools) => beginContract(tools, id, { at, day })),
    );
  const move = () =>
    inTransaction({ db, clock, ids }, async (tools) => {
      for (const { id, no, name, was, status, contractTo } of await moveStates(tools.db, day)) {
        const change = { objectId: id, objectNo: no, before: { state: was }, after: { state: status } };
        await recordBySystem(tools, at, CONTRACT_END_AUDIT, change);
        await notify(tools, {
          ...{ event: 'franchiseExpiring', objectId: id, link: `/franchisee/franchiseeList?open=${id}` },
          title: status === 'expired' ? WORDS.expiredTitle : WORDS.expiringTitle,
          ...{ content: WORDS.content, params: { no, name, day: contractTo } },
        });
      }
    });
  // A contract that cannot begin delays neither other contracts nor the changes to "expiring" and "expired".
  await tryEach([begin, move], (step) => step());
}

export const franchiseeJobs: readonly Job[] = [
  { name: 'franchiseFees', everyMs: HOUR_MS, run: recogniseFees },
  // A new share rate applies from midnight, so the job must run soon after midnight.
  { name: 'franchiseContracts', everyMs: 5 * MINUTE_MS, run: watchContracts },
];
