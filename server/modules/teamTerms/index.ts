/** Changes of stations' terms (DOMAIN §9, decision 30). One person proposes a change, another approves it. */
export { teamTermsExportSources } from './exports';
export { teamTermsHandlers } from './handlers';
export { teamTerms } from './kind';
