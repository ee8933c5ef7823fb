import type { Generated } from 'kysely';

/**
 * Channels and visits of the public application page, and access of applicants (migrations 0210, 0288). Owned by
 * server/modules/franchisePage.
 */
export interface FranchisePageTables {
  franchise_channel: FranchiseChannelTable;
  franchise_visit: FranchiseVisitTable;
  franchise_session: FranchiseSessionTable;
}

interface FranchiseChannelTable {
  code: string;
  name: string;
  is_active: Generated<boolean>;
  created_at: Date;
  created_by: number;
}

/** Page visits per day. An empty channel means the page without a channel code. */
interface FranchiseVisitTable {
  channel: string;
  day: string;
  visits: Generated<number>;
  submits: Generated<number>;
}

/** A session in which an applicant can access their applications. It starts when the applicant enters an SMS code. */
interface FranchiseSessionTable {
  /** SHA-256 of the session token. */
  token_hash: string;
  tel: string;
  created_at: Date;
  expire_at: Date;
}
