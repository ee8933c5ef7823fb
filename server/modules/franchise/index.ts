/** Franchise applications (加盟申请): from the lead to the paid contract. */
export { STATUS_PATH, statusLink } from './applicant';
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
export { revealApplicant } from './given';
export { franchiseHandlers } from './handlers';
export { franchiseJobs } from './jobs';
export { applicantColumn, franchiseApplications, sealedPlace } from './kind';
export { idMarkOf } from './parts';
export { stageOf } from './rules';
export {
  type ApplyRow,
  answersByVersion,
  channelResults,
  countSubmitted,
  findSubmitted,
  repeatedWithin,
} from './store';
export { submitApplication } from './submit';
export {
  type Asked,
  applicationsOf,
  askedById,
  askedOf,
  lockOwn,
  stateNow,
  supplyMaterial,
  wasSupplied,
} from './supply';
export { deleteUnused, insertUpload, unusedBytes, unusedOf } from './uploads';
