/** Hour-to-reach (抖音小时达配置): settings, shops, stores, reports of delivery states, and calls from the platform. */
export { hourEndings } from './endings';
export { hourToReachHandlers } from './handlers';
export { hourToReachJobs } from './jobs';
export { hourToReachReceivers } from './receivers';
export { addReports, type DeliveryStep } from './reports';
