import * as processNode from './0001_process_node';
import * as access from './0002_access';
import * as site from './0003_site';
import * as station from './0004_station';
import * as orders from './0005_orders';
import * as identity from './0006_identity';
import * as auditChain from './0007_audit_chain';
import * as staff from './0008_staff';
import * as notice from './0009_notice';
import * as secondFactor from './0010_second_factor';
import * as approval from './0011_approval';
import * as requestsAndChoices from './0012_requests_and_choices';
import * as savedView from './0014_saved_view';
import * as undo from './0015_undo';
import * as operation from './0016_operation';
import * as ledger from './0017_ledger';
import * as orderIntake from './0018_order_intake';
import * as ledgerPost from './0019_ledger_post';
import * as exportTask from './0020_export_task';
import * as teamFund from './0021_team_fund';
import * as billLists from './0022_bill_lists';
import * as fundAudit from './0023_fund_audit';
import * as financeInvoice from './0024_finance_invoice';
import * as openBills from './0026_open_bills';
import * as ledgerDays from './0027_ledger_days';
import * as takingBack from './0028_taking_back';
import * as proposalTeam from './0029_proposal_team';
import * as refundsByEvent from './0030_refunds_by_event';
import * as vouchersAndNumbers from './0031_vouchers_and_numbers';
import * as exportReach from './0032_export_reach';
import * as billSums from './0033_bill_sums';
import * as voucherOfTransaction from './0034_voucher_of_transaction';
import * as postingPlans from './0038_posting_plans';
import * as teamListed from './0039_team_listed';
import * as billVisibility from './0040_bill_visibility';
import * as settingVersions from './0042_setting_versions';
import * as rateLimit from './0043_rate_limit';
import * as caseStep from './0045_case_step';

/** One step of the database's history: its statements, each run by itself. */
interface Step {
  readonly statements: readonly string[];
}

/**
 * All steps in the order in which they run. A step that was released never changes: a correction is a new step.
 * The name is the file's name.
 */
export const migrations: readonly (readonly [name: string, step: Step])[] = [
  ['0001_process_node', processNode],
  ['0002_access', access],
  ['0003_site', site],
  ['0004_station', station],
  ['0005_orders', orders],
  ['0006_identity', identity],
  ['0007_audit_chain', auditChain],
  ['0008_staff', staff],
  ['0009_notice', notice],
  ['0010_second_factor', secondFactor],
  ['0011_approval', approval],
  ['0012_requests_and_choices', requestsAndChoices],
  ['0014_saved_view', savedView],
  ['0015_undo', undo],
  ['0016_operation', operation],
  ['0017_ledger', ledger],
  ['0018_order_intake', orderIntake],
  ['0019_ledger_post', ledgerPost],
  ['0020_export_task', exportTask],
  ['0021_team_fund', teamFund],
  ['0022_bill_lists', billLists],
  ['0023_fund_audit', fundAudit],
  ['0024_finance_invoice', financeInvoice],
  ['0026_open_bills', openBills],
  ['0027_ledger_days', ledgerDays],
  ['0028_taking_back', takingBack],
  ['0029_proposal_team', proposalTeam],
  ['0030_refunds_by_event', refundsByEvent],
  ['0031_vouchers_and_numbers', vouchersAndNumbers],
  ['0032_export_reach', exportReach],
  ['0033_bill_sums', billSums],
  ['0034_voucher_of_transaction', voucherOfTransaction],
  ['0038_posting_plans', postingPlans],
  ['0039_team_listed', teamListed],
  ['0040_bill_visibility', billVisibility],
  ['0042_setting_versions', settingVersions],
  ['0043_rate_limit', rateLimit],
  ['0045_case_step', caseStep],
];
