import { FRANCHISEE_LIST } from '../../../contract/franchisee.fields';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { WORD } from '../../../contract/words';
import { type ExportColumn, type ExportKey, exportSource } from '../../core/export/export';
import { resourceSource, withUnit } from '../../core/export/resource-export';
import { refuse } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import { countShares, type ShareMovement, sharesIn } from '../ledger';
import { regionText } from '../region';
import { teamNames } from '../team';
import { type FranchiseeInput, filterOf } from './answers';
import { franchiseeRows } from './list-store';
import { requireFranchisee } from './require';

const FRANCHISEE = WORD.franchisee;
const yuan = (field: 'amountFen' | 'balanceAfterFen') =>
  withUnit(messageText(`franchisee.${field}`), 'list.yuanInFile');

interface ShareLine {
  readonly move: ShareMovement;
  readonly type: string;
  readonly station: string;
}
/** Columns of the share flow: one line for each share, reversal and withdrawal. */
const SHARES: readonly ExportColumn<ShareLine>[] = [
  { key: 'at', text: messageText('franchisee.at'), kind: 'moment', value: ({ move }) => move.at },
  { key: 'txNo', text: messageText('franchisee.txNo'), value: ({ move }) => move.txNo },
  { key: 'type', text: messageText('franchisee.type'), value: ({ type }) => type },
  { key: 'station', text: messageText('franchisee.stationName'), value: ({ station }) => station },
  { key: 'related', text: messageText('franchisee.relatedNo'), value: ({ move }) => move.relatedNo },
  { key: 'amount', text: yuan('amountFen'), kind: 'fen', amount: true, value: ({ move }) => move.amountFen },
  {
    key: 'balance',
    text: yuan('balanceAfterFen'),
    kind: 'fen',
    amount: true,
    value: ({ move }) => move.balanceAfterFen,
  },
];

/** Exports franchisees, and the movements of one franchisee's share balance (DOMAIN §3.14). */
export const franchiseeExportSources = [
  resourceSource(FRANCHISEE_LIST, {
    module: 'franchise.list',
    table: 'franchisee',
    query: async (ctx, input: FranchiseeInput) => franchiseeRows(ctx.db, await filterOf(ctx, input)),
    words: async (_ctx, input) => ({
      contractTo: [input.contractToFrom, input.contractToTo].filter(Boolean).join(' – '),
      regions: (input.regions ?? []).map(regionText),
    }),
    names: {},
    columns: {
      territory: {
        reads: ['regions'],
        value: ({ record, ctx }) =>
          (record as { regions: readonly string[] }).regions.map(regionText).join(ctx.t(messageText('list.separator'))),
      },
    },
  }),
  exportSource<{ readonly id: number }, ShareLine>({
    module: 'franchise.share',
    columns: SHARES,
    words: async (ctx, { id }) => {
      const { no, name } = await requireFranchisee(ctx, id);
      return [{ label: FRANCHISEE, value: `${no} ${name}` }];
    },
    async open(ctx, { input, upTo, ids }) {
      if (ids !== null) throw refuse(40001);
      const { id: franchiseeId } = await requireFranchisee(ctx, input.id);
      const range = (after: ExportKey | null) => ({
        ...{ franchiseeId, upTo },
        beforeSeq: after === null ? null : Number(after[0]),
      });
      return {
        count: (most, after) => countShares(ctx.db, range(after), most),
        async batch(after, limit) {
          const moves = await sharesIn(ctx.db, range(after), limit);
          const teamIds = moves.map(({ teamId }) => teamId);
          const stations = await teamNames(ctx.db, teamIds);
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
