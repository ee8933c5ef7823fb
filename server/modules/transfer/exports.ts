import { TRANSFER_LIST } from '../../../contract/transfer.fields';
import { transferCase } from '../../../contract/transfer.states';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { merchantNumberNames } from '../reference';
import { filterOf, type TransferInput } from './filter';
import { exportedTransfers, type TransferRow } from './store';

/** Exports of transfers between merchant numbers (DOMAIN §3.14). The caller's scope must be the whole platform. */
export const transferExportSources = [
  resourceSource(TRANSFER_LIST, {
    module: 'finance.transfer',
    table: 'merchant_transfer',
    query: async (ctx, input: TransferInput) =>
      exportedTransfers(ctx.db, (await filterOf(ctx, input)).filter, ctx.clock.now()) as never,
    words: async (ctx, input) => {
      const { days } = await filterOf(ctx, input);
      return {
        createdAt: days ? daysText(days.fromDay, days.toDay) : '',
        fromIds: await merchantNumberNames(ctx.db, input.fromIds),
        toIds: await merchantNumberNames(ctx.db, input.toIds),
      };
    },
    names: {},
    columns: {
      // An overdue proposal is shown as expired even before a job marks it as expired.
      state: {
        reads: ['state'],
        value: ({ record, ctx }) => {
          const { asOf, ...facts } = record as Pick<TransferRow, 'state'> & { expireAt: Date; asOf: Date };
          return transferCase.stateText(transferCase.stateAt(facts, asOf), ctx.locale);
        },
      },
    },
  }),
];
