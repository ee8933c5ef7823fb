import { FRANCHISEE_LIST } from '../../../contract/franchisee.fields';
import { resourceSource } from '../../core/export/resource-export';
import { messageText } from '../../core/texts';
import { regionText } from '../region';
import { type FranchiseeInput, filterOf } from './answers';
import { franchiseeRows } from './list-store';

/** Franchisees as a file: the columns of the list that are facts of their own (DOMAIN §3.14). */
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
];
