import { NOTICE_DELIVERY } from '../../../contract/serviceNotice.fields';
import { maskTel } from '../../core/access/mask';
import { type ExportRow, resourceSource } from '../../core/export/resource-export';
import { type DeliveryInput, deliveryRows } from './deliveries';
import { requireTask } from './task-answers';

/** Export of a task's recipients. Phones are masked unless the caller has the permission, requests them and verifies the request. */

const telOf = ({ record }: ExportRow) => (record as { readonly tel: string | null }).tel;

export const serviceNoticeExportSources = [
  resourceSource(NOTICE_DELIVERY, {
    module: 'user.notice',
    table: 'service_notice_delivery',
    query: (ctx, input: DeliveryInput) => deliveryRows(ctx, input),
    words: async (ctx, { taskId }) => ({ taskNo: (await requireTask(ctx, taskId)).no }),
    names: {},
    columns: {
      userNo: { reads: ['userNo'], value: ({ record }) => String((record as { readonly userNo: number }).userNo) },
      tel: {
        reads: ['tel'],
        value: (row) => {
          const tel = telOf(row);
          return tel === null ? '' : maskTel(tel);
        },
        plain: (row) => telOf(row) ?? '',
      },
    },
  }),
];
