import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { text } from '../../../contract/text';
import type { Actor } from '../actor';
import type { AuditChange } from '../audit';
import { canonicalJson } from '../canonical-json';
import type { Database } from '../database/schema';

/**
 * Four eyes (4E, DOMAIN §0.3). A call that needs a second user is rolled back and stored as a proposal. When another user approves, the
 * same handler runs again with the same input and the proposer's permissions. The proposal fails if the state on which it is based has
 * changed meanwhile.
 */

/** A handler's request for the approval of a change by a second user. */
export interface SecondPersonRequest {
  /** State on which the change is based. If the state differs at the approval, the proposal is out of date (40901). */
  readonly state: unknown;
  /** Station of the change. Only users with this station in their data scope may decide. `null` means that no station limits them. */
  readonly teamId: number | null;
  /** Checks further requirements for an approver, besides permission and station. @throws Refusal when a requirement is not met */
  mayAgree?(approver: Actor): Promise<void>;
  /**
   * Makes the change in the transaction of a call that is stored as a proposal. The transaction is rolled back afterwards. The proposer
   * therefore learns at once if the change is not possible now. @throws refusals of the change
   */
  tryOut?(): Promise<unknown>;
  readonly change: Pick<AuditChange, 'objectId' | 'objectNo' | 'before' | 'after'>;
}

/** Error that rolls a call back, so that only the proposal is stored. */
export class SecondPersonNeeded extends Error {
  constructor(
    readonly request: SecondPersonRequest,
    /** Ids of users who may approve the change. The store limits their number. */
    readonly approverIds: readonly number[],
  ) {
    super('a second person must agree');
  }
}

/** A call that will be stored as a proposal. */
export interface NewProposal {
  readonly id: number;
  readonly address: string;
  /** The decoded input as the caller sent it. The execution of the proposal validates the input again. */
  readonly payload: Readonly<Record<string, unknown>>;
  /**
   * Permission ids of the endpoint. A user with any of them and the station in scope may approve. An empty list means that only the owner
   * may approve.
   */
  readonly rules: readonly number[];
  readonly teamId: number | null;
  /** Ids of the users who receive the notice. */
  readonly approverIds: readonly number[];
  readonly stateHash: string;
  readonly change: SecondPersonRequest['change'];
  readonly maker: Actor;
  readonly at: Date;
}

/** A stored proposal that is being executed. */
export interface StoredProposal {
  readonly address: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly makerId: number;
  readonly stateHash: string;
}

/** Store of proposals. The module `approval` implements it. */
export interface ProposalStore {
  /** Checks whether the site settings require a second user. */
  isOn(db: Kysely<Database>): Promise<boolean>;
  /** Finds users who could approve, up to a limit of the store. The proposer is excluded. */
  approversOf(
    db: Kysely<Database>,
    proposal: Pick<SecondPersonRequest, 'teamId' | 'mayAgree'> & {
      readonly address: string;
      readonly rules: readonly number[];
      readonly makerId: number;
    },
  ): Promise<number[]>;
  /** Stores the proposal and notifies the possible approvers. */
  keep(db: Kysely<Database>, proposal: NewProposal): Promise<void>;
}

/** Computes a hash of the state on which a proposal is based. */
export function stateHash(state: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(state ?? null))))
    .digest('hex');
}

export const FOUR_EYES_TEXT = {
  waits: text('等待他人复核', 'Waits for a second person', 'Aguarda uma segunda pessoa', '等待他人覆核'),
  proposed: text(
    '已提交，需由另一位有权限的人员复核后生效',
    'Submitted; it takes effect when another person with this permission approves it',
    'Enviado; passa a valer quando outra pessoa com esta permissão aprovar',
    '已提交，需由另一位有權限的人員覆核後生效',
  ),
  makerGone: text(
    '提交人已停用或不再拥有该权限，不能通过',
    'The proposer is disabled or lacks the permission now, so it cannot be approved',
    'Quem propôs está desativado ou não tem mais a permissão; não é possível aprovar',
    '提交人已停用或不再擁有該權限，不能通過',
  ),
  ownPage: text(
    '此变更需由第二人复核，请在原页面操作',
    'This change must be approved by a second person; make it on its original page',
    'Esta alteração exige uma segunda pessoa; faça-a na própria página',
    '此變更需由第二人覆核，請在原頁面操作',
  ),
  stale: text(
    '提交后数据已变化，请驳回并重新提交',
    'The data has changed since this was submitted; reject it and submit it again',
    'Os dados mudaram desde o envio; recuse e proponha de novo',
    '提交後資料已變化，請駁回並重新提交',
  ),
} as const;
