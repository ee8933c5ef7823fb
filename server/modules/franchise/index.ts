/** Franchise applications (加盟申请): from the lead to the paid contract. */
export { revealApplicant } from './answers';
export { franchiseExportSources } from './exports';
export { franchiseWorkload } from './filter';
export { findApplications } from './find';
export {
  contentOf,
  deleteForm,
  type FormRow,
  formInState,
  formRows,
  insertForm,
  updateForm,
} from './forms';
export { franchiseHandlers } from './handlers';
export { franchiseJobs } from './jobs';
export { franchiseApplications } from './kind';
export { answersByVersion, channelResults, countSubmitted, findSubmitted } from './store';
export { submitApplication } from './submit';
export { deleteUnused, insertUpload, unusedBytes, unusedOf } from './uploads';
