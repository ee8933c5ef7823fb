import { FRANCHISEE_LIST } from '../../../contract/franchisee.fields';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { WORD } from '../../../contract/words';
import { type ExportColumn, type ExportKey, exportSource } from '../../core/export/export';
import { type ExportRow, resourceSource, withUnit } from '../../core/export/resource-export';
import { refuse } from '../../core/http/refusal';
import { yuan } from '../../core/money/amounts';
import { messageText } from '../../core/texts';
import { accountNames, colleagueNames } from '../account';
import { balancesOf, countShares, type ShareMovement, shareBalances, sharesIn, shareTotals } from '../ledger';
import { regionText } from '../region';
import { scopedTeamNames } from '../team';
import { payeeTexts } from '../withdraw';
import { type FranchiseeInput, filterOf } from './answers';
import { type franchiseeRows, withFigures } from './list-store';
import { requireFranchisee } from './require';

const FRANCHISEE = WORD.franchisee;
const inYuan = (field: 'amountFen' | 'balanceAfterFen') =>
  withUnit(messageText(`franchisee.${field}`), 'list.yuanInFile');

interface ShareLine {
  readonly move: ShareMovement;
  readonly type: string;
  readonly station: string;
}
/** Columns of the export of share movements. Each movement has one row. */
const SHARES: readonly ExportColumn<ShareLine>[] = [
  { key: 'at', text: messageText('franchisee.at'), kind: 'moment', value: ({ move }) => move.at },
  { key: 'txNo', text: messageText('franchisee.txNo'), value: ({ move }) => move.txNo },
  { key: 'type', text: messageText('franchisee.type'), value: ({ type }) => type },
  { key: 'station', text: messageText('franchisee.stationName'), value: ({ station }) => station },
  { key: 'related', text: messageText('franchisee.relatedNo'), value: ({ move }) => move.relatedNo },
  { key: 'amount', text: inYuan('amountFen'), kind: 'fen', amount: true, value: ({ move }) => move.amountFen },
  {
    key: 'balance',
    text: inYuan('balanceAfterFen'),
    kind: 'fen',
    amount: true,
    value: ({ move }) => move.balanceAfterFen,
  },
];

/** Converts ledger amounts in fen to texts, by franchisee id. The amounts are read for each batch of rows. */
const asTexts = (amounts: ReadonlyMap<number, number>): ReadonlyMap<number, string> =>
  new Map([...amounts].map(([id, fen]) => [id, String(fen)]));
const fenIn =
  (field: 'shareFen' | 'depositFen') =>
  ({ record, names }: ExportRow): number =>
    Number(names[field]?.get((record as { readonly id: number }).id) ?? 0);

/** Exports franchisees, and the movements of one franchisee's share balance (DOMAIN §3.14). */
export const franchiseeExportSources = [
  resourceSource(FRANCHISEE_LIST, {
    module: 'franchise.list',
    table: 'franchisee',
    // The type of a source allows only tables, but this query also joins computed figures.
    query: async (ctx, input: FranchiseeInput) =>
      withFigures(ctx.db, await filterOf(ctx, input)) as unknown as ReturnType<typeof franchiseeRows>,
    words: async (ctx, input) => ({
      ownerIds: await colleagueNames(ctx, input.ownerIds),
      contractTo: [input.contractToFrom, input.contractToTo].filter(Boolean).join(' – '),
      regions: (input.regions ?? []).map(regionText),
    }),
    names: { ownerId: (ctx, ids) => accountNames(ctx.db, ids) },
    texts: {
      shareFen: async (ctx, ids) => asTexts(await shareTotals(ctx.db, ids)),
      payee: (ctx, ids) => payeeTexts(ctx, 'franchisee', ids),
      depositFen: async (ctx, ids) => {
        const deposits = await balancesOf(ctx.db, ['FRANCHISEE_DEPOSIT'], ids);
        return asTexts(new Map(ids.map((id) => [id, deposits.get(`FRANCHISEE_DEPOSIT:${id}`) ?? 0])));
      },
    },
    columns: {
      shareFen: { value: fenIn('shareFen') },
      depositFen: { value: fenIn('depositFen') },
      payee: { value: ({ record, names }) => names.payee?.get((record as { readonly id: number }).id) ?? '' },
      territory: {
        reads: ['regions'],
        value: ({ record, ctx }) =>
          (record as { regions: readonly string[] }).regions.map(regionText).join(ctx.t(messageText('list.separator'))),
      },
    },
  }),
  exportSource<{ readonly id: number; readonly month?: string }, ShareLine>({
    module: 'franchise.share',
    columns: SHARES,
    words: async (ctx, { id, month }) => {
      const { no, name } = await requireFranchisee(ctx, id);
      const whose = { label: FRANCHISEE, value: `${no} ${name}` };
      if (month === undefined) return [whose];
      const { openingFen, closingFen } = await shareBalances(ctx.db, id, month);
      const balance = (key: 'openingFen' | 'closingFen', fen: number) => ({
        label: messageText(`franchisee.${key}`),
        value: yuan(fen),
      });
      const balances = [balance('openingFen', openingFen), balance('closingFen', closingFen)];
      return [
        whose,
        { label: messageText('franchisee.month'), value: month },
        ...(ctx.actor.fields.has('amount') ? balances : []),
      ];
    },
    async open(ctx, { input, upTo, ids }) {
      if (ids !== null) throw refuse(40001);
      const { id: franchiseeId } = await requireFranchisee(ctx, input.id);
      const range = (after: ExportKey | null) => ({
        ...{ franchiseeId, month: input.month ?? null, upTo },
        beforeSeq: after === null ? null : Number(after[0]),
      });
      return {
        count: (most, after) => countShares(ctx.db, range(after), most),
        async batch(after, limit) {
          const moves = await sharesIn(ctx.db, range(after), limit);
          const teamIds = moves.map(({ teamId }) => teamId);
          const stations = await scopedTeamNames(ctx, teamIds);
          const rows = moves.map((move) => ({
            move,
            type: ctx.t(ENTRY_TYPES[move.type].text),
            station: stations.get(move.teamId) ?? '',
          }));
          const last = moves.at(-1);
          return { rows, last: last === undefined || moves.length < limit ? null : [last.seq] };
        },
      };
    },
  }),
];
