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

/** What a handler says of a change that a second person must agree to. */
export interface SecondPersonRequest {
  /** What the change rests on; when it differs at the approval, the proposal is out of date (40901). */
  readonly state: unknown;
  /** The station that the change is about: only who reaches it sees the proposal and may decide. Null: about none. */
  readonly teamId: number | null;
  /** What an approver must be allowed besides the endpoint's rule and the station. @throws Refusal when they are not */
  mayAgree?(approver: Actor): Promise<void>;
  readonly change: Pick<AuditChange, 'objectId' | 'objectNo' | 'before' | 'after'>;
}

/** Thrown inside a call, after which nothing of it remains but the proposal. */
export class SecondPersonNeeded extends Error {
  constructor(
    readonly request: SecondPersonRequest,
    /** Who may approve it. */
    readonly approverIds: readonly number[],
  ) {
    super('a second person must agree');
  }
}

/** A call to be kept. */
export interface NewProposal {
  readonly id: number;
  readonly address: string;
  /** The decoded input, as it came. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Rules of the endpoint: who holds one of them, over the station, may approve. Empty: the owner only. */
  readonly rules: readonly number[];
  readonly teamId: number | null;
  /** Receivers of the notice. */
  readonly approverIds: readonly number[];
  readonly stateHash: string;
  readonly change: SecondPersonRequest['change'];
  readonly maker: Actor;
  readonly at: Date;
}

/** A kept call that is about to be made. */
export interface StoredProposal {
  readonly address: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly makerId: number;
  readonly stateHash: string;
}

/** Where proposals are kept; the module `approval`. */
export interface ProposalStore {
  /** Do two people have to agree at all (site settings)? */
  isOn(db: Kysely<Database>): Promise<boolean>;
  /** Who could approve it; never the proposer. */
  approversOf(
    db: Kysely<Database>,
    proposal: Pick<SecondPersonRequest, 'teamId' | 'mayAgree'> & {
      readonly rules: readonly number[];
      readonly makerId: number;
    },
  ): Promise<number[]>;
  /** Keeps it and tells those who may approve. */
  keep(db: Kysely<Database>, proposal: NewProposal): Promise<void>;
}

/** Mark of the state that a proposal rests on. */
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
