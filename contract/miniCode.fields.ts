import { CODE_TASK_STATE, MINI_VERSION_STATE } from './miniCode.states';
import { choice, code, count, flag, moment, resource, state, text } from './resource';

/** Fields of mini-program versions in lists and filters (DOMAIN §3.10 "Mini-program code"). */
export const MINI_VERSION = resource(
  'miniCode',
  {
    appVersion: code({ sort: true, width: 110 }),
    state: state(MINI_VERSION_STATE, { filter: 'many' }),
    description: text({ width: 240 }),
    source: choice(['template', 'upload'], { width: 90 }),
    channelState: state(MINI_VERSION_STATE, { nullable: true, help: 'miniCode.channelStateHelp' }),
    opinion: text({ nullable: true, width: 220 }),
    uploadedByName: text({ card: 'fact' }),
    uploadedAt: moment({ sort: true, filter: 'days', card: 'fact' }),
    submittedAt: moment({ nullable: true }),
    releasedAt: moment({ nullable: true }),
    lastResult: text({ nullable: true, width: 220 }),
    lastResultState: state(CODE_TASK_STATE, { nullable: true, column: false, fact: false }),
    grayPercent: count({ nullable: true, hidden: true }),
    autoOnline: flag({ hidden: true }),
  },
  { filters: ['state', 'uploadedAt'] },
);
