/** A ledger on a separate database, for tests of modules that use it. */
export { createTestLedger, type TestLedger } from './modules/ledger/testing';
