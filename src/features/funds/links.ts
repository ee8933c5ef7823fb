import type { EntryType } from '@contract/ledger.entries';
import { FUND_PARTS, type FundPart } from '@contract/teamFund.states';
import { DAY_MS } from '@contract/units';

/** This module builds links from figures to the movements that they sum. */

/** Days between the first and the last day of the longest range that the list of movements accepts. The range is one year. */
const YEAR_DAYS = 365;
const MONTH_DAYS = 29;

export const detailLink = (teamId: number): string => `/financial/teamFunding/detail?teamId=${teamId}`;

export const receivablesLink = (teamId: number): string => `${detailLink(teamId)}&tab=receivables`;

/** Builds the link from a balance to its movements. For any range, the opening balance + in − out is the balance at the end. */
export const balanceLink = (teamId: number, parts: readonly FundPart[]): string =>
  `${detailLink(teamId)}&account=${parts.join(',')}`;

/** Builds the link to a past balance: the 30 days that end at `asOf`. @param asOf `yyyy-MM-dd[THH:mm]` */
export function balanceLinkAt(teamId: number, parts: readonly FundPart[], asOf: string): string {
  const [day = ''] = asOf.split('T');
  const from = new Date(Date.parse(`${day}T00:00:00Z`) - MONTH_DAYS * DAY_MS).toISOString().slice(0, 10);
  return `${balanceLink(teamId, parts)}&daysFrom=${from}&daysTo=${day}&asOf=${asOf}`;
}

/** Builds the link to the movements of all stations, as the bill management page sums them. */
export const allMovements = (parts: readonly FundPart[]): string =>
  `/financial/information?part=movements&code=${parts.map((part) => FUND_PARTS[part]).join(',')}`;

/** Builds the link from a total to its movements, over the longest range that the page of movements shows. @param today `yyyy-MM-dd` */
export function totalLink(
  teamId: number,
  parts: readonly FundPart[],
  types: readonly EntryType[],
  today: string,
): string {
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - YEAR_DAYS * DAY_MS).toISOString().slice(0, 10);
  return `${balanceLink(teamId, parts)}&type=${types.join(',')}&daysFrom=${from}&daysTo=${today}`;
}

/** Fund parts and entry types that make up each total of a station. */
export const TOTALS = {
  income: { parts: ['pending'], types: ['ORDER_SETTLE'] },
  withdrawn: { parts: ['available', 'frozen'], types: ['WITHDRAW_PAY', 'WITHDRAW_RETURN'] },
  fees: {
    parts: ['available', 'deposit'],
    types: ['COMMISSION_DEPOSIT', 'SMS_FEE', 'SERVICE_FEE', 'INSURE_PREMIUM', 'INSURE_REFUND', 'INSURE_ADJUST'],
  },
} as const satisfies Record<string, { parts: readonly FundPart[]; types: readonly EntryType[] }>;
