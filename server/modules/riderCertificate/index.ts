/** Health certificates of riders (健康证): handed in, reviewed, and over on their day. */
export { certificateAnswers } from './answers';
export { riderCertificateHandlers } from './handlers';
export { lapseCertificates } from './jobs';
export { certificates } from './kind';
export { moveCertificates } from './store';
