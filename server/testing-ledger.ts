/** A ledger on a database of its own, for tests of modules that stand on it. */
export { createTestLedger, type TestLedger } from './modules/ledger/testing';
