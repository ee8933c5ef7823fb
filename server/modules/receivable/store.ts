import { type Kysely, sql } from 'kysely';
import { RECEIVABLE } from '../../../contract/receivable.fields';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

type Db = Kysely<Database>;
type Filter = ListFilter<typeof RECEIVABLE>;

const COLUMNS = {
  id: 'receivable.id',
  version: 'receivable.version',
  no: 'receivable.no',
  createdAt: 'receivable.created_at',
  kind: 'receivable.kind',
  bizNo: 'receivable.biz_no',
  teamId: 'receivable.team_id',
  amountFen: 'receivable.amount_fen',
  collectedFen: 'receivable.collected_fen',
  waivedFen: 'receivable.waived_fen',
  reducedFen: 'receivable.reduced_fen',
  leftFen: 'receivable.left_fen',
  state: 'receivable.state',
  txNo: 'receivable.tx_no',
  note: 'receivable.note',
} as const;
const filtered = (db: Db, filter: Filter) =>
  withConditions(db.selectFrom('receivable'), conditions(RECEIVABLE, COLUMNS)(filter, {}));

export function receivablePage(
  db: Db,
  filter: Filter,
  sort: { readonly field: 'createdAt' | 'amountFen' | 'leftFen'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const rows = filtered(db, filter).select(selection(COLUMNS));
  return readPage(db, inOrder(rows, COLUMNS, [sort.field, 'createdAt', 'id'], sort.order), page);
}

/** Sums the open, collected and waived amounts of the receivables that match the filter, in fen. */
export const receivableTotals = (db: Db, filter: Filter) =>
  filtered(db, filter)
    .select([
      sql<number>`coalesce(sum(left_fen), 0)::bigint`.as('openFen'),
      sql<number>`coalesce(sum(collected_fen), 0)::bigint`.as('collectedFen'),
      sql<number>`coalesce(sum(waived_fen), 0)::bigint`.as('waivedFen'),
    ])
    .executeTakeFirstOrThrow();
