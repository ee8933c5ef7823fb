/** The rule that decides whether a rider may work now, and the data that it needs (DOMAIN §3.8). */
export { failuresOf, riderGate, whyText } from './facts';
export { type GateFacts, mayWork, RESULT_TEXT, type Verdict } from './gate';
export { policyIn } from './policy';
