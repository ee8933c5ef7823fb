import { FRANCHISE_APPLY } from '../../../contract/franchiseApply.fields';
import { FIRST_FORM, fieldOf, optionText } from '../../../contract/franchiseForm';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { accountNames } from '../account';
import { regionName } from '../region';
import { answerLines } from './answers';
import { type ApplyInput, filterOf } from './filter';
import { applyRows } from './store';

/** Applications as a file: the columns of the list (DOMAIN §3.14). */
export const franchiseExportSources = [
  resourceSource(FRANCHISE_APPLY, {
    module: 'franchise.apply',
    table: 'franchise_apply',
    query: async (ctx, input: ApplyInput) => applyRows(ctx.db, (await filterOf(ctx, input)).filter),
    words: async (ctx, input) => {
      const { createdAt } = await filterOf(ctx, input);
      const names = await accountNames(ctx.db, input.followerIds ?? []);
      return {
        createdAt: createdAt ? daysText(createdAt.fromDay, createdAt.toDay) : '',
        followerIds: [...names.values()],
        regions: (input.regions ?? []).map((code) => regionName(code) ?? code),
      };
    },
    texts: { answers: answerLines },
    names: { followerId: (ctx, ids) => accountNames(ctx.db, ids) },
    columns: {
      budget: {
        reads: ['budget'],
        value: ({ record, ctx }) => {
          const words = optionText(fieldOf(FIRST_FORM, 'budget'), (record as { budget: string | null }).budget ?? '');
          return typeof words === 'string' ? words : ctx.t(words);
        },
      },
    },
  }),
];
