/** Monthly statements of stations (月结单): frozen figures, revisions, confirmation and disputes. */
export { disputedStatements } from './answers';
export { statementDocuments } from './decide';
export { statementExportSources } from './exports';
export { statementHandlers } from './handlers';
export { statementJobs } from './jobs';
export { makeStatements, pursueStatements } from './make';
export { monthsBack } from './month';
export { confirmStatement, disputeStatement } from './station';
export { statementsOfMonth } from './store';
