import type { RuleId } from './permissions';

/**
 * Permission rules that code asks for, by their codes. Apart from contract/permissions.ts, so that a page that asks for one does not load the
 * names of all. A test compares both.
 */
export const RULE = {
  'dashboard.index': 2,
  'dashboard.accountInfo': 3,
  'dashboard.accountManage': 4,
  'dashboard.accountManage.create': 401,
  'dashboard.accountManage.unmask': 405,
  'dashboard.accountManage.lock': 406,
  'dashboard.accountManage.reset': 407,
  'dashboard.notice': 5,
  'dashboard.notice.edit': 502,
  'team.list': 11,
  'team.list.create': 1101,
  'team.list.unmask': 1105,
  'team.operation.switch': 1301,
  'team.operation.bulkSwitch': 1302,
  'financial.information.edit': 3102,
  'financial.information.unmask': 3105,
  'financial.teamFunding.credit': 3310,
  'financial.fundDetail': 34,
  'site.health': 4507,
  fundAudit: 65,
  'fundAudit.unmask': 6505,
  'fundAudit.submit': 6506,
  'config.serviceNumber.edit': 7402,
  'config.app.create': 10801,
  enquiry: 106,
  'enquiry.quote': 10606,
  'enquiry.rules': 10607,
  'rights.identity.create': 8101,
  'rights.staff': 82,
  'rights.staff.create': 8201,
  'rights.staff.edit': 8202,
  'rights.staff.unmask': 8205,
  'rights.staff.reset': 8206,
  export: 95,
  'export.others': 9506,
} as const satisfies Readonly<Record<string, RuleId>>;
