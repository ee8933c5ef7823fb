import { BATCH, ITEM } from '../../../contract/recon.fields';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import type { ActorContext } from '../../core/http/context';
import { merchantNumbers } from '../reference';
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

/** Differences and statements as files (DOMAIN §3.14 finance.recon): the entry of the statement and the bill in one row. */

async function numberNames(ctx: ActorContext, ids: readonly number[] = []): Promise<string[]> {
  const numbers = ids.length > 0 ? await merchantNumbers(ctx.db) : [];
  return numbers.filter(({ id }) => ids.includes(id)).map(({ mchNo }) => mchNo);
}

export const reconExportSources = [
  resourceSource(ITEM, {
    module: 'finance.recon',
    table: 'recon_item',
    query: async (ctx, input: ItemInput) => itemRows(ctx.db, await itemFilter(ctx, input)) as never,
    words: async (ctx, input) => {
      const { days } = await itemFilter(ctx, input);
      return {
        day: days ? daysText(days.fromDay, days.toDay) : '',
        merchantNumberIds: await numberNames(ctx, input.merchantNumberIds),
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
        merchantNumberIds: await numberNames(ctx, input.merchantNumberIds),
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
