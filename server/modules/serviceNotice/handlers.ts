import { serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import { SERVICE_NOTICE } from '../../../contract/serviceNotice.states';
import { handlers } from '../../core/http/context';
import { countAudience, groundOf } from './audience';
import { deliveryList, noticesOfUser } from './deliveries';
import { uploadList } from './lists';
import { serviceNoticeIntakeHandlers } from './reach';
import { taskDetail, taskList } from './task-answers';
import {
  cancelTask,
  createTask,
  pauseTask,
  removeDraft,
  resumeTask,
  retryFailed,
  sendTask,
  sendToUsers,
  withdrawTask,
} from './tasks';
import { saveTemplate, templateChoices, templateDetail, templateList, templateWay, toggleTemplate } from './templates';
import { testSend } from './test-send';

const pageHandlers = handlers(serviceNoticeEndpoints, {
  'user.Notice/getTemplates': templateList,
  'user.Notice/getTemplate': templateDetail,
  'user.Notice/getTemplateChoices': templateChoices,
  'user.Notice/saveTemplate': saveTemplate,
  'user.Notice/toggleTemplate': toggleTemplate,
  'user.Notice/getTasks': taskList,
  'user.Notice/getTask': taskDetail,
  'user.Notice/getDeliveries': deliveryList,
  'user.Notice/getOfUser': noticesOfUser,
  'user.Notice/countAudience': async (ctx, { personType, audienceJson: audience, excludeBlacklist, templateId }) => {
    const way = templateId === undefined ? null : { personType, ...(await templateWay(ctx, templateId)) };
    const counted = await countAudience(ctx.db, await groundOf(ctx, { personType, audience, excludeBlacklist }), way);
    const needsOwner = counted.count > SERVICE_NOTICE.ownerAbove && ctx.actor.accountType !== 'owner';
    return { ...counted, needsOwner, asOf: ctx.clock.now().toISOString() };
  },
  'user.Notice/uploadList': uploadList,
  'user.Notice/createTask': createTask,
  'user.Notice/sendToUsers': sendToUsers,
  'user.Notice/testSend': testSend,
  'user.Notice/sendTask': sendTask,
  'user.Notice/removeDraft': removeDraft,
  'user.Notice/cancelTask': cancelTask,
  'user.Notice/pauseTask': pauseTask,
  'user.Notice/resumeTask': resumeTask,
  'user.Notice/retryFailed': retryFailed,
  'user.Notice/withdraw': withdrawTask,
});

export const serviceNoticeHandlers = { ...pageHandlers, ...serviceNoticeIntakeHandlers };
