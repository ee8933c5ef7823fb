import { BATCH, ITEM } from '../../../contract/recon.fields';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { merchantNumberNames } from '../reference';
import { faultText } from './batches';
import {
  type BatchInput,
  type BatchRecord,
  batchFilter,
  batchRows,
  type ItemInput,
  itemFilter,
  itemRows,
} from './lists';

/** Exports of differences and statements (DOMAIN §3.14 finance.recon). A difference has columns for both its entry and its bill. */

export const reconExportSources = [
  resourceSource(ITEM, {
    module: 'finance.recon',
    table: 'recon_item',
    query: async (ctx, input: ItemInput) => itemRows(ctx.db, await itemFilter(ctx, input)) as never,
    words: async (ctx, input) => {
      const { days } = await itemFilter(ctx, input);
      return {
        day: days ? daysText(days.fromDay, days.toDay) : '',
        merchantNumberIds: await merchantNumberNames(ctx.db, input.merchantNumberIds),
      };
    },
    names: {},
  }),
  resourceSource(BATCH, {
    module: 'finance.reconBatch',
    table: 'recon_batch',
    query: async (ctx, input: BatchInput) => batchRows(ctx.db, await batchFilter(ctx, input)) as never,
    words: async (ctx, input) => {
      const { days } = await batchFilter(ctx, input);
      return {
        day: days ? daysText(days.fromDay, days.toDay) : '',
        merchantNumberIds: await merchantNumberNames(ctx.db, input.merchantNumberIds),
      };
    },
    names: {},
    columns: {
      fault: {
        reads: ['error'],
        value: ({ record, ctx }) => {
          const { error } = record as BatchRecord;
          return error ? faultText(ctx, error) : null;
        },
      },
    },
  }),
];
