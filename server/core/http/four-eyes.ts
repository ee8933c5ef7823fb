import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { text } from '../../../contract/text';
import type { Actor } from '../actor';
import type { AuditChange } from '../audit';
import { canonicalJson } from '../canonical-json';
import type { Database } from '../database/schema';

/**
 * Four eyes (4E, DOMAIN §0.3): a call that needs a second person is rolled back and kept as a proposal. When another person
 * approves, the same handler runs again with the same input and the proposer's rights, and checks that its base values are
 * unchanged.
 */

/** A handler's request that a second person agrees to a change. */
export interface SecondPersonRequest {
  /** The state that the change is based on. If it differs at the approval, the proposal is out of date (40901). */
  readonly state: unknown;
  /** The station of the change. Only users whose data scope includes it see and decide the proposal. Null: no station. */
  readonly teamId: number | null;
  /** Checks what an approver needs besides the endpoint's rule and the station. @throws Refusal when it is missing */
  mayAgree?(approver: Actor): Promise<void>;
  readonly change: Pick<AuditChange, 'objectId' | 'objectNo' | 'before' | 'after'>;
}

/** Thrown inside a call to roll it back and to keep only the proposal. */
export class SecondPersonNeeded extends Error {
  constructor(
    readonly request: SecondPersonRequest,
    /** The users who may approve. */
    readonly approverIds: readonly number[],
  ) {
    super('a second person must agree');
  }
}

/** A call to be stored as a proposal. */
export interface NewProposal {
  readonly id: number;
  readonly address: string;
  /** The decoded input, not yet validated. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Rules of the endpoint. A user with one of them and access to the station may approve. Empty: the owner only. */
  readonly rules: readonly number[];
  readonly teamId: number | null;
  /** Receivers of the notice. */
  readonly approverIds: readonly number[];
  readonly stateHash: string;
  readonly change: SecondPersonRequest['change'];
  readonly maker: Actor;
  readonly at: Date;
}

/** A stored proposal that is about to run. */
export interface StoredProposal {
  readonly address: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly makerId: number;
  readonly stateHash: string;
}

/** Store of proposals, implemented by the module `approval`. */
export interface ProposalStore {
  /** Checks whether the site settings require a second person at all. */
  isOn(db: Kysely<Database>): Promise<boolean>;
  /** Finds the users who could approve, without the proposer. */
  approversOf(
    db: Kysely<Database>,
    proposal: Pick<SecondPersonRequest, 'teamId' | 'mayAgree'> & {
      readonly rules: readonly number[];
      readonly makerId: number;
    },
  ): Promise<number[]>;
  /** Stores the proposal and notifies those who may approve it. */
  keep(db: Kysely<Database>, proposal: NewProposal): Promise<void>;
}

/** Hashes the state that a proposal is based on. */
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
    'This change needs a second person; make it on its own page',
    'Esta alteração exige uma segunda pessoa; faça-a na própria página',
    '此變更需由第二人覆核，請在原頁面操作',
  ),
  stale: text(
    '提交后数据已变化，请驳回并重新提交',
    'What it rests on has changed since; reject it and propose it again',
    'Os dados mudaram desde o envio; recuse e proponha de novo',
    '提交後資料已變化，請駁回並重新提交',
  ),
} as const;
