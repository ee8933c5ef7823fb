/** Insurance of riders (保险): the public interface of this module. */
export { claims } from './claims';
export {
  type Accepted,
  type CoverOffer,
  coverAt,
  coverOrders,
  coverStates,
  coversSince,
  insurerAt,
  offerFor,
} from './cover';
export { insuranceExportSources } from './exports';
export { insuranceHandlers } from './handlers';
export { insurerColumn } from './insurer';
export { insuranceJobs } from './jobs';
export { policies } from './kind';
export { countOpenClaims } from './lists';
export { insuranceReceivers } from './receivers';
export { compareMonth } from './recon-compare';
export { readPremiums } from './recon-file';
export { policiesOfRider } from './rider-answers';
export { claimByNo, productsOn } from './store';
export { coverState, hasCoverState, insuredRiders, isCovered, isUninsured, uninsuredRiders } from './summary';
