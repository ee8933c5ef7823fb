import { ANNOUNCEMENT, RECEIPT } from '../../../contract/announcement.fields';
import { answerLetters } from '../../../contract/announcement.states';
import { daysText } from '../../core/export/export';
import { type ExportRow, resourceSource } from '../../core/export/resource-export';
import { inLanguage } from '../information';
import { stationFilterNames, teamNames } from '../team';
import { channelsText, targetsOf } from './answers';
import { announcementFilter, type ListInput, type ReceiptInput, receiptQuery } from './list';
import { type AnnouncementRecord, announcementRows } from './store';

/** Exports announcements and receipts. */

const announcement = ({ record }: ExportRow) => record as AnnouncementRecord;
const receipt = ({ record }: ExportRow) => record as unknown as { readonly answers: readonly number[] | null };

export const announcementExportSources = [
  resourceSource(ANNOUNCEMENT, {
    module: 'announcement.list',
    table: 'announcement',
    query: async (ctx, input: ListInput) => announcementRows(ctx.db, await announcementFilter(ctx, input)),
    words: async (_ctx, input) => ({ publishAt: daysText(input.publishAtFrom, input.publishAtTo) }),
    names: {},
    columns: {
      title: { reads: ['title'], value: (row) => inLanguage(announcement(row).title, row.ctx.locale, 'zh-CN') },
      channels: { reads: ['channels'], value: (row) => channelsText(row.ctx, announcement(row).channels) },
      targets: {
        reads: ['state', 'plannedCount', 'targetCount'],
        value: (row) => targetsOf(announcement(row)),
      },
    },
  }),
  resourceSource(RECEIPT, {
    module: 'announcement.receipt',
    table: 'announcement_receipt',
    query: (ctx, input: ReceiptInput) => receiptQuery(ctx, input),
    words: async (ctx, input) => ({ teamIds: await stationFilterNames(ctx, input.teamIds ?? []) }),
    names: { teamId: (ctx, ids) => teamNames(ctx.db, ids) },
    columns: {
      answers: {
        reads: ['answers'],
        value: (row) => {
          const { answers } = receipt(row);
          return answers === null ? '' : answerLetters(answers);
        },
      },
    },
  }),
];
