import type { EntryType } from '@contract/ledger.entries';
import { FUND_PARTS, type FundPart } from '@contract/teamFund.states';
import { DAY_MS } from '@contract/units';

/** Links from figures to the movements that they sum. */

/** Maximum days of a flow, counted back from a day. */
const YEAR_DAYS = 365;
const MONTH_DAYS = 29;

export const detailLink = (teamId: number): string => `/financial/teamFunding/detail?teamId=${teamId}`;

/** Links to the station's receivables. */
export const receivablesLink = (teamId: number): string => `${detailLink(teamId)}&tab=receivables`;

/** Links to a balance. For any days, opening + in − out of these parts is the figure. */
export const balanceLink = (teamId: number, parts: readonly FundPart[]): string =>
  `${detailLink(teamId)}&account=${parts.join(',')}`;

/** Links to a balance as of a day with an optional time, `yyyy-MM-dd[THH:mm]`: the 30 days that end then. */
export function balanceLinkAt(teamId: number, parts: readonly FundPart[], asOf: string): string {
  const [day = ''] = asOf.split('T');
  const from = new Date(Date.parse(`${day}T00:00:00Z`) - MONTH_DAYS * DAY_MS).toISOString().slice(0, 10);
  return `${balanceLink(teamId, parts)}&daysFrom=${from}&daysTo=${day}&asOf=${asOf}`;
}

/** Links to all stations' movements, as the bill management sums them. */
export const allMovements = (parts: readonly FundPart[]): string =>
  `/financial/information?part=movements&code=${parts.map((part) => FUND_PARTS[part]).join(',')}`;

/** Links to a total of some kinds of movements, over the longest range of a flow. @param today `yyyy-MM-dd` */
export function totalLink(
  teamId: number,
  parts: readonly FundPart[],
  types: readonly EntryType[],
  today: string,
): string {
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - YEAR_DAYS * DAY_MS).toISOString().slice(0, 10);
  return `${balanceLink(teamId, parts)}&type=${types.join(',')}&daysFrom=${from}&daysTo=${today}`;
}

/** The parts and entry types of a station's totals. */
export const TOTALS = {
  income: { parts: ['pending'], types: ['ORDER_SETTLE'] },
  withdrawn: { parts: ['available', 'frozen'], types: ['WITHDRAW_PAY', 'WITHDRAW_RETURN'] },
  fees: {
    parts: ['available', 'deposit'],
    types: ['COMMISSION_DEPOSIT', 'SMS_FEE', 'SERVICE_FEE', 'INSURE_PREMIUM', 'INSURE_REFUND', 'INSURE_ADJUST'],
  },
} as const satisfies Record<string, { parts: readonly FundPart[]; types: readonly EntryType[] }>;
