// Written by `npm run lists` from the files beside it; not edited by hand.
import type { Case } from './case';
import { entries } from './fundAudit';
import { statementDocuments } from './statement';
import { adjusts } from './teamFund';
import { applications } from './withdraw';

/** The kinds of documents of every module, for the approvals inbox. */
export const moduleCases: readonly Case[] = [entries, statementDocuments, adjusts, applications];
