import type { RuleId } from './permissions';

/** A kind of records that the search finds. This file imports no library. */
interface SearchKind {
  /** Id of the permission to see the page. The search skips this kind for users without the permission. */
  readonly rule: RuleId;
  /** URL of a record's page, without the id at its end. */
  readonly open: string;
  /** URL of the list, without the search words at its end. */
  readonly list: string;
  /** Maximum number of hits of this kind in one search. */
  readonly most: number;
}

export const SEARCH_KINDS = {
  team: { rule: 11, open: '/teamList/index?open=', list: '/teamList/index?keyword=', most: 6 },
  user: {
    rule: 21,
    open: '/userManage/userList/userDetails?id=',
    list: '/userManage/userList?keyword=',
    most: 5,
  },
  rider: { rule: 54, open: '/safetyModule/riderManage?open=', list: '/safetyModule/riderManage?keyword=', most: 5 },
  franchisee: {
    rule: 42,
    open: '/franchisee/franchiseeList?open=',
    list: '/franchisee/franchiseeList?keyword=',
    most: 4,
  },
  franchiseApply: {
    rule: 41,
    open: '/franchisee/applicationList?open=',
    list: '/franchisee/applicationList?keyword=',
    most: 4,
  },
  withdrawal: { rule: 36, open: '/financial/apply?open=', list: '/financial/apply?keyword=', most: 4 },
  foodLoss: {
    rule: 60,
    open: '/foodLossManagement/index?open=',
    list: '/foodLossManagement/index?keyword=',
    most: 4,
  },
  announcement: {
    rule: 90,
    open: '/announcementCenter/announcementCenter?open=',
    list: '/announcementCenter/announcementCenter?keyword=',
    most: 4,
  },
  article: { rule: 110, open: '/information/index?open=', list: '/information/index?keyword=', most: 4 },
  staff: { rule: 82, open: '/rightsManagement/staff?open=', list: '/rightsManagement/staff?keyword=', most: 5 },
  account: {
    rule: 4,
    open: '/dashboard/accountManage?open=',
    list: '/dashboard/accountManage?keyword=',
    most: 5,
  },
  identity: {
    rule: 81,
    open: '/rightsManagement/identity?open=',
    list: '/rightsManagement/identity?keyword=',
    most: 4,
  },
  record: {
    rule: 83,
    open: '/rightsManagement/staff/employeeOperationRecords?open=',
    list: '/rightsManagement/staff/employeeOperationRecords?objectNo=',
    most: 4,
  },
} as const satisfies Record<string, SearchKind>;

export type SearchKindName = keyof typeof SEARCH_KINDS;
export const SEARCH_KIND_NAMES = Object.keys(SEARCH_KINDS) as [SearchKindName, ...SearchKindName[]];
