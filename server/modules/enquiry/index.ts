/** Price enquiries (抖音询价): answers to the platform, and the page with enquiries and price rules. */
export { enquiryExportSources } from './exports';
export { countManualEnquiries } from './filter';
export { enquiryHandlers } from './handlers';
export { enquiryJobs } from './jobs';
export { type Quote, type QuoteFacts, quote } from './price';
export {
  cancelEnquiry,
  convertEnquiry,
  type EnquiryAnswer,
  type EnquiryInput,
  receiveEnquiry,
} from './receive';
export { rollUpEnquiries } from './roll-up';
export { streetOf } from './street';
export { answerAt } from './trial';
