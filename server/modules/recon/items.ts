import { type SqlBool, sql } from 'kysely';
import { ITEM_TYPES, reconCase } from '../../../contract/recon.states';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { assertWhole } from '../../core/access/whole-scope';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { messageText } from '../../core/texts';
import { addSteps, defineCase, readRecord } from '../case';
import { markBills } from '../ledger';
import { writeOff } from './money';
import { ITEM_TABLE, type ItemRow, moveBatch, type Tools } from './store';

/** The workflow of differences: permissions and effects of their actions (DOMAIN §3.5). */

const WORDS = {
  handled: text('差异 {no} 已处理', 'Difference {no} handled', 'Diferença {no} tratada', '差異 {no} 已處理'),
  writtenOff: text(
    '差异 {no} 已核销 {x} 元',
    'Difference {no} written off, ¥{x}',
    'Diferença {no} baixada, ¥{x}',
    '差異 {no} 已核銷 {x} 元',
  ),
  assigned: text('差异 {no} 已指派', 'Difference {no} assigned', 'Diferença {no} atribuída', '差異 {no} 已指派'),
  timing: text(
    '差异 {no} 已标记为时间差',
    'Difference {no} marked as timing',
    'Diferença {no} marcada como diferença de data',
    '差異 {no} 已標記為時間差',
  ),
} as const;

const linkTo = (id: number): string => `/financial/merchantIdFunds?part=items&open=${id}`;

/**
 * Sets the bill of a handled difference to `resolved`, except for a duplicate. Sets the batch to `balanced` if no other difference is open.
 */
export async function afterSettling({ db }: Tools, item: ItemRow): Promise<void> {
  if (item.bill_id !== null && item.type !== 'duplicate') {
    await markBills(db, 'resolved', sql`select ${item.bill_id}::bigint`);
  }
  await balanceBatch(db, item.batch_id, item.id);
}

/** Sets the batch to `balanced` if no other difference is `open` or `handling`. @param but the difference that is being handled */
async function balanceBatch(db: Tools['db'], batchId: number, but: number): Promise<void> {
  const left = await db
    .selectFrom('recon_item')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['open', 'handling'])
    .where('id', '<>', but)
    .limit(1)
    .executeTakeFirst();
  if (!left) await moveBatch(db, batchId, ['hasDifference'], { state: 'balanced' });
}

/** Sets differences to `resolved` if a later statement contains their missing entry. @param day the day of that statement */
export async function resolveFound(tools: Tools, ids: readonly number[], day: string): Promise<void> {
  const { db, clock } = tools;
  for (const id of ids) {
    const row = await db
      .updateTable('recon_item')
      .set({
        ...{ state: 'resolved', action: 'found', found_again_day: day, decided_at: clock.now() },
        ...{ checker_id: 0, checker_name: '', version: sql<number>`version + 1` },
      })
      .where('id', '=', id)
      .where('state', 'in', ['open', 'handling'])
      .returningAll()
      .executeTakeFirst();
    if (!row) continue;
    await addSteps(db, [items.lineOf(tools, id, 'found', { note: day })]);
    await balanceBatch(db, row.batch_id, id);
  }
}

/** The workflow of differences. The actions `handle`, `assign` and `markTiming` have forms; their handlers supply the effects. */
export const items = defineCase({
  type: reconCase,
  table: ITEM_TABLE,
  record: (row: ItemRow) => readRecord({ ...row, maker_name: '', amount_fen: Math.abs(row.gap_fen) }),
  object: async (ctx) => assertWhole(ctx),
  effects: {
    writeOff: async (ctx, { row, note }) => {
      const amountFen = Math.abs(row.gap_fen);
      await ctx.secondPerson({
        state: { no: row.no, state: row.state, gapFen: row.gap_fen },
        teamId: null,
        change: { objectId: row.id, objectNo: row.no, after: { gapFen: row.gap_fen, reason: note } },
      });
      const txNo = row.gap_fen === 0 ? undefined : await writeOff(ctx, row, ctx.actor.accountId);
      await afterSettling(ctx, row);
      return {
        amountFen,
        ...(txNo !== undefined && { txNo }),
        set: { action: 'writeOff', tx_no: txNo ?? row.tx_no },
        params: { x: yuanText(amountFen) },
      };
    },
  },
  done: { handle: WORDS.handled, writeOff: WORDS.writtenOff, assign: WORDS.assigned, markTiming: WORDS.timing },
  recorded: ({ row }, state, { txNo, before, after }) => ({
    before: { state: row.state, ...before },
    after: { state, type: row.type, gapFen: row.gap_fen, ...after, ...(txNo && { txNo }) },
  }),
  decidable: (_db, actor) => {
    const may = actor.accountType === 'owner' || actor.rules.has(RULE['financial.merchant.handle']);
    return sql<SqlBool>`${may && actor.scopeOf(RULE['financial.merchant.handle']).kind === 'all'}::boolean`;
  },
  faces: (ctx, rows) =>
    rows.map((row) => ({
      title: `${ctx.t(ITEM_TYPES[row.type])} · ${row.out_no ?? row.bill_no ?? ''}`,
      object: row.day,
      link: linkTo(row.id),
    })),
  detail: {
    async admit(ctx) {
      if (!ctx.can(RULE['financial.merchant'])) throw refuse(40401);
      assertWhole(ctx);
    },
    extras: (ctx, row) => ({
      facts: [
        { key: 'day', label: ctx.t(messageText('recon.day')), value: row.day, link: null },
        { key: 'gap', label: ctx.t(messageText('recon.gapFen')), value: ctx.t(yuanText(row.gap_fen)), link: null },
      ],
    }),
  },
});
