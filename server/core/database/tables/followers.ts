import type { Generated } from 'kysely';

/** Staff who follow the official account, their codes and messages (migration 0060). Owned by server/modules/serviceNumber. */
export interface FollowerTables {
  staff_follower_code: StaffFollowerCodeTable;
  staff_follower: StaffFollowerTable;
  staff_push: StaffPushTable;
}

/** A QR code that was shown to an account and has not been scanned. */
interface StaffFollowerCodeTable {
  code: string;
  account_id: number;
  expire_at: Date;
}

interface StaffFollowerTable {
  account_id: number;
  app_id: string;
  open_id: string;
  bound_at: Date;
}

/** A message to send to a member of staff. */
interface StaffPushTable {
  id: number;
  account_id: number;
  title: string;
  content: string;
  at: Date;
  attempts: Generated<number>;
  due_at: Date;
}
