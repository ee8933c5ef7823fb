import type { Data } from '@contract/index';
import { waitFor } from '@testing-library/react';
import { endSession } from '@/app/session/onSessionEnd';
import { setToken } from '@/app/session/token';
import { personInfo, serve } from '@/testing';
import { prefetchUser, takePrefetched } from './prefetch';

const AS_OF = '2026-03-01T09:30:00+08:00';
const KPI = { value: null, prev: null, changeBp: null };
const OVERVIEW: Data<'dashboard.Index/getOverview'> = {
  kpis: {
    orderCount: KPI,
    gmvFen: KPI,
    finishRateBp: KPI,
    onTimeRateBp: KPI,
    avgDeliverMin: KPI,
    newUserCount: KPI,
    activeUserCount: KPI,
    onlineRiderCount: KPI,
    riderCount: KPI,
    refundFen: KPI,
    refundRateBp: KPI,
    exceptionCount: KPI,
  },
  from: AS_OF,
  to: AS_OF,
  prevFrom: AS_OF,
  prevTo: AS_OF,
  asOf: AS_OF,
};

function start(permission: number[], at: string) {
  window.history.replaceState(null, '', at);
  setToken('token', false);
  endSession();
  return serve({
    'site.Site/getSiteInfo': { data: personInfo({ permission }) },
    'dashboard.Index/getOverview': { data: OVERVIEW },
    'dashboard.Index/getTrend': { data: { points: [], unit: 'count', asOf: AS_OF } },
  });
}
const names = (calls: readonly { address: string }[]) => calls.map(({ address }) => address.split('/')[1]).sort();
/** Reads the site info three times. A call that the prefetched site info triggers would be sent before the third read ends. */
async function askAgain(): Promise<void> {
  for (let times = 0; times < 3; times += 1) await takePrefetched('site.Site/getSiteInfo', {});
}

test('callers share a pending answer, and a finished answer is returned once', async () => {
  const calls = start([], '/site/index');
  prefetchUser();
  const both = await Promise.all([
    takePrefetched('site.Site/getSiteInfo', {}),
    takePrefetched('site.Site/getSiteInfo', {}),
  ]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect(names(calls)).toEqual(['getSiteInfo']);
  await takePrefetched('site.Site/getSiteInfo', {});
  await takePrefetched('site.Site/getSiteInfo', {});
  expect(names(calls)).toEqual(['getSiteInfo', 'getSiteInfo']);
});

test('the first figures of the workbench are requested as soon as the user’s permissions are known', async () => {
  const calls = start([1, 2], '/dashboard/index');
  prefetchUser();
  await waitFor(() => expect(names(calls)).toEqual(['getOverview', 'getSiteInfo', 'getTrend']));
  await takePrefetched('dashboard.Index/getOverview', {});
  expect(names(calls)).toEqual(['getOverview', 'getSiteInfo', 'getTrend']);
});

test('without the rule of the workbench, or on another page, nothing is prefetched', async () => {
  const without = start([1], '/dashboard/index');
  prefetchUser();
  await askAgain();
  expect(names(without)).toEqual(['getSiteInfo', 'getSiteInfo']);
  const elsewhere = start([1, 2], '/teamList/index');
  prefetchUser();
  await askAgain();
  expect(names(elsewhere)).toEqual(['getSiteInfo', 'getSiteInfo']);
});

test('an answer prefetched in one session is never returned in the next', async () => {
  const calls = start([], '/site/index');
  prefetchUser();
  await takePrefetched('site.Site/getSiteInfo', {});
  setToken('another', false);
  await takePrefetched('site.Site/getSiteInfo', {});
  expect(names(calls)).toEqual(['getSiteInfo', 'getSiteInfo']);
});
