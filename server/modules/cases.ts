// `npm run lists` generates this file from the index.ts files of the modules. Do not edit it by hand.
import type { Case } from './case';
import { feeRules } from './cost';
import { losses } from './foodLoss';
import { franchiseApplications } from './franchise';
import { franchiseeAdjusts } from './franchisee';
import { entries } from './fundAudit';
import { claims, policies } from './insurance';
import { items } from './recon';
import { certificates } from './riderCertificate';
import { riderIdentities } from './riderIdentity';
import { riders } from './riderWork';
import { incidents } from './siteIncident';
import { inspections } from './siteSafety';
import { statementDocuments } from './statement';
import { adjusts } from './teamFund';
import { teamTerms } from './teamTerms';
import { transfers } from './transfer';
import { blacklists } from './user';
import { applications } from './withdraw';

/** The kinds of documents of every module, for the approvals inbox. */
export const moduleCases: readonly Case[] = [
  feeRules,
  losses,
  franchiseApplications,
  franchiseeAdjusts,
  entries,
  claims,
  policies,
  items,
  certificates,
  riderIdentities,
  riders,
  incidents,
  inspections,
  statementDocuments,
  adjusts,
  teamTerms,
  transfers,
  blacklists,
  applications,
];
