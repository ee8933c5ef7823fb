import { PROPOSAL_DAYS, PROPOSAL_TITLES, type ProposableAddress } from '../../../contract/approval.states';
import { text } from '../../../contract/text';
import type { Actor } from '../../core/actor';
import type { Clock } from '../../core/clock';
import type { ProposalStore } from '../../core/http/four-eyes';
import { Refusal } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { notify } from '../notice';
import { readSetting } from '../site';
import { APPROVALS_LINK, proposals } from './proposals';
import { standing } from './rules';
import { holdersOf, insertProposal, proposalPlaces } from './store';

const DAY = 86_400_000;
/** Maximum number of people who receive a notice about one proposal. */
const MOST_TOLD = 50;

const NOTICE = {
  title: text(
    '有一项变更等待您复核',
    'A change waits for your approval',
    'Uma alteração aguarda você',
    '有一項變更等待您覆核',
  ),
  content: text(
    '{name}提交了变更，对象：{object}',
    '{name} proposed a change of {object}',
    '{name} propôs uma alteração de {object}',
    '{name}提交了變更，對象：{object}',
  ),
} as const;

/** Waits for a check of an account's permissions. @returns false when the check throws a refusal */
async function holds(check: Promise<void> | undefined): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Creates the store of calls that need a second person's approval. The store also notifies the people who may approve.
 *
 * @param tools.actorsOf loads people by id, with their permissions
 */
export function createProposalStore(tools: {
  readonly clock: Clock;
  readonly ids: Ids;
  actorsOf(accountIds: readonly number[]): Promise<Actor[]>;
}): ProposalStore {
  return {
    isOn: async (db) => (await readSetting(db, 'security')).fourEyes,
    async approversOf(db, { address, rules, makerId, teamId, mayAgree }) {
      const [people, reaches] = await Promise.all([
        holdersOf(db, rules, makerId).then((holders) => tools.actorsOf(holders)),
        proposalPlaces(db, { address, team_id: teamId }),
      ]);
      const found: number[] = [];
      for (const person of people) {
        if (found.length === MOST_TOLD) break;
        if (standing(person, rules, reaches) !== 'may') continue;
        if (await holds(mayAgree?.(person))) found.push(person.accountId);
      }
      return found;
    },
    async keep(db, { id, address, payload, rules, teamId, approverIds, stateHash, change, maker, at }) {
      if (!(address in PROPOSAL_TITLES)) throw new RangeError(`no title for proposals of ${address}`);
      await insertProposal(db, {
        id,
        created_at: at,
        expire_at: new Date(at.getTime() + PROPOSAL_DAYS * DAY),
        address,
        payload: JSON.stringify(payload),
        rules: JSON.stringify(rules),
        team_id: teamId,
        state_hash: stateHash,
        object_id: change.objectId ?? null,
        object_no: change.objectNo ?? '',
        before: change.before === undefined ? null : JSON.stringify(change.before),
        after: change.after === undefined ? null : JSON.stringify(change.after),
        maker_id: maker.accountId,
        maker_name: maker.name,
        status: 'pending',
        decided_by: null,
        decided_name: null,
        decided_at: null,
      });
      await proposals.addStep({ db, clock: tools.clock, ids: tools.ids, actor: maker }, id, 'submit');
      const object = change.objectNo || PROPOSAL_TITLES[address as ProposableAddress]['zh-CN'];
      await notify(
        { db, clock: tools.clock, ids: tools.ids },
        {
          ...NOTICE,
          type: 'event',
          source: 'rights',
          params: { name: maker.name, object },
          link: APPROVALS_LINK,
          accountIds: approverIds,
        },
      );
    },
  };
}
