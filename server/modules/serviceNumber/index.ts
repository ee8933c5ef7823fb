/** Official account (微信服务号): its settings, menu, replies and staff notices, and the callback URL for the platform's messages. */
import type { Receiver } from '../../core/platforms/receiver';
import { serviceNumberReceiver } from './receiver';

export { type AccountValues, openedServiceNumber } from './account';
export { bindingAnswer, pushToFollowers } from './followers';
export { serviceNumberHandlers } from './handlers';
export { serviceNumberJobs } from './jobs';
export const serviceNumberReceivers: readonly Receiver[] = [serviceNumberReceiver as Receiver];
