/** Changes of stations' terms (DOMAIN §9, decision 30): proposed by one person, agreed by another. */
export { teamTermsExportSources } from './exports';
export { teamTermsHandlers } from './handlers';
export { teamTerms } from './kind';
