import { FRANCHISEE_STATES, type FranchiseeState } from '../../../contract/franchisee.states';
import type { MessageKey } from '../../../contract/locales/keys';
import { PAYEE_CHANNELS, type PayeeChannel } from '../../../contract/payee';
import { SETTLE_CYCLE_TEXTS, type SettleCycle } from '../../../contract/team.choices';
import type { ActorContext } from '../../core/http/context';
import { percentText } from '../../core/money/amounts';
import { messageText } from '../../core/texts';
import { accountNames } from '../account';
import { actionName, objectChanges, personName } from '../record';
import { regionText } from '../region';
import { requireFranchisee } from './require';

/** A franchisee's history as text, built from operation records: changes by people, and changes when a contract began or ended. */

/** Fields of the operation records that the history shows, in display order. The values are the message keys of the labels. */
const FIELDS = {
  state: 'franchisee.status',
  name: 'franchisee.name',
  contactName: 'franchisee.contactName',
  level: 'franchisee.level',
  creditCode: 'franchisee.creditCode',
  legalName: 'franchisee.legalName',
  idCard: 'franchisee.idCard',
  settleCycle: 'franchisee.settleCycle',
  payeeChannel: 'franchisee.payeeChannel',
  payeeLast4: 'franchisee.payee',
  payeeName: 'franchisee.payeeName',
  payeeVerified: 'franchisee.verifyPayee',
  territory: 'franchisee.territory',
  exclusive: 'franchisee.exclusive',
  contractNo: 'franchisee.contractNo',
  contractFrom: 'franchisee.contractFrom',
  contractTo: 'franchisee.contractTo',
  shareRateBp: 'franchisee.shareRateBp',
} as const satisfies Readonly<Record<string, MessageKey>>;
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];
type Recorded = Readonly<Record<string, unknown>>;

const asRecord = (value: unknown): Recorded =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Recorded) : {};

function wordsOf(ctx: ActorContext, field: Field, value: unknown): string {
  if (value === undefined || value === null) return '';
  switch (field) {
    case 'state':
      return ctx.t(FRANCHISEE_STATES[value as FranchiseeState].text);
    case 'territory':
      return (value as readonly string[]).map(regionText).join(ctx.t(messageText('list.separator')));
    case 'settleCycle':
      return ctx.t(SETTLE_CYCLE_TEXTS[value as SettleCycle]);
    case 'payeeChannel':
      return ctx.t(PAYEE_CHANNELS[value as PayeeChannel]);
    case 'payeeVerified':
    case 'exclusive':
      return ctx.t(messageText(value ? 'list.yes' : 'list.no'));
    case 'shareRateBp':
      return ctx.t(percentText(Number(value)));
    default:
      return String(value);
  }
}

function changesOf(ctx: ActorContext, before: Recorded, after: Recorded) {
  return NAMES.flatMap((field) => {
    // Every record contains the franchisee's name. The name changed only if the record also contains the old name.
    if (!(field in after) || (field === 'name' && !(field in before))) return [];
    const [was, is] = [wordsOf(ctx, field, before[field]), wordsOf(ctx, field, after[field])];
    return was === is ? [] : [{ field, label: ctx.t(messageText(FIELDS[field])), before: was, after: is }];
  });
}

/** Reads one page of the history. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function historyAnswers(
  ctx: ActorContext,
  id: number,
  page: { readonly offset: number; readonly limit: number },
) {
  await requireFranchisee(ctx, id);
  const { list, total } = await objectChanges(ctx.db, { module: 'franchise.list', type: 'franchisee', id }, page);
  const people = list.map(({ accountId }) => accountId);
  const names = await accountNames(ctx.db, people);
  const rows = list.map(
    ({ id: recordId, at, accountId, account, module, action, objectType, before, after, reason }) => ({
      id: recordId,
      at: at.toISOString(),
      actionText: actionName(module, action, objectType, ctx.locale),
      byName: personName({ accountId, account }, names, ctx),
      reason,
      changes: changesOf(ctx, asRecord(before), asRecord(after)),
    }),
  );
  return { list: rows, total, summary: {} };
}
