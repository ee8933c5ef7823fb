import { sql } from 'kysely';
import { copyOut } from '../../core/database/copy';
import type { Bytes } from '../../core/export/bytes';
import type { FieldType } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { type BillRecord, EXPORTED_BILL, exportedBills } from '../ledger';
import { ORDER_COSTS, orderCosts } from '../order';

/** Exports bills together with the costs of their order. */

export const BILL_FIELDS = { ...EXPORTED_BILL, ...ORDER_COSTS } as const satisfies Readonly<Record<string, FieldType>>;

/** A row with the fields that the columns read. Cost fields are null for an order without costs. */
export type CopiedBill = Pick<BillRecord, keyof typeof EXPORTED_BILL & keyof BillRecord> & {
  readonly [K in Exclude<keyof typeof BILL_FIELDS, keyof BillRecord>]: Values[(typeof BILL_FIELDS)[K]] | null;
};
interface Values {
  readonly int: number;
  readonly text: string;
  readonly bool: boolean;
  readonly moment: Date;
}

/** Copies a batch of bills into `into`, the newest bill first. Each row has the columns `fields`, in this order. */
export function copyBills(
  { db }: Pick<ActorContext, 'db'>,
  filter: Parameters<typeof exportedBills>[1],
  from: Parameters<typeof exportedBills>[2],
  fields: readonly string[],
  into: Bytes,
): Promise<void> {
  const reads = new Set(fields);
  const bill = (column: keyof typeof EXPORTED_BILL) => sql.ref(`bill.${column}`);
  const isCost = (name: string) => name in ORDER_COSTS;
  const columns = fields.map((name) => sql.ref(`${isCost(name) ? 'cost' : 'bill'}.${name}`));
  const costs = fields.some(isCost)
    ? sql`left join lateral (${orderCosts(bill('teamId'), bill('orderNo'))}) cost on true`
    : sql``;
  return copyOut(
    db,
    sql`select ${sql.join(columns)} from (${exportedBills(db, filter, from, reads)}) bill ${costs}
      order by ${bill('at')} desc, ${bill('id')} desc`,
    into,
  );
}
