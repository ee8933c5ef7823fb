import type { InferResult, SelectQueryBuilder } from 'kysely';
import { NOTICE_DELIVERY } from '../../../contract/serviceNotice.fields';
import type { NoticePerson } from '../../../contract/serviceNotice.states';
import { maskTel } from '../../core/access/mask';
import type { Database } from '../../core/database/schema';
import { type ExportRow, resourceSource } from '../../core/export/resource-export';
import { type DeliveryInput, deliveryRows } from './deliveries';
import { requireTask } from './task-answers';

/**
 * Export of a task's recipients. Users' phones are masked unless the caller has the permission, requests unmasked phones and confirms
 * with a second verification. Phones of riders and merchants are always masked.
 */

type Rows = Awaited<ReturnType<typeof deliveryRows>>;
/** Removes the people's subquery from the type, because the export does not need it. */
const asQuery = (rows: Rows) =>
  rows as unknown as SelectQueryBuilder<Database, 'service_notice_delivery', InferResult<Rows>[number]>;

const read = ({ record }: ExportRow) => record as { readonly tel: string | null; readonly personType: NoticePerson };
const masked = (tel: string | null) => (tel === null ? '' : maskTel(tel));

export const serviceNoticeExportSources = [
  resourceSource(NOTICE_DELIVERY, {
    module: 'user.notice',
    table: 'service_notice_delivery',
    query: async (ctx, input: DeliveryInput) => asQuery(await deliveryRows(ctx, input)),
    words: async (ctx, { taskId }) => ({ taskNo: (await requireTask(ctx, taskId)).no }),
    names: {},
    columns: {
      tel: {
        reads: ['tel', 'personType'],
        value: (row) => masked(read(row).tel),
        // The permission to see users' phones does not include phones of riders and merchants.
        plain: (row) => {
          const { tel, personType } = read(row);
          return personType === 'user' ? (tel ?? '') : masked(tel);
        },
      },
    },
  }),
];
