/** Health certificates of riders (健康证): submission, review, expiry. */
export { certificateAnswers } from './answers';
export { riderCertificateHandlers } from './handlers';
export { lapseCertificates } from './jobs';
export { certificates } from './kind';
export { remindRider } from './reminders';
export { moveCertificates } from './store';
