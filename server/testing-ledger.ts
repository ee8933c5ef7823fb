/** Opens a ledger on a separate database, for tests of modules that use the ledger. */
export { createTestLedger, type TestLedger } from './modules/ledger/testing';
