import type { PAYMENT } from '../../../contract/payment.settings';
import type { GroupValues } from '../../../contract/settings';
import { type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import type { FieldFault } from '../setting';

/** Merchant numbers (商户号): the form's rows, and the table that bills, orders and payouts reference. */

type Numbers = GroupValues<typeof PAYMENT.groups.numbers>;
type Row = Numbers['numbers'][number];

const WORDS = {
  twice: text(
    '第 {n} 行：该渠道的商户号重复',
    'Row {n}: the channel has this number twice',
    'Linha {n}: o canal tem este número duas vezes',
    '第 {n} 列：該管道的商戶號重複',
  ),
  unknown: text(
    '第 {n} 行：没有编号为 {code} 的站点',
    'Row {n}: no station has the number {code}',
    'Linha {n}: nenhuma estação tem o número {code}',
    '第 {n} 列：沒有編號為 {code} 的站點',
  ),
  taken: text(
    '第 {n} 行：站点 {code} 在该渠道已有同一用途的商户号',
    'Row {n}: station {code} has a number of this channel and use already',
    'Linha {n}: a estação {code} já tem um número deste canal e uso',
    '第 {n} 列：站點 {code} 在該管道已有同一用途的商戶號',
  ),
} as const;

const codesOf = ({ stations }: Row): string[] => [...new Set(stations.split(/[\s,，、;；]+/).filter(Boolean))];

async function stationIds(ctx: ActorContext, rows: readonly Row[]): Promise<Map<string, number>> {
  const codes = [...new Set(rows.flatMap(codesOf))];
  if (codes.length === 0) return new Map();
  const found = await ctx.db
    .selectFrom('team')
    .select(['team.id', 'team.code'])
    .where('team.code', 'in', codes)
    .where('team.deleted_at', 'is', null)
    .execute();
  return new Map(found.map(({ id, code }) => [code, id]));
}

/** Lists the uses of a number. Two enabled numbers with the same channel and use must not share a station. */
const usesOf = ({ role }: Row): readonly string[] => (role === 'both' ? ['collect', 'payout'] : [role]);

/** Finds duplicate numbers, unknown stations, and stations with two numbers for the same use. */
export async function numberFaults(ctx: ActorContext, { numbers }: Numbers): Promise<FieldFault[]> {
  const ids = await stationIds(ctx, numbers);
  const faults: FieldFault[] = [];
  const add = (code: FieldFault['code'], at: number, words: Text, params: object = {}) =>
    faults.push({
      code,
      error: { field: 'numbers', rule: 'numbers', message: ctx.t(words, { n: at + 1, ...params }) },
    });
  const seen = new Set<string>();
  const routes = new Set<string>();
  for (const [at, row] of numbers.entries()) {
    const key = `${row.channel}/${row.mchNo}`;
    if (seen.has(key)) add(40903, at, WORDS.twice);
    seen.add(key);
    const codes = codesOf(row);
    for (const code of codes) if (!ids.has(code)) add(40001, at, WORDS.unknown, { code });
    if (!row.enabled) continue;
    // Several numbers without stations are allowed, because the mini program and the app have their own numbers.
    for (const code of codes) {
      const own = usesOf(row).map((use) => `${row.channel}/${use}/${code}`);
      if (own.some((route) => routes.has(route))) add(40903, at, WORDS.taken, { code });
      for (const route of own) routes.add(route);
    }
  }
  return faults;
}

/** Writes the rows to the table of merchant numbers. A removed number is disabled, not deleted, because bills refer to it. */
export async function storeNumbers(ctx: ActorContext, { numbers }: Numbers): Promise<void> {
  const { db } = ctx;
  const ids = await stationIds(ctx, numbers);
  const kept: number[] = [];
  for (const row of numbers) {
    const written = { name: row.name, role: row.role as 'collect' | 'payout' | 'both', enabled: row.enabled };
    const { id } = await db
      .insertInto('merchant_number')
      .values({ id: ctx.ids.next(), channel: row.channel, mch_no: row.mchNo, created_at: ctx.clock.now(), ...written })
      .onConflict((conflict) => conflict.columns(['channel', 'mch_no']).doUpdateSet(written))
      .returning('id')
      .executeTakeFirstOrThrow();
    kept.push(id);
    await db.deleteFrom('merchant_number_team').where('merchant_number_id', '=', id).execute();
    const teams = codesOf(row).flatMap((code) => ids.get(code) ?? []);
    if (teams.length === 0) continue;
    await db
      .insertInto('merchant_number_team')
      .values(teams.map((teamId) => ({ merchant_number_id: id, team_id: teamId })))
      .execute();
  }
  await db
    .updateTable('merchant_number')
    .set({ enabled: false })
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .execute();
}
