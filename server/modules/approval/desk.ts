import { PROPOSAL_DAYS, PROPOSAL_TITLES, type ProposableAddress } from '../../../contract/approval.states';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { ProposalDesk } from '../../core/four-eyes';
import type { Ids } from '../../core/ids';
import { notify } from '../notice';
import { readSetting } from '../site';
import { approversOf, insertProposal } from './store';

const DAY = 86_400_000;

const NOTICE = {
  title: text('有一项变更等待您复核', 'A change waits for you', 'Uma alteração aguarda você', '有一項變更等待您覆核'),
  content: text(
    '{name}提交了变更，对象：{object}',
    '{name} proposed a change of {object}',
    '{name} propôs uma alteração de {object}',
    '{name}提交了變更，對象：{object}',
  ),
} as const;
/** Where proposals are decided. */
const APPROVALS_LINK = '/dashboard/noticeManage?tab=approvals';

/** Keeps calls that a second person must agree to, and tells who may. */
export function proposalDesk(tools: { readonly clock: Clock; readonly ids: Ids }): ProposalDesk {
  return {
    isOn: async (db) => (await readSetting(db, 'security')).fourEyes,
    hasOther: async (db, rules, makerId) => (await approversOf(db, rules, makerId)).length > 0,
    async keep(db, { id, address, payload, rules, stateHash, change, maker, at }) {
      if (!(address in PROPOSAL_TITLES)) throw new RangeError(`no title for proposals of ${address}`);
      await insertProposal(db, {
        id,
        created_at: at,
        expire_at: new Date(at.getTime() + PROPOSAL_DAYS * DAY),
        address,
        payload: JSON.stringify(payload),
        rules: JSON.stringify(rules),
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
      const object = change.objectNo || PROPOSAL_TITLES[address as ProposableAddress]['zh-CN'];
      await notify(
        { db, ...tools },
        {
          ...NOTICE,
          type: 'event',
          source: 'rights',
          params: { name: maker.name, object },
          link: APPROVALS_LINK,
          accountIds: await approversOf(db, rules, maker.accountId),
        },
      );
    },
  };
}
