/** Code of mini programs (小程序代码): versions, and the tasks that change them on the platforms. */
export { miniCodeHandlers } from './handlers';
export { codeTaskColumn } from './input';
export { miniCodeJobs } from './jobs';
export { createCodePlatforms } from './platforms';
export { miniCodeReceivers } from './receivers';
export { countRejected, freeCodeTasks } from './store';
