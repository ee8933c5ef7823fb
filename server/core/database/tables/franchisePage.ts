import type { Generated } from 'kysely';

/** Channels of the public application page (migration 0210). Owned by server/modules/franchisePage. */
export interface FranchisePageTables {
  franchise_channel: FranchiseChannelTable;
  franchise_visit: FranchiseVisitTable;
}

interface FranchiseChannelTable {
  code: string;
  name: string;
  is_active: Generated<boolean>;
  created_at: Date;
  created_by: number;
}

/** Visits per day. An empty channel is the page without a channel code. */
interface FranchiseVisitTable {
  channel: string;
  day: string;
  visits: Generated<number>;
  submits: Generated<number>;
}
