import type { AccessTables } from './tables/access';
import type { ApprovalTables } from './tables/approval';
import type { NoticeTables } from './tables/notice';
import type { OrderTables } from './tables/orders';
import type { ProcessTables } from './tables/processes';
import type { SiteTables } from './tables/site';
import type { StationTables } from './tables/station';

/**
 * All tables, for Kysely. A test compares this with what the migrations create.
 *
 * Names are those of SQL, snake_case. `bigint` and `numeric` are read as number (refused above 2^53), `date` as
 * `'yyyy-MM-dd'`, `timestamptz` as Date. `jsonb` is read as a value and written as `JSON.stringify(value)`, since the driver
 * would take an array for an SQL array.
 */
export interface Database
  extends ProcessTables,
    AccessTables,
    SiteTables,
    StationTables,
    OrderTables,
    NoticeTables,
    ApprovalTables {}
