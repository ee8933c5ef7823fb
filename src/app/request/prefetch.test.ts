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
/** Waits for the answer that is on its way, takes it, and asks once more: by then everything that follows the answer was sent. */
async function askAgain(): Promise<void> {
  for (let times = 0; times < 3; times += 1) await takePrefetched('site.Site/getSiteInfo', {});
}

test('everybody who waits for an answer on its way shares it, and it is given once when it is here', async () => {
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

test('the workbench’s first figures are asked for as soon as it is known that the person may see them', async () => {
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

test('what was asked for ahead in one session is never given in the next', async () => {
  const calls = start([], '/site/index');
  prefetchUser();
  await takePrefetched('site.Site/getSiteInfo', {});
  setToken('another', false);
  await takePrefetched('site.Site/getSiteInfo', {});
  expect(names(calls)).toEqual(['getSiteInfo', 'getSiteInfo']);
});
