import { accountLifecycle } from '@contract/account.states';
import { announcementLifecycle } from '@contract/announcement.states';
import { appVersionLifecycle } from '@contract/appVersion.states';
import { chargeLifecycle, costRuleCase } from '@contract/cost.states';
import { enquiryLifecycle, enquiryRuleLifecycle } from '@contract/enquiry.states';
import { EXPORT_KEYS, exportModule } from '@contract/export.modules';
import { exportLifecycle } from '@contract/exportTask.states';
import { foodLossCase } from '@contract/foodLoss.states';
import { franchiseCase } from '@contract/franchiseApply.states';
import { FRANCHISEE_ACTIONS } from '@contract/franchisee.states';
import { fundAuditCase } from '@contract/fundAudit.states';
import { AUTHORISE_RULE, hourEventLifecycle, hourReportLifecycle } from '@contract/hourToReach.states';
import { identityLifecycle } from '@contract/identity.states';
import { articleLifecycle, bannerLifecycle } from '@contract/information.states';
import { claimCase } from '@contract/insureClaim.states';
import { policyCase } from '@contract/insurePolicy.states';
import {
  CODE_ACTION_TEXT,
  CODE_PLATFORMS,
  hasAction,
  MINI_PLATFORMS,
  VERSION_ACTIONS,
} from '@contract/miniCode.states';
import { batchLifecycle, reconCase } from '@contract/recon.states';
import { riderCase } from '@contract/riderWork.states';
import { RULE } from '@contract/rule-ids';
import { SEARCH_KINDS, type SearchKindName } from '@contract/search.kinds';
import { noticeTaskLifecycle } from '@contract/serviceNotice.states';
import { incidentCase } from '@contract/siteIncident.states';
import { inspectionCase } from '@contract/siteInspection.states';
import { staffLifecycle } from '@contract/staff.states';
import { statementCase } from '@contract/statement.states';
import { SWITCH_KEYS, SWITCHES } from '@contract/switches';
import { teamLifecycle } from '@contract/team.states';
import { adjustCase } from '@contract/teamFund.states';
import { transferCase } from '@contract/transfer.states';
import { userLifecycle } from '@contract/user.states';
import { withdrawCase } from '@contract/withdraw.states';
import { history } from '@umijs/max';
import { type Command, runWhenOffered } from '@/app/commands/registry';
import { type Label, t } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import { chainOf, titleKeyOf } from '../pageTable';

/**
 * Declaration of a command for a page that is not open: a tab, a page action or an action of a record. An open page registers its own
 * commands (docs/decisions/0014). A test compares the declarations with the actions and tabs of the pages.
 */
interface Verb {
  readonly label: Label;
  /** Name of the table or group. Set if the label alone is ambiguous. */
  readonly about?: Label;
  /** URL inside the console. If `of` is set, the id of the record is appended. */
  readonly at: string;
  /** Permission id that the command requires in addition to the permission for the page. */
  readonly rule?: number | undefined;
  /** Identifier (`key`) of the command to run as soon as the opened page registers it. */
  readonly run?: string;
  /** Kind of record that the user must pick first. */
  readonly of?: SearchKindName;
  /** Set if the action belongs to a row. The list opens, and the user picks the row there. */
  readonly row?: true;
}

const TEAMS = '/teamList/index';
const USERS = '/userManage/userList';
const USER_DETAIL = '/userManage/userList/userDetails';
const SERVICE_NOTICES = '/userManage/serviceNotice';
const FUNDS = '/financial/teamFunding';
const FUND_DETAIL = '/financial/teamFunding/detail';
const INFORMATION = '/financial/information';
const STAFF = '/rightsManagement/staff';
const IDENTITY = '/rightsManagement/identity';
const RECORDS = '/rightsManagement/staff/employeeOperationRecords';
const ACCOUNTS = '/dashboard/accountManage';
const ACCOUNT = '/dashboard/accountInfo';
const NOTICES = '/dashboard/noticeManage';
const AUDIT = '/fundAudit/index';
const ENQUIRIES = '/enquiryManagement/index';
const HOUR = '/configCenter/configHourToReach';
const APP = '/configCenter/configureTheApp';
const ACCOUNT_PAGE = '/configCenter/configServiceNumber';
const WITHDRAW = '/financial/configure';
const APPLY = '/financial/apply';
const COSTS = '/financial/costManagement';
const RECON = '/financial/merchantIdFunds';
const SITE = '/site/index';
const FRANCHISEES = '/franchisee/franchiseeList';
const APPLICATIONS = '/franchisee/applicationList';
const APPLY_PAGE = '/franchisee/pageConfiguration';
const RIDERS = '/safetyModule/riderManage';
const INSURE = '/safetyModule/insureData';
const LOSSES = '/foodLossManagement/index';
const SAFETY = '/safetyModule/siteSafety/index';
const EXPORTS = '/exportTask/exportList';
const CONTENT = '/information/index';
const ANNOUNCEMENTS = '/announcementCenter/announcementCenter';

/** Tabs of the page that shows one user. */
const USER_TABS = {
  overview: 'user.tabOverview',
  orders: 'user.tabOrders',
  balance: 'user.tabBalance',
  coupons: 'user.tabCoupons',
  losses: 'user.tabLosses',
  addresses: 'user.tabAddresses',
  notices: 'user.tabNotices',
  black: 'user.tabBlack',
  devices: 'user.tabDevices',
  remarks: 'user.tabRemarks',
} as const;

/** Creates the command that opens a tab. */
const tab = (label: Label, at: string, rule?: number): Verb => ({ label, at, rule });
/** Creates the command for a button of a page. */
const button = (label: string & Label, at: string, rule?: number): Verb => ({ label, at, rule, run: `page.${label}` });
/** Returns a function that creates commands on records of one kind. @param open URL to which the id of the record is appended */
const ofRecord =
  (of: SearchKindName, open: string) =>
  (key: string, label: Label, rule?: number): Verb => ({ label, at: open, rule, run: `row.${key}`, of });
/** Creates the command for an action of a list row. */
const ofRow = (label: Label, at: string, rule?: number): Verb => ({ label, at, rule, row: true });

/** Returns the permission id of a lifecycle step, if it has one. */
const ruleOf = (step: object): number | undefined =>
  'rule' in step && typeof step.rule === 'number' ? step.rule : undefined;

const team = ofRecord('team', `${TEAMS}?open=`);
const fund = ofRecord('team', `${FUND_DETAIL}?teamId=`);
const staff = ofRecord('staff', `${STAFF}?open=`);
const user = ofRecord('user', `${USER_DETAIL}?id=`);
const account = ofRecord('account', `${ACCOUNTS}?open=`);
const identity = ofRecord('identity', `${IDENTITY}?open=`);
const rider = ofRecord('rider', `${RIDERS}?open=`);
const franchisee = ofRecord('franchisee', `${FRANCHISEES}?open=`);

/** URLs inside the console that show the list of an endpoint. The key is the endpoint. */
const LISTS: Readonly<Record<string, string>> = {
  'team.Team/getList': TEAMS,
  'user.User/getList': USERS,
  'rights.Staff/getList': STAFF,
  'dashboard.AccountManage/getList': ACCOUNTS,
  'dashboard.Index/getOverview': '/dashboard/index',
  'finance.Bill/getList': '/financial/bill',
  'finance.Information/getByTeam': `${INFORMATION}?part=summary`,
  'finance.Information/getMovements': `${INFORMATION}?part=movements`,
  'finance.Information/getTrialBalance': `${INFORMATION}?part=trial`,
  'finance.Information/getDays': `${INFORMATION}?part=days`,
  'finance.Statement/getList': '/financial/bill?part=statements',
  'finance.TeamFund/getList': FUNDS,
  'finance.Withdraw/getList': APPLY,
  'finance.Cost/getRules': COSTS,
  'finance.Cost/getCharges': `${COSTS}?part=charges`,
  'finance.Recon/getBatches': RECON,
  'finance.Recon/getItems': `${RECON}?part=items`,
  'fundAudit.Rider/getList': AUDIT,
  'franchise.Apply/getList': APPLICATIONS,
  'franchise.Franchisee/getList': FRANCHISEES,
  'safety.Rider/getList': RIDERS,
  'safety.Insure/getPolicies': INSURE,
  'safety.Insure/getClaims': `${INSURE}?part=claims`,
  'safety.Site/getInspections': SAFETY,
  'safety.Site/getIncidents': `${SAFETY}?part=incidents`,
  'safety.Site/getScores': `${SAFETY}?part=scores`,
  'enquiry.Enquiry/getList': ENQUIRIES,
  'rights.Record/getList': RECORDS,
};

function exportVerb(key: (typeof EXPORT_KEYS)[number]): readonly Verb[] {
  const { list, rule, text } = exportModule(key);
  const label = 'exportTask.export';
  const run = 'page.export';
  if (list === 'finance.TeamFund/getFlow')
    return [{ label, about: text, at: `${FUND_DETAIL}?teamId=`, rule, run, of: 'team' }];
  const at = LISTS[list];
  return at === undefined ? [] : [{ label, about: text, at, rule, run }];
}

const MINI_CODE: readonly Verb[] = MINI_PLATFORMS.flatMap((platform) => {
  const { path, operate } = CODE_PLATFORMS[platform];
  const at = `${path}?tab=code`;
  return [
    tab('miniCode.title', at),
    button('miniCode.upload', at, operate),
    button('miniCode.sync', at, operate),
    ...VERSION_ACTIONS.filter((action) => hasAction(platform, action)).map((action) =>
      ofRow(CODE_ACTION_TEXT[action], at, operate),
    ),
  ];
});

export const VERBS: readonly Verb[] = [
  // Commands for stations.
  { label: 'team.create', at: '/teamList/addTeam', rule: RULE['team.list.create'] },
  { label: 'team.map', about: 'team.title', at: `${TEAMS}?view=map` },
  team('operation', 'team.operation', RULE['team.operation']),
  team('edit', 'team.edit', RULE['team.list.edit']),
  ...(['start', 'pause', 'resume', 'unfreeze', 'freeze', 'close', 'removeDraft'] as const).map((step) => {
    const { text, ...of } = teamLifecycle.transition(step);
    return team(step, text, ruleOf(of));
  }),
  ofRow('terms.setPlan', TEAMS, RULE['team.list.edit']),
  ofRow('team.announce', TEAMS, RULE['announcement.create']),
  team('terms', 'terms.propose', RULE['team.list.edit']),
  team('copy', 'team.copy', RULE['team.list.create']),
  team('consoleTicket', 'team.console', RULE['team.list.consoleTicket']),
  ...SWITCH_KEYS.map((key) => ({
    label: SWITCHES[key].text,
    at: '/teamList/teamOperation?id=',
    of: 'team' as const,
    rule: RULE['team.operation'],
  })),
  ofRow('operation.bulk', '/teamList/teamOperation', RULE['team.operation.bulkSwitch']),
  // Commands for users.
  ...(Object.keys(USER_TABS) as (keyof typeof USER_TABS)[]).map((part) => ({
    label: USER_TABS[part],
    at: `${USER_DETAIL}?tab=${part}&id=`,
    of: 'user' as const,
    rule: part === 'losses' ? RULE.foodLoss : RULE['user.detail'],
  })),
  { label: 'user.detail', at: `${USER_DETAIL}?id=`, of: 'user', rule: RULE['user.detail'] },
  user('adjust', 'user.adjust', RULE['user.list.balance']),
  user('sendCoupon', 'user.sendCoupon', RULE['user.list.coupon']),
  user('tag', 'user.tag', RULE['user.list.edit']),
  user('blacklist', userLifecycle.transition('blacklist').text, RULE['user.list.blacklist']),
  user('liftBlacklist', userLifecycle.transition('liftBlacklist').text, RULE['user.list.blacklist']),
  ...(
    [
      ['user.revoke', 'coupons', RULE['user.list.coupon']],
      ['user.addRemark', 'remarks', RULE['user.detail.create']],
      ['user.editRemark', 'remarks', RULE['user.detail.edit']],
    ] as const
  ).map(([label, part, rule]) => ({ label, at: `${USER_DETAIL}?tab=${part}&id=`, of: 'user' as const, rule })),
  // Commands for station funds.
  tab('fund.tabStations', FUNDS),
  tab('fund.tabAdjusts', `${FUNDS}?tab=adjusts`),
  { label: 'fund.flow', at: `${FUND_DETAIL}?tab=flow&teamId=`, of: 'team' },
  { label: 'fund.settlement', at: `${FUND_DETAIL}?tab=pending&teamId=`, of: 'team' },
  { label: 'fund.receivables', at: `${FUND_DETAIL}?tab=receivables&teamId=`, of: 'team' },
  { label: 'fund.deposit', at: `${FUND_DETAIL}?tab=deposit&teamId=`, of: 'team' },
  { label: 'fund.detail', at: `${FUND_DETAIL}?teamId=`, of: 'team' },
  fund('adjust', 'fund.adjust', RULE['financial.teamFunding.adjustSubmit']),
  fund('settleNow', 'fund.settleNow', RULE['financial.teamFunding.settle']),
  fund('hold', 'fund.hold', RULE['financial.teamFunding.freeze']),
  fund('releaseHold', 'fund.releaseHold', RULE['financial.teamFunding.freeze']),
  fund('freeze', 'fund.freeze', RULE['financial.teamFunding.freeze']),
  fund('unfreeze', 'fund.unfreeze', RULE['financial.teamFunding.freeze']),
  fund('recordDeposit', 'fund.recordDeposit', RULE['financial.teamFunding.adjustSubmit']),
  fund('refundDeposit', 'fund.refundDeposit', RULE['financial.teamFunding.adjustSubmit']),
  ofRow('fund.remind', FUNDS, RULE['financial.teamFunding.settle']),
  ...(['releaseLine', 'holdLine', 'unholdLine'] as const).map((key) => ({
    label: `fund.${key}` as const,
    at: `${FUND_DETAIL}?tab=pending&teamId=`,
    rule: RULE['financial.teamFunding.settle'],
    of: 'team' as const,
  })),
  ofRow(
    adjustCase.steps.approve.text,
    `${FUNDS}?tab=adjusts&state=pending`,
    RULE['financial.teamFunding.adjustApprove'],
  ),
  ofRow(
    adjustCase.steps.reject.text,
    `${FUNDS}?tab=adjusts&state=pending`,
    RULE['financial.teamFunding.adjustApprove'],
  ),
  ofRow(adjustCase.steps.cancel.text, `${FUNDS}?tab=adjusts&state=pending`, RULE['financial.teamFunding.adjustSubmit']),
  // Commands for bookkeeping.
  tab('finance.partOverview', INFORMATION),
  tab('finance.partSummary', `${INFORMATION}?part=summary`),
  tab('finance.partMovements', `${INFORMATION}?part=movements`),
  tab('finance.partTrial', `${INFORMATION}?part=trial`),
  tab('finance.partDays', `${INFORMATION}?part=days`),
  tab('finance.partEscrow', `${INFORMATION}?part=escrow`),
  tab('finance.partInvoice', `${INFORMATION}?part=invoice`),
  ofRow('finance.closeDay', `${INFORMATION}?part=days`, RULE['financial.information.closeDay']),
  ofRow('finance.reopenDay', `${INFORMATION}?part=days`, RULE['financial.information.closeDay']),
  ofRow('finance.refundRest', `${INFORMATION}?part=escrow`, RULE['financial.bill.reverse']),
  ofRow('finance.settleCancelled', `${INFORMATION}?part=escrow`, RULE['financial.bill.reverse']),
  tab('statement.tabBills', '/financial/bill'),
  tab('statement.tab', '/financial/bill?part=statements'),
  ofRow('bill.reverse', '/financial/bill', RULE['financial.bill.reverse']),
  ofRow('bill.reverseSettlement', '/financial/bill', RULE['financial.bill.reverse']),
  ...(
    [
      ['answer', 'disputed'],
      ['send', 'draft'],
      ['revise', 'pendingConfirm,confirmed'],
    ] as const
  ).map(([step, state]) =>
    ofRow(
      statementCase.transition(step).text,
      `/financial/bill?part=statements&state=${state}`,
      RULE['financial.information.statement'],
    ),
  ),
  { label: 'statement.tab', about: 'menu.teamFundingDetail', at: `${FUND_DETAIL}?tab=statements&teamId=`, of: 'team' },
  // Commands for the withdrawal configuration.
  ...(['team', 'rider', 'franchisee'] as const).map((group) =>
    tab(`withdraw.tab_${group}`, `${WITHDRAW}?tab=${group}`),
  ),
  // Commands for withdrawal applications.
  ...(
    [
      ['approve', 'pendingReview', RULE['financial.apply.review']],
      ['reject', 'pendingReview', RULE['financial.apply.review']],
      ['revoke', 'approved', RULE['financial.apply.review']],
      ['pay', 'approved', RULE['financial.apply.pay']],
      ['payOffline', 'approved', RULE['financial.apply.markOffline']],
      ['retry', 'payFailed', RULE['financial.apply.query']],
      ['closeFailed', 'payFailed', RULE['financial.apply.pay']],
      ['recordReturn', 'paid', RULE['financial.apply.pay']],
    ] as const
  ).map(([step, state, rule]) => ofRow(withdrawCase.transition(step).text, `${APPLY}?state=${state}`, rule)),
  ofRow('withdrawal.query', `${APPLY}?state=paying,awaitPayee,unknown`, RULE['financial.apply.query']),
  // Commands for fee management.
  tab('costRule.tabRules', COSTS),
  tab('costRule.tabPlans', `${COSTS}?part=plans`),
  tab('costRule.tabCharges', `${COSTS}?part=charges`),
  tab('costRule.tabCalculator', `${COSTS}?part=calculator`),
  { label: 'costRule.add', at: `${COSTS}?form=new`, rule: RULE['financial.cost.create'] },
  { label: 'feePlan.add', at: `${COSTS}?part=plans&form=new`, rule: RULE['financial.cost.create'] },
  ...(
    [
      ['submitRule', 'draft', RULE['financial.cost.edit']],
      ['publish', 'pendingApproval', RULE['financial.cost.publish']],
      ['reject', 'pendingApproval', RULE['financial.cost.publish']],
      ['recall', 'pendingApproval', RULE['financial.cost.edit']],
      ['disable', 'published', RULE['financial.cost.publish']],
    ] as const
  ).map(([step, state, rule]) => ofRow(costRuleCase.transition(step).text, `${COSTS}?state=${state}`, rule)),
  ofRow('costRule.edit', COSTS, RULE['financial.cost.edit']),
  ofRow('costRule.copy', COSTS, RULE['financial.cost.create']),
  ofRow('costRule.remove', `${COSTS}?state=draft`, RULE['financial.cost.delete']),
  ofRow('feePlan.edit', `${COSTS}?part=plans`, RULE['financial.cost.edit']),
  ofRow('feePlan.remove', `${COSTS}?part=plans`, RULE['financial.cost.delete']),
  ofRow(chargeLifecycle.transition('collect').text, `${COSTS}?part=charges&state=owed`, RULE['financial.cost.waive']),
  ofRow(chargeLifecycle.transition('waive').text, `${COSTS}?part=charges`, RULE['financial.cost.waive']),
  // Commands for the reconciliation with payment platforms.
  tab('recon.partBatches', RECON),
  tab('recon.partItems', `${RECON}?part=items`),
  tab('recon.partNumbers', `${RECON}?part=numbers`),
  tab('transfer.part', `${RECON}?part=transfers`),
  tab('recon.partSuspense', `${RECON}?part=suspense`),
  { label: 'transfer.propose', at: `${RECON}?form=transfer`, rule: RULE['financial.merchant.transfer'] },
  ...(
    [
      ['approve', 'pending', RULE['financial.merchant.approveTransfer']],
      ['reject', 'pending', RULE['financial.merchant.approveTransfer']],
      ['withdraw', 'pending', RULE['financial.merchant.transfer']],
      ['bookOut', 'byHand', RULE['financial.merchant.transfer']],
      ['abandon', 'byHand', RULE['financial.merchant.transfer']],
      ['bookIn', 'inTransit', RULE['financial.merchant.transfer']],
      ['bookReturn', 'inTransit', RULE['financial.merchant.transfer']],
    ] as const
  ).map(([step, state, rule]) =>
    ofRow(transferCase.transition(step).text, `${RECON}?part=transfers&state=${state}`, rule),
  ),
  { label: 'recon.fetch', at: `${RECON}?form=fetch`, rule: RULE['financial.merchant.handle'] },
  { label: 'recon.upload', at: `${RECON}?form=upload`, rule: RULE['financial.merchant.handle'] },
  ofRow(batchLifecycle.transition('refetch').text, RECON, RULE['financial.merchant.handle']),
  ofRow(batchLifecycle.transition('compare').text, RECON, RULE['financial.merchant.handle']),
  ofRow(batchLifecycle.transition('closeBatch').text, RECON, RULE['financial.merchant.close']),
  ofRow(
    reconCase.transition('handle').text,
    `${RECON}?part=items&state=open,handling`,
    RULE['financial.merchant.handle'],
  ),
  ofRow(
    reconCase.transition('assign').text,
    `${RECON}?part=items&state=open,handling`,
    RULE['financial.merchant.handle'],
  ),
  ofRow(
    reconCase.transition('markTiming').text,
    `${RECON}?part=items&state=open,handling`,
    RULE['financial.merchant.handle'],
  ),
  ofRow(
    reconCase.transition('writeOff').text,
    `${RECON}?part=items&state=open,handling`,
    RULE['financial.merchant.writeOff'],
  ),
  ofRow('recon.save', `${RECON}?part=numbers`, RULE['financial.merchant.handle']),
  // Commands for the rider fund audit.
  { label: 'fundAudit.add', at: `${AUDIT}?form=new`, rule: RULE['fundAudit.submit'] },
  { label: 'fundAudit.import', about: 'menu.fundAudit', at: `${AUDIT}?form=import`, rule: RULE['fundAudit.submit'] },
  ...(['approve', 'return', 'reject', 'resubmit', 'withdraw', 'waive'] as const).map((step) =>
    ofRow(
      fundAuditCase.transition(step).text,
      `${AUDIT}?state=${{ resubmit: 'returned', waive: 'owing' }[step as string] ?? 'pending'}`,
      step === 'resubmit' || step === 'withdraw' ? RULE['fundAudit.submit'] : RULE['fundAudit.check'],
    ),
  ),
  ofRow('fundAudit.appeal', AUDIT, RULE['fundAudit.submit']),
  // Commands for franchise applications.
  { label: 'franchiseApply.register', at: `${APPLICATIONS}?form=new`, rule: RULE['franchise.apply.edit'] },
  { label: 'franchiseApply.viewFunnel', about: 'menu.applicationList', at: `${APPLICATIONS}?view=funnel` },
  ...(
    [
      ...(['claim', 'assign', 'follow', 'visit', 'backToFollow', 'handIn', 'supply', 'approve'] as const),
      ...(['askMaterial', 'decline', 'reject', 'sign', 'open', 'close', 'reopen'] as const),
    ] as const
  ).map((step) =>
    ofRow(
      franchiseCase.transition(step).text,
      `${APPLICATIONS}?state=${franchiseCase.steps[step].from.join(',')}`,
      franchiseCase.steps[step].rule,
    ),
  ),
  ofRow('franchiseApply.openStation', `${APPLICATIONS}?state=opened`, RULE['team.list.create']),
  // Commands for the public application page.
  { label: 'franchisePage.tabBuilder', about: 'menu.pageConfiguration', at: APPLY_PAGE },
  { label: 'franchisePage.tabVersions', about: 'menu.pageConfiguration', at: `${APPLY_PAGE}?tab=versions` },
  { label: 'franchisePage.tabChannels', about: 'menu.pageConfiguration', at: `${APPLY_PAGE}?tab=channels` },
  {
    label: 'franchisePage.newChannel',
    at: `${APPLY_PAGE}?tab=channels&form=new`,
    rule: RULE['franchise.page.edit'],
  },
  ...(['qr', 'switchOff', 'switchOn'] as const).map((action) =>
    ofRow(`franchisePage.${action}`, `${APPLY_PAGE}?tab=channels`, RULE['franchise.page.edit']),
  ),
  ofRow('franchisePage.editVersion', `${APPLY_PAGE}?tab=versions`, RULE['franchise.page.edit']),
  ofRow('franchisePage.archive', `${APPLY_PAGE}?tab=versions`, RULE['franchise.page.publish']),
  // Commands for franchisees.
  ...(
    [
      'edit',
      'renew',
      'setTerritory',
      'setPayee',
      'newStation',
      'adjustFund',
      'resetAccount',
      'suspend',
      'resume',
      'terminate',
    ] as const
  ).map((action) => franchisee(action, `franchisee.${action}`, FRANCHISEE_ACTIONS[action].rule)),
  ofRow('franchisee.verifyPayee', FRANCHISEES, FRANCHISEE_ACTIONS.setPayee.rule),
  // Commands for riders.
  ...(['admit', 'refuse', 'activate', 'suspend', 'resume', 'transfer', 'offboard', 'rejoin'] as const).map((step) =>
    rider(step, riderCase.transition(step).text, riderCase.steps[step].rule),
  ),
  rider('askFaceCheck', 'rider.askFace', RULE['safety.rider.suspend']),
  rider('savePhoto', 'rider.changePhoto', RULE['safety.rider.edit']),
  rider('submitCertificate', 'rider.submitCertificate', RULE['safety.rider.edit']),
  rider('recordViolation', 'rider.recordViolation', RULE['safety.rider.edit']),
  rider('assignTraining', 'rider.assignTraining', RULE['safety.rider.edit']),
  ofRow('rider.remind', `${RIDERS}?expiring=true`, RULE['safety.rider.edit']),
  // Commands for food losses.
  tab('foodLoss.tabCases', LOSSES),
  tab('foodLoss.tabFigures', `${LOSSES}?part=figures`),
  { label: 'foodLoss.create', at: `${LOSSES}?form=new`, rule: RULE['foodLoss.create'] },
  ...(
    [
      ...(['accept', 'askEvidence', 'decide', 'payNow', 'appeal', 'decideAppeal'] as const),
      ...(['recordRefund', 'refundFailed', 'retryPay', 'close', 'reject', 'cancel'] as const),
    ] as const
  ).map((step) =>
    ofRow(
      foodLossCase.transition(step).text,
      `${LOSSES}?state=${foodLossCase.steps[step].from.join(',')}`,
      foodLossCase.steps[step].rule,
    ),
  ),
  ofRow('foodLoss.addEvidence', LOSSES, RULE['foodLoss.accept']),
  ofRow('foodLoss.assign', LOSSES, RULE['foodLoss.accept']),
  ofRow('foodLoss.remind', LOSSES, RULE['foodLoss.accept']),
  // Commands for insurance.
  ofRow('insurePolicy.ePolicy', INSURE),
  ofRow('insureRecon.resolve', `${INSURE}?part=recon`, RULE['safety.insure.edit']),
  ofRow('insureRecon.adjust', `${INSURE}?part=recon`, RULE['safety.insure.remit']),
  tab('insure.tabPolicies', INSURE),
  tab('insure.tabClaims', `${INSURE}?part=claims`),
  tab('insure.tabProducts', `${INSURE}?part=products`),
  tab('insure.tabRecon', `${INSURE}?part=recon`),
  { label: 'insure.charts', about: 'menu.insureData', at: `${INSURE}?view=charts` },
  button('insurePolicy.create', INSURE, RULE['safety.insure.create']),
  ofRow(policyCase.transition('retryPolicy').text, `${INSURE}?state=failed`, RULE['safety.insure.edit']),
  ofRow(policyCase.transition('surrender').text, `${INSURE}?state=insured`, RULE['safety.insure.edit']),
  ofRow('insurePolicy.claim', INSURE, RULE['safety.insure.claim']),
  ...(Object.keys(claimCase.steps) as (keyof typeof claimCase.steps)[]).map((step) =>
    ofRow(
      claimCase.transition(step).text,
      `${INSURE}?part=claims&state=${claimCase.steps[step].from.join(',')}`,
      RULE['safety.insure.claim'],
    ),
  ),
  button('insureProduct.create', `${INSURE}?part=products`, RULE['safety.insure.create']),
  ofRow('insureProduct.edit', `${INSURE}?part=products`, RULE['safety.insure.edit']),
  ofRow('insureProduct.switchOn', `${INSURE}?part=products&state=off`, RULE['safety.insure.edit']),
  ofRow('insureProduct.switchOff', `${INSURE}?part=products&state=on`, RULE['safety.insure.edit']),
  ofRow('insureRecon.upload', `${INSURE}?part=recon`, RULE['safety.insure.edit']),
  ofRow('insureRecon.remit', `${INSURE}?part=recon`, RULE['safety.insure.remit']),
  // Commands for site safety.
  button('siteInspection.plan', SAFETY, RULE['safety.site.create']),
  button('siteIncident.report', SAFETY, RULE['safety.site.incident']),
  button('siteChecklist.add', `${SAFETY}?part=checklists`, RULE['safety.site.edit']),
  tab('siteInspection.tabInspections', SAFETY),
  tab('siteInspection.tabIncidents', `${SAFETY}?part=incidents`),
  tab('siteInspection.tabChecklists', `${SAFETY}?part=checklists`),
  tab('siteInspection.tabScores', `${SAFETY}?part=scores`),
  ...(['start', 'recheck', 'assign', 'extend', 'cancel'] as const).map((step) =>
    ofRow(
      inspectionCase.transition(step).text,
      `${SAFETY}?state=${inspectionCase.steps[step].from.join(',')}`,
      inspectionCase.steps[step].rule,
    ),
  ),
  ofRow('siteInspection.remind', SAFETY, RULE['safety.site.edit']),
  ofRow('siteInspection.exportReport', SAFETY),
  ofRow('siteInspection.fix', `${SAFETY}?state=rectifying`, RULE['safety.site.edit']),
  ofRow('siteIncident.editMeasures', `${SAFETY}?part=incidents`, RULE['safety.site.incident']),
  ofRow('siteChecklist.edit', `${SAFETY}?part=checklists`, RULE['safety.site.edit']),
  ofRow('siteChecklist.publish', `${SAFETY}?part=checklists`, RULE['safety.site.edit']),
  ofRow('siteChecklist.retire', `${SAFETY}?part=checklists`, RULE['safety.site.edit']),
  ...(['investigate', 'close', 'void'] as const).map((step) =>
    ofRow(
      incidentCase.transition(step).text,
      `${SAFETY}?part=incidents&state=${incidentCase.steps[step].from.join(',')}`,
      incidentCase.steps[step].rule,
    ),
  ),
  // Commands for service notices and price enquiries.
  tab('serviceNotice.tabTasks', SERVICE_NOTICES),
  tab('serviceNotice.tabTemplates', `${SERVICE_NOTICES}?part=templates`),
  { label: 'serviceNotice.add', at: `${SERVICE_NOTICES}?form=new`, rule: RULE['user.notice.send'] },
  {
    label: 'noticeTemplate.add',
    at: `${SERVICE_NOTICES}?part=templates&form=new`,
    rule: RULE['user.notice.create'],
  },
  ...(
    [
      ['send', 'draft'],
      ['pause', 'sending'],
      ['resume', 'paused'],
      ['retryFailed', 'partFailed'],
      ['cancel', 'draft,scheduled'],
    ] as const
  ).map(([step, state]) =>
    ofRow(noticeTaskLifecycle.transition(step).text, `${SERVICE_NOTICES}?state=${state}`, RULE['user.notice.send']),
  ),
  ofRow('serviceNotice.withdraw', `${SERVICE_NOTICES}?channel=inSite`, RULE['user.notice.send']),
  ofRow('serviceNotice.report', SERVICE_NOTICES),
  ofRow('serviceNotice.copy', SERVICE_NOTICES, RULE['user.notice.send']),
  ofRow('serviceNotice.editDraft', `${SERVICE_NOTICES}?status=draft`, RULE['user.notice.send']),
  ofRow('serviceNotice.removeDraft', `${SERVICE_NOTICES}?status=draft`, RULE['user.notice.send']),
  ofRow('serviceNotice.testSend', `${SERVICE_NOTICES}?form=new`, RULE['user.notice.send']),
  ofRow('serviceNotice.sendNotice', USERS, RULE['user.notice.send']),
  ofRow('noticeTemplate.enable', `${SERVICE_NOTICES}?part=templates`, RULE['user.notice.edit']),
  ofRow('noticeTemplate.disable', `${SERVICE_NOTICES}?part=templates`, RULE['user.notice.edit']),
  ofRow('noticeTemplate.edit', `${SERVICE_NOTICES}?part=templates`, RULE['user.notice.edit']),
  tab('enquiry.tabList', ENQUIRIES),
  tab('enquiry.tabRules', `${ENQUIRIES}?part=rules`),
  tab('enquiry.tabBlocks', `${ENQUIRIES}?part=blocks`),
  { label: 'enquiry.charts', about: 'menu.enquiry', at: `${ENQUIRIES}?view=charts` },
  ofRow(enquiryLifecycle.transition('quote').text, `${ENQUIRIES}?state=manual`, RULE['enquiry.quote']),
  ofRow('enquiry.follow', ENQUIRIES, RULE['enquiry.quote']),
  ofRow('enquiry.testQuote', ENQUIRIES, RULE['enquiry.quote']),
  ofRow('enquiry.blockShop', ENQUIRIES, RULE['enquiry.quote']),
  ofRow('shopBlock.unblock', `${ENQUIRIES}?part=blocks`, RULE['enquiry.quote']),
  { label: 'enquiryRule.add', at: `${ENQUIRIES}?part=rules&form=new`, rule: RULE['enquiry.rules'] },
  { label: 'enquiryRule.try', about: 'menu.enquiry', at: `${ENQUIRIES}?part=rules&form=try` },
  ...(['publishRule', 'disableRule', 'removeRule'] as const).map((step) =>
    ofRow(enquiryRuleLifecycle.transition(step).text, `${ENQUIRIES}?part=rules`, RULE['enquiry.rules']),
  ),
  ofRow('enquiryRule.edit', `${ENQUIRIES}?part=rules`, RULE['enquiry.rules']),
  // Commands for Hour-to-reach.
  tab('hourShop.tab', `${HOUR}?tab=shops`),
  tab('hourStore.tab', `${HOUR}?tab=stores`),
  tab('hourReport.tab', `${HOUR}?tab=reports`),
  tab('hourEvent.tab', `${HOUR}?tab=events`),
  button('hourShop.authorise', `${HOUR}?tab=shops`, AUTHORISE_RULE),
  button('hourShop.openAuthorise', `${HOUR}?tab=shops`, AUTHORISE_RULE),
  ofRow('hourShop.refresh', `${HOUR}?tab=shops`, AUTHORISE_RULE),
  ofRow('hourShop.sync', `${HOUR}?tab=shops`, RULE['config.hourToReach.edit']),
  ofRow('hourStore.bind', `${HOUR}?tab=stores`, RULE['config.hourToReach.edit']),
  ofRow('hourStore.unbind', `${HOUR}?tab=stores`, RULE['config.hourToReach.edit']),
  ofRow('hourStore.test', `${HOUR}?tab=stores`, RULE['config.hourToReach.edit']),
  ofRow(
    hourReportLifecycle.transition('replayReport').text,
    `${HOUR}?tab=reports&state=dead`,
    RULE['config.hourToReach.edit'],
  ),
  ofRow(
    hourEventLifecycle.transition('repeatEvent').text,
    `${HOUR}?tab=events&state=failed`,
    RULE['config.hourToReach.edit'],
  ),
  // Commands for mini programs, the official account and apps.
  ...MINI_CODE,
  tab('serviceNumber.menuTab', `${ACCOUNT_PAGE}?tab=serviceMenu`),
  tab('serviceNumber.replyTab', `${ACCOUNT_PAGE}?tab=serviceReply`),
  tab('appVersion.tab', `${APP}?tab=versions`),
  { label: 'appVersion.add', at: `${APP}?tab=versions&form=new`, rule: RULE['config.app.create'] },
  ofRow('appVersion.edit', `${APP}?tab=versions&state=draft`, RULE['config.app.create']),
  ofRow(
    appVersionLifecycle.transition('publishVersion').text,
    `${APP}?tab=versions&state=draft`,
    RULE['config.app.publish'],
  ),
  ...(['withdrawVersion', 'setForce', 'setGray'] as const).map((step) =>
    ofRow(appVersionLifecycle.transition(step).text, `${APP}?tab=versions&state=published`, RULE['config.app.publish']),
  ),
  // Commands for staff and permissions.
  { label: 'staff.add', at: `${STAFF}?form=new`, rule: RULE['rights.staff.create'] },
  { label: 'staff.importTitle', at: `${STAFF}?form=import`, rule: RULE['rights.staff.create'] },
  tab('staff.departments', `${STAFF}?form=departments`),
  staff('edit', 'staff.edit', RULE['rights.staff.edit']),
  staff('setIdentity', 'staff.setIdentity', RULE['rights.staff.edit']),
  staff('resetPassword', 'staff.resetPassword', RULE['rights.staff.reset']),
  staff('handOver', 'staff.handOver', RULE['rights.staff.edit']),
  staff('records', 'staff.records', RULE['rights.record']),
  ...(['enable', 'disable', 'remove'] as const).map((step) => {
    const { text, ...of } = staffLifecycle.transition(step);
    return staff(step, text, ruleOf(of));
  }),
  button('record.chain', RECORDS),
  { label: 'identity.create', at: `${IDENTITY}?new=1`, rule: RULE['rights.identity.create'] },
  tab('identity.xray', `${IDENTITY}?explain=person:`),
  tab('identity.compareTitle', `${IDENTITY}?compare=`),
  identity('edit', 'identity.editAction', RULE['rights.identity.edit']),
  identity('explain', 'identity.xrayAction'),
  identity('copy', 'identity.copy', RULE['rights.identity.create']),
  identity('compare', 'identity.compare'),
  identity('staff', 'identity.staffList', RULE['rights.staff']),
  ...(['enable', 'disable', 'remove'] as const).map((step) => {
    const { text, ...of } = identityLifecycle.transition(step);
    return identity(step, text, ruleOf(of));
  }),
  // Commands for accounts.
  { label: 'accounts.create', at: `${ACCOUNTS}?form=new`, rule: RULE['dashboard.accountManage.create'] },
  account('edit', 'accounts.edit', RULE['dashboard.accountManage.edit']),
  account('resetPassword', 'accounts.resetPassword', RULE['dashboard.accountManage.reset']),
  account('forceLogout', 'accounts.forceLogout', RULE['dashboard.accountManage.lock']),
  ofRow('accounts.requirePassword', ACCOUNTS, RULE['dashboard.accountManage.reset']),
  account('changeTel', 'accounts.changeTel', RULE['dashboard.accountManage.edit']),
  ...(['unlock', 'enable', 'lock', 'disable', 'remove'] as const).map((step) => {
    const { text, ...of } = accountLifecycle.transition(step);
    return account(step, text, ruleOf(of));
  }),
  // Commands for the user's own account.
  tab('account.tabBasic', ACCOUNT),
  tab('account.tabSecurity', `${ACCOUNT}?tab=security`),
  tab('account.tabBinding', `${ACCOUNT}?tab=binding`),
  tab('account.tabNotify', `${ACCOUNT}?tab=notify`),
  tab('account.tabHistory', `${ACCOUNT}?tab=history`),
  ...(
    [
      'account.changePassword',
      'account.changeTel',
      'account.twoFactor',
      'account.bindTotp',
      'account.bindPasskey',
      'account.recovery',
      'account.endOthers',
    ] as const
  ).map((label) => tab(label, `${ACCOUNT}?tab=security`)),
  // Commands for notices.
  tab('notice.tabMine', NOTICES),
  tab('notice.tabApprovals', `${NOTICES}?tab=approvals`),
  tab('notice.tabRules', `${NOTICES}?tab=rules`, RULE['dashboard.notice.edit']),
  tab('notice.clearByType', NOTICES),
  ofRow('notice.markRead', NOTICES),
  ofRow('notice.remove', NOTICES),
  // Commands for site settings.
  ...(['identity', 'locale', 'map', 'teamDefaults', 'security', 'business', 'sms'] as const).map((group) =>
    tab(`site.tab_${group}`, `${SITE}?tab=${group}`),
  ),
  button('setting.history', SITE),
  tab('health.title', `${SITE}?tab=health`, RULE['site.health']),
  tab('health.problems', `${SITE}?tab=problems`, RULE['site.health']),
  ofRow('health.handle', `${SITE}?tab=problems&state=new`, RULE['site.health']),
  ofRow('health.reopen', `${SITE}?tab=problems&state=handled`, RULE['site.health']),
  // Commands for articles and banners.
  tab('article.tabArticles', CONTENT),
  tab('article.tabCategories', `${CONTENT}?part=categories`),
  tab('article.tabBanners', `${CONTENT}?part=banners`),
  tab('article.tabAgreements', `${CONTENT}?part=agreements`),
  { label: 'article.add', at: `${CONTENT}?form=new`, rule: RULE['information.create'] },
  { label: 'article.addAgreement', at: `${CONTENT}?part=agreements&form=new`, rule: RULE['information.create'] },
  { label: 'articleCategory.add', at: `${CONTENT}?part=categories&form=new`, rule: RULE['information.create'] },
  { label: 'banner.add', at: `${CONTENT}?part=banners&form=new`, rule: RULE['information.create'] },
  ...(
    [
      ['publish', 'draft'],
      ['schedule', 'draft'],
      ['cancelSchedule', 'scheduled'],
      ['withdraw', 'published'],
    ] as const
  ).map(([step, state]) =>
    ofRow(articleLifecycle.transition(step).text, `${CONTENT}?state=${state}`, RULE['information.publish']),
  ),
  ofRow('article.edit', CONTENT, RULE['information.edit']),
  ofRow('article.move', CONTENT, RULE['information.edit']),
  ofRow('article.preview', CONTENT),
  ofRow('article.pin', `${CONTENT}?state=published`, RULE['information.publish']),
  ofRow('article.unpin', `${CONTENT}?state=published`, RULE['information.publish']),
  ofRow('article.copy', CONTENT, RULE['information.create']),
  ofRow('article.remove', `${CONTENT}?state=draft,withdrawn`, RULE['information.delete']),
  ofRow('articleCategory.edit', `${CONTENT}?part=categories`, RULE['information.edit']),
  ofRow('articleCategory.remove', `${CONTENT}?part=categories`, RULE['information.delete']),
  ofRow('banner.edit', `${CONTENT}?part=banners`, RULE['information.edit']),
  ofRow(bannerLifecycle.transition('publish').text, `${CONTENT}?part=banners&state=draft`, RULE['information.publish']),
  ofRow(
    bannerLifecycle.transition('withdraw').text,
    `${CONTENT}?part=banners&state=running`,
    RULE['information.publish'],
  ),
  ofRow('banner.remove', `${CONTENT}?part=banners&state=draft`, RULE['information.delete']),
  // Commands for announcements.
  { label: 'announcement.add', at: `${ANNOUNCEMENTS}?form=new`, rule: RULE['announcement.create'] },
  ofRow('announcement.edit', `${ANNOUNCEMENTS}?state=draft`, RULE['announcement.edit']),
  ...(
    [
      ['publish', 'draft,scheduled'],
      ['schedule', 'draft'],
      ['cancelSchedule', 'scheduled'],
      ['withdraw', 'published'],
    ] as const
  ).map(([step, state]) =>
    ofRow(announcementLifecycle.transition(step).text, `${ANNOUNCEMENTS}?state=${state}`, RULE['announcement.publish']),
  ),
  ofRow('announcement.receipts', `${ANNOUNCEMENTS}?state=published`, RULE['announcement.publish']),
  ofRow('announcement.remind', `${ANNOUNCEMENTS}?state=published`, RULE['announcement.publish']),
  ofRow('announcement.read', `${ANNOUNCEMENTS}?state=published`),
  ofRow('announcement.pin', `${ANNOUNCEMENTS}?state=published`, RULE['announcement.publish']),
  ofRow('announcement.unpin', `${ANNOUNCEMENTS}?state=published`, RULE['announcement.publish']),
  ofRow('announcement.copy', ANNOUNCEMENTS, RULE['announcement.create']),
  ofRow('announcement.revise', `${ANNOUNCEMENTS}?state=withdrawn,expired`, RULE['announcement.create']),
  ofRow('announcement.remove', `${ANNOUNCEMENTS}?state=draft`, RULE['announcement.delete']),
  // Commands for exports.
  ...EXPORT_KEYS.flatMap(exportVerb),
  ofRow('exportTask.download', `${EXPORTS}?state=done`),
  ofRow('exportTask.rerun', EXPORTS),
  ofRow(exportLifecycle.transition('retry').text, `${EXPORTS}?state=failed`),
  ofRow('exportTask.cancel', EXPORTS),
  ofRow(exportLifecycle.transition('remove').text, EXPORTS, RULE['export.delete']),
];

/**
 * Opens the page of a command and runs the command's action there, if the command has one. A row action asks the user to pick the row.
 *
 * @param id id of the picked record, or `null` if the command needs no record
 */
function perform(verb: Verb, id: number | null): void {
  const action = t(verb.label);
  history.push(id === null ? verb.at : `${verb.at}${id}`);
  if (verb.row) toast.warning(t('palette.pickRow', { action }));
  if (verb.run === undefined) return;
  const subject = verb.run.startsWith('row.') ? id : null;
  runWhenOffered(verb.run, subject, () => toast.warning(t('palette.notOffered', { action })));
}

/** Commands with their parsed URL. They are computed once, because the palette reads all of them whenever it opens. */
const PLACED = VERBS.map((verb, index) => {
  const [path = '', query = ''] = verb.at.split('?');
  return { verb, key: `verb:${index}`, path, query: [...new URLSearchParams(query)], page: chainOf(path).at(-1) };
});
type Placed = (typeof PLACED)[number];

/** Returns whether the page of a command without a record is open. An open page registers the action itself. */
function isHere({ verb, path, query }: Placed): boolean {
  const { pathname, search } = window.location;
  if (path !== pathname || verb.of !== undefined) return false;
  const shown = new URLSearchParams(search);
  return query.every(([name, value]) => shown.get(name) === value);
}

/** Returns the commands that the user may run, except actions that the open page registers. */
export function verbCommands(can: (rule: number) => boolean): readonly Command[] {
  return PLACED.flatMap((placed): Command[] => {
    const { verb, key, path, page } = placed;
    if (!page || !can(page.rule_id) || (verb.rule !== undefined && !can(verb.rule))) return [];
    if (verb.of && !can(SEARCH_KINDS[verb.of].rule)) return [];
    if (verb.run !== undefined && isHere(placed)) return [];
    return [
      {
        key,
        label: verb.label,
        about: verb.about === undefined ? t(titleKeyOf(path)) : t(verb.about),
        group: 'elsewhere',
        ...(verb.of
          ? { asks: { kind: verb.of, perform: (id: number) => perform(verb, id) }, run: () => undefined }
          : { run: () => perform(verb, null) }),
      },
    ];
  });
}
