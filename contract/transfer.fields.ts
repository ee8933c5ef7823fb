import { CHANNELS } from './finance';
import { choice, code, moment, money, resource, search, state, text } from './resource';
import { transferCase } from './transfer.states';

/** List fields of transfers between merchant numbers. */
export const TRANSFER_LIST = resource(
  'transfer',
  {
    /** Matches the beginning of the transfer number. */
    keyword: search('transfer.keywordHint'),
    no: code({ opens: true, width: 190 }),
    createdAt: moment({ sort: true, filter: 'days', card: 'fact' }),
    fromNo: code({ filter: { kind: 'options', key: 'fromIds', source: 'merchantNumbers' } }),
    fromName: text({ width: 160 }),
    toNo: code({ filter: { kind: 'options', key: 'toIds', source: 'merchantNumbers' } }),
    toName: text({ width: 160 }),
    amountFen: money({ sort: true, filter: 'amounts', card: 'fact' }),
    state: state(transferCase.states, { filter: 'many' }),
    channel: choice(CHANNELS, { nullable: true, open: true, hidden: true }),
    reason: text({ width: 200, hidden: true }),
    makerName: text(),
    checkerName: text({ nullable: true }),
    decidedAt: moment({ nullable: true, hidden: true }),
    finishedAt: moment({ nullable: true, hidden: true }),
    note: text({ nullable: true, hidden: true }),
    channelNo: code({ nullable: true, hidden: true }),
    outTxNo: code({ nullable: true, hidden: true }),
    inTxNo: code({ nullable: true, hidden: true }),
  },
  {
    totals: {
      pending: { kind: 'count', filter: { state: ['pending'] } },
      openFen: { kind: 'sum', filter: { state: ['processing', 'byHand', 'unknown', 'inTransit'] } },
      doneFen: { kind: 'sum', filter: { state: ['done'] } },
    },
  },
);
