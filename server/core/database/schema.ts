// `npm run lists` generates this file from the files in tables/. Do not edit it by hand.
import type { AccessTables } from './tables/access';
import type { AnnouncementTables } from './tables/announcement';
import type { ApprovalTables } from './tables/approval';
import type { AppVersionTables } from './tables/apps';
import type { ArchiveTables } from './tables/archive';
import type { CaseTables } from './tables/cases';
import type { CostTables } from './tables/cost';
import type { EnquiryTables } from './tables/enquiry';
import type { ExportTables } from './tables/exports';
import type { FinanceTables } from './tables/finance';
import type { FollowerTables } from './tables/followers';
import type { FoodLossTables } from './tables/foodLoss';
import type { FranchiseTables } from './tables/franchise';
import type { FranchiseeAdjustTables } from './tables/franchiseeAdjust';
import type { FranchisePageTables } from './tables/franchisePage';
import type { FundAuditTables } from './tables/fundAudit';
import type { HourToReachTables } from './tables/hourToReach';
import type { InformationTables } from './tables/information';
import type { InsuranceTables } from './tables/insurance';
import type { IntakeTables } from './tables/intake';
import type { LedgerTables } from './tables/ledger';
import type { MiniCodeTables } from './tables/miniCode';
import type { NoticeTables } from './tables/notice';
import type { OperationTables } from './tables/operation';
import type { OrderTables } from './tables/orders';
import type { PaymentTables } from './tables/payment';
import type { PlatformTables } from './tables/platforms';
import type { ProcessTables } from './tables/processes';
import type { ReceivableTables } from './tables/receivable';
import type { ReconTables } from './tables/recon';
import type { RiderIdentityTables } from './tables/riderIdentity';
import type { RiderWorkTables } from './tables/riderWork';
import type { ServiceNoticeTables } from './tables/serviceNotice';
import type { SiteTables } from './tables/site';
import type { SiteSafetyTables } from './tables/siteSafety';
import type { StatementTables } from './tables/statement';
import type { StationTables } from './tables/station';
import type { TeamFundTables } from './tables/teamFund';
import type { TeamTermsTables } from './tables/teamTerms';
import type { TransferTables } from './tables/transfer';
import type { UndoTables } from './tables/undo';
import type { UserTables } from './tables/users';
import type { ViewTables } from './tables/view';
import type { WithdrawTables } from './tables/withdraw';

/**
 * All tables, for Kysely. A test compares this type with the result of the migrations.
 *
 * Names are SQL names in snake_case. `bigint` and `numeric` are read as number (refused above 2^53), `date` as `'yyyy-MM-dd'`,
 * `timestamptz` as Date. `jsonb` is read as a value and written as `JSON.stringify(value)`, because the driver would write an array
 * as an SQL array.
 */
export interface Database
  extends AccessTables,
    AnnouncementTables,
    ApprovalTables,
    AppVersionTables,
    ArchiveTables,
    CaseTables,
    CostTables,
    EnquiryTables,
    ExportTables,
    FinanceTables,
    FollowerTables,
    FoodLossTables,
    FranchiseTables,
    FranchiseeAdjustTables,
    FranchisePageTables,
    FundAuditTables,
    HourToReachTables,
    InformationTables,
    InsuranceTables,
    IntakeTables,
    LedgerTables,
    MiniCodeTables,
    NoticeTables,
    OperationTables,
    OrderTables,
    PaymentTables,
    PlatformTables,
    ProcessTables,
    ReceivableTables,
    ReconTables,
    RiderIdentityTables,
    RiderWorkTables,
    ServiceNoticeTables,
    SiteTables,
    SiteSafetyTables,
    StatementTables,
    StationTables,
    TeamFundTables,
    TeamTermsTables,
    TransferTables,
    UndoTables,
    UserTables,
    ViewTables,
    WithdrawTables {}
