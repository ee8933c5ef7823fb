// Written by `npm run lists` from the files beside it; not edited by hand.
import type { Case } from './case';
import { feeRules } from './cost';
import { entries } from './fundAudit';
import { items } from './recon';
import { statementDocuments } from './statement';
import { adjusts } from './teamFund';
import { teamTerms } from './teamTerms';
import { applications } from './withdraw';

/** The kinds of documents of every module, for the approvals inbox. */
export const moduleCases: readonly Case[] = [
  feeRules,
  entries,
  items,
  statementDocuments,
  adjusts,
  teamTerms,
  applications,
];
