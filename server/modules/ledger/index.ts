/** The public interface of the ledger. No other module writes a balance. */

export {
  areEmpty,
  balancesOf,
  compactAccounts,
  followCredit,
  headroomOf,
  lockAccount,
  setCredit,
  setFrozen,
} from './accounts';
export type { BillFilter } from './bill-days';
export {
  type BillRecord,
  billPage,
  billSums,
  EXPORTED_BILL,
  exportedBillCount,
  exportedBills,
  findBill,
} from './bill-reads';
export { endBill, freeAtNumber, openBill, openedBill, paymentFees } from './bills';
export { addCharges, type NewCharge, postedCharges } from './charges';
export {
  closeDay,
  closeOldDays,
  isOver,
  nextToClose,
  openItems,
  reopenDay,
  reopenings,
  type TrialRow,
  trialBalance,
} from './closing';
export { type CostItem, type CostSnapshot, type FeeTerms, snapshotOf } from './cost-snapshot';
export { type Earned, earnedOf, limitBearers, movesOf, type OrderMove, orderMoves } from './earned';
export {
  AVAILABLE,
  depositIn,
  depositOut,
  FROZEN,
  feeWaive,
  fundHold,
  fundUnhold,
  manual,
  type Occasion,
  riderDeduct,
  riderDepositBack,
  riderReward,
  serviceFee,
  withdrawFreeze,
  withdrawPay,
  withdrawReturn,
  withdrawUnfreeze,
} from './entries';
export { channelFee, type ReconParty, reconEntry, transferIn, transferOut } from './entries-channel';
export { franchiseIn, franchiseRecognise } from './entries-franchise';
export { insureAdjust, insurePremium, insureRefund, insureRemit, type Premium } from './entries-insurance';
export {
  type Bearer,
  type ItemCharge,
  isFolded,
  orderPay,
  orderRefund,
  orderSettle,
  type Payment,
  refundAfterSettle,
  type SettledOrder,
  settleParts,
} from './entries-order';
export { escrowOffences, openEscrow, paymentOf } from './escrow';
export {
  channelBalances,
  type FlowRow,
  flowsBetween,
  flowsByHour,
  flowsByKey,
  flowsUpTo,
  moneyOfTeams,
  riderOrderIncome,
} from './figures';
export {
  countShares,
  type ShareMovement,
  shareBalances,
  shareFlow,
  shareMonths,
  sharesIn,
  sharesOfFranchisee,
  shareTotals,
} from './franchise-reads';
export { ledgerJobs } from './jobs';
export { dueOf, findLine, linePage, waitingSums } from './line-reads';
export {
  addSettleLines,
  forgetUndone,
  holdLine,
  isReversible,
  lastRelease,
  releaseDue,
  releaseLine,
  renameHold,
  reverse,
  type SettleLine,
  settledBefore,
} from './lines';
export {
  insurerBook,
  insurerCollect,
  type LossPayee,
  type LossTaken,
  lossAdvance,
  lossPay,
  lossRevise,
  lossSettle,
} from './loss-entries';
export {
  type FeeRow,
  feeRows,
  monthCorrections,
  type SettledOrders,
  settledOrders,
} from './month-reads';
export { lastSeal, type MonthSeal } from './months';
export {
  exportedMovementCount,
  exportedMovements,
  type Movement,
  type MovementFilter,
  movementPage,
  movementSums,
  openingOf,
} from './movements';
export {
  addReceivables,
  collectReceivable,
  lockBooking,
  lockReceivable,
  type ReceivableRecord,
  receivableBook,
  waiveReceivable,
} from './receivables';
export { bookedFees, markBills, reconStateOf } from './recon';
export { dueAt, type Entry, type OpenedBill } from './rules';
export {
  copyFlow,
  FLOW_FIELDS,
  type FlowPlace,
  type FlowSums,
  flowPage,
  flowRest,
  flowSums,
  movedByDay,
  stationAccounts,
} from './station-flow';
export {
  countedTotals,
  countStationTotals,
  moneyOfAllStations,
  moneyOfStation,
  stationTotals,
} from './station-money';
export { post, postAll } from './store';
export {
  dayStates,
  findTransaction,
  findTransactionById,
  findTransactionByNo,
  linkedTransactions,
  orderOf,
  settlementRecord,
  type TransactionRecord,
} from './transaction-reads';
export { findOffences, lastCheck, verifyBooks } from './verify';
export { walletAdjust, walletPay, walletPayout, walletTopUp } from './wallet-entries';
export { walletMovements } from './wallet-reads';
export { closedUntil } from './watermark';
