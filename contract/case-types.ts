// `npm run lists` generates this file from the other files of this folder. Do not edit it by hand.
import { proposalCase } from './approval.states';
import type { CaseType } from './case';
import { costRuleCase } from './cost.states';
import { foodLossCase } from './foodLoss.states';
import { franchiseCase } from './franchiseApply.states';
import { franchiseeAdjustCase } from './franchiseeAdjust.states';
import { fundAuditCase } from './fundAudit.states';
import { claimCase } from './insureClaim.states';
import { policyCase } from './insurePolicy.states';
import { reconCase } from './recon.states';
import { certificateCase } from './riderCertificate.states';
import { riderIdentityCase } from './riderIdentity.states';
import { riderCase } from './riderWork.states';
import { incidentCase } from './siteIncident.states';
import { inspectionCase } from './siteInspection.states';
import { statementCase } from './statement.states';
import { adjustCase } from './teamFund.states';
import { teamTermsCase } from './teamTerms.states';
import { transferCase } from './transfer.states';
import { blacklistCase } from './userBlacklist.states';
import { withdrawCase } from './withdraw.states';

/** The properties of a document kind that its page needs. */
export type CaseKind = Pick<CaseType, 'key' | 'title' | 'states' | 'steps'>;

/** All kinds of documents that users approve or reject, for the browser. The server has the same kinds with their effects. */
export const CASE_TYPES: readonly CaseKind[] = [
  proposalCase,
  costRuleCase,
  foodLossCase,
  franchiseCase,
  franchiseeAdjustCase,
  fundAuditCase,
  claimCase,
  policyCase,
  reconCase,
  certificateCase,
  riderIdentityCase,
  riderCase,
  incidentCase,
  inspectionCase,
  statementCase,
  adjustCase,
  teamTermsCase,
  transferCase,
  blacklistCase,
  withdrawCase,
];
