/** Changes of stations' terms (DOMAIN §9, decision 30): one person proposes, another agrees. */
export { teamTermsExportSources } from './exports';
export { teamTermsHandlers } from './handlers';
export { teamTerms } from './kind';
