import { ENQUIRY_LIST } from '../../../contract/enquiry.fields';
import type { StoredStep } from '../../core/database/tables/enquiry';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { stationFilterNames, teamNames } from '../team';
import { breakdownText, marginOf } from './answers';
import { type EnquiryInput, filterOf } from './filter';
import { type EnquiryRecord, enquiryRows } from './store';

/** The export source of enquiries, with the columns of the list and the price breakdown (DOMAIN §3.14). */
export const enquiryExportSources = [
  resourceSource(ENQUIRY_LIST, {
    module: 'enquiry.list',
    table: 'enquiry',
    query: async (ctx, input: EnquiryInput) => enquiryRows(ctx.db, (await filterOf(ctx, input)).filter),
    words: async (ctx, input) => {
      const { days } = await filterOf(ctx, input);
      const teamIds = await stationFilterNames(ctx, input.teamIds ?? []);
      return { askedAt: days ? daysText(days.fromDay, days.toDay) : '', teamIds };
    },
    names: { teamId: (ctx, ids) => teamNames(ctx.db, ids) },
    columns: {
      marginFen: {
        reads: ['quoteFen', 'costFen'],
        value: ({ record }) => marginOf(record as Pick<EnquiryRecord, 'quoteFen' | 'costFen'>),
      },
      isFollowed: {
        reads: ['followedAt'],
        value: ({ record }) => (record as Pick<EnquiryRecord, 'followedAt'>).followedAt,
        kind: 'moment',
      },
      breakdown: {
        reads: ['steps'],
        value: ({ record, ctx }) => breakdownText(ctx, (record as { steps: readonly StoredStep[] }).steps),
      },
    },
  }),
];
