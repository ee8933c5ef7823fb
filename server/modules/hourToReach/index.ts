/** Hour-to-reach (抖音小时达配置): the public interface of this module. */
export { hourEndings } from './endings';
export { hourToReachHandlers } from './handlers';
export { hourToReachJobs } from './jobs';
export { hourToReachReceivers } from './receivers';
export { addReports, type DeliveryStep } from './reports';
export { shopColumn } from './shops';
