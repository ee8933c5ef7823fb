import { bp, choice, code, count, moment, phone, ref, resource, search, state, sum, text } from './resource';
import { ORDER_BAND_NAMES, USER_LEVELS, USER_SOURCE_TEXT, type UserSource, userLifecycle } from './user.states';

/** Fields of users in lists, filters and exports (DOMAIN §3.4). */
export const USER_RECORD = resource(
  'user',
  {
    keyword: search('user.keywordHint'),
    nickname: text({ opens: true, width: 170 }),
    userNo: code({ sort: true, width: 150 }),
    tel: phone({ nullable: true, card: 'fact' }),
    source: choice(Object.keys(USER_SOURCE_TEXT) as UserSource[], { texts: USER_SOURCE_TEXT, filter: 'many' }),
    homeTeamId: ref('teams', { nullable: true, card: 'fact', filter: 'options' }),
    level: choice(USER_LEVELS, { filter: 'many' }),
    orderCount: count({ sort: true }),
    orderBand: choice(ORDER_BAND_NAMES, { column: false, fact: false, export: false, filter: 'many' }),
    paidFen: sum({ sort: true }),
    refundBp: bp(),
    balanceFen: sum({ sort: true, filter: 'amounts' }),
    couponCount: count(),
    points: count({ hidden: true }),
    tags: text({ filter: { kind: 'text', key: 'tag' } }),
    status: state(userLifecycle.states, { filter: 'many' }),
    createdAt: moment({ sort: true, filter: { kind: 'days', key: 'registered' } }),
    lastActiveAt: moment({ nullable: true, sort: true, filter: { kind: 'days', key: 'lastActive' } }),
  },
  {
    totals: {
      users: { kind: 'count' },
      newToday: { kind: 'count' },
      active: { kind: 'count' },
      withBalance: { kind: 'count' },
      balanceFen: { kind: 'sum' },
      blacklisted: { kind: 'count', filter: { status: ['blacklisted'] } },
    },
  },
);
