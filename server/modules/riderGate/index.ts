/** May this rider work now? The rule and its facts (DOMAIN §3.8). */
export { failuresOf, riderGate, whyText } from './facts';
export { type GateFacts, mayWork, RESULT_TEXT, type Verdict } from './gate';
export { policyIn } from './policy';
