import { act, screen, waitFor } from '@testing-library/react';
import { history } from '@umijs/max';
import { queryClient } from '@/app/request/queryClient';
import { currentRoles, recomputeRoles } from '@/app/session/authority';
import { readLeftOff } from '@/app/session/leftOff';
import { getToken, removeToken, setToken } from '@/app/session/token';
import { type Answer, type Answers, dispatch, open, personInfo, sent, serve, state, where } from '@/testing';
import { listAnswer, type Row } from '@/ui/testing';

const CAPTCHA: Answer<'Verify/getVerifyCodeValue'> = {
  data: { captchaId: 'c', image: '', expireIn: 120, outbox: false, siteName: 'X', logoLight: '', debugMonitor: false },
};
const person = (id: number, permission: number[] = []) => ({
  data: personInfo({ id, account: `person${id}`, name: `Person ${id}`, accountType: 'staff', permission }),
});
const form = { account: 'owner', password: 'x', captchaId: 'c', code: 'abcd' };
const session = { data: { Authorization: 'token-1', expireIn: 1, mustChangePassword: false } };

beforeEach(async () => {
  removeToken();
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
});

async function start(answers: Answers = {}) {
  const calls = serve({ 'Verify/getVerifyCodeValue': CAPTCHA, 'Login/logout': { data: {} }, ...answers });
  await open('/user/login');
  return calls;
}

describe('login', () => {
  test('any code except 100 is returned to the caller, and loading ends', async () => {
    await start({ 'Login/login': { code: 110, msg: 'later', data: null } });
    const results: unknown[] = [];
    await dispatch({ type: 'login/login', payload: form, callback: (result: unknown) => results.push(result) });
    expect(results).toEqual([expect.objectContaining({ code: 110 })]);
    expect(state().login.loading).toBe(false);
    expect(getToken()).toBeNull();
    expect(currentRoles()).toEqual([]);
  });

  test.each([null, {}])(
    'after a response the loading flag goes false (SPEC §4): a success with data %j is a failure',
    async (data) => {
      await start({ 'Login/login': { code: 100, data } });
      const results: unknown[] = [];
      await dispatch({ type: 'login/login', payload: form, callback: (result: unknown) => results.push(result) });
      expect(results).toEqual([expect.objectContaining({ ok: false, code: 0 })]);
      expect(state().login.loading).toBe(false);
      expect(getToken()).toBeNull();
    },
  );

  test('sms_type 4 signs in by phone', async () => {
    const calls = await start({ 'Login/loginFormPhoneVerify': { code: 40004, msg: 'no', data: null } });
    await dispatch({ type: 'login/login', payload: { tel: '13800005678', code: '123456', sms_type: 4 } });
    expect(sent(calls, 'Login/loginFormPhoneVerify')).toHaveLength(1);
  });

  test('success stores the token, sets the role, calls back with true and opens /', async () => {
    await start({ 'Login/login': session });
    const paths: string[] = [];
    history.listen(({ location }) => paths.push(location.pathname));
    const results: unknown[] = [];
    await dispatch({ type: 'login/login', payload: form, callback: (result: unknown) => results.push(result) });
    await waitFor(() => expect(results).toEqual([true]));
    expect(getToken()).toBe('token-1');
    expect(currentRoles()).toEqual(['admin']);
    expect(paths[0]).toBe('/');
  });

  test('the sign-out keeps the address in `redirect` and removes the data of the user', async () => {
    await start({ 'site.Site/getSiteInfo': person(7) });
    setToken('token-1', false);
    await dispatch({ type: 'user/fetchCurrent' });
    queryClient.setQueryData(['team.Team/getList', {}], 'secret of person 7');
    await act(async () => history.push('/teamList/unknown?keyword=a'));
    const address = window.location.href;
    await dispatch({ type: 'login/logout' });
    await waitFor(() => expect(where()).toBe(`/user/login?redirect=${encodeURIComponent(address)}`));
    expect(getToken()).toBeNull();
    expect(state().user.currentUser).toBeNull();
    expect(queryClient.getQueryData(['team.Team/getList', {}])).toBeUndefined();
    expect(readLeftOff(7)).toBe('/teamList/unknown?keyword=a');
    expect(readLeftOff(8)).toBeNull();
  });

  test('sign out at the sign-in page, or with a redirect already there, does not redirect', async () => {
    await start();
    await dispatch({ type: 'login/logout' });
    expect(where()).toBe('/user/login');
    await act(async () => history.push('/user/forget?redirect=x'));
    await dispatch({ type: 'login/logout' });
    expect(where()).toBe('/user/forget?redirect=x');
  });

  test('logout does not redirect when a redirect parameter is present (SPEC §2): the page shows a link to the sign-in', async () => {
    serve({ 'Verify/getVerifyCodeValue': CAPTCHA, 'Login/logout': { data: {} }, 'site.Site/getSiteInfo': person(7) });
    setToken('token-1', false);
    recomputeRoles();
    await open('/teamList/index', '?redirect=abc');
    await waitFor(() => expect(state().user.currentUser?.id).toBe(7));
    await dispatch({ type: 'login/logout' });
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeVisible();
    expect(where()).toBe('/teamList/index?redirect=abc');
    expect(getToken()).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/user\/login\?redirect=/),
    );
  });
});

describe('user', () => {
  test('getSiteInfo fills the current user and their permissions', async () => {
    await start({ 'site.Site/getSiteInfo': person(7, [1, 2]) });
    setToken('token-1', false);
    await dispatch({ type: 'user/fetchCurrent' });
    expect(state().user.currentUser).toMatchObject({ id: 7, tel: '13800000000', login_ip: '127.0.0.1' });
    expect(state().user.permission).toEqual([1, 2]);
  });

  test('the sign-in of another user discards the former user’s state, that of the same user does not', async () => {
    let id = 7;
    await start({ 'site.Site/getSiteInfo': () => person(id) });
    setToken('token-1', false);
    await dispatch({ type: 'user/fetchCurrent' });
    queryClient.setQueryData(['x'], 'kept');
    await dispatch({ type: 'global/saveNotices', payload: [{ id: '1', type: 'event', read: false }] });
    await dispatch({ type: 'user/fetchCurrent' });
    expect(queryClient.getQueryData(['x'])).toBe('kept');
    id = 8;
    await dispatch({ type: 'user/fetchCurrent' });
    expect(queryClient.getQueryData(['x'])).toBeUndefined();
    expect(state().global.notices).toEqual([]);
    expect(state().user.currentUser?.id).toBe(8);
  });

  test('the unread notices of the site info are counted at once', async () => {
    const unread = { notification: 2, message: 0, event: 3 };
    await start({ 'site.Site/getSiteInfo': { data: { ...person(7).data, unread } } });
    setToken('token-1', false);
    await dispatch({ type: 'user/fetchCurrent' });
    expect(state().user.unreadCount).toBe(5);
  });

  test.each([null, {}])('site info that is %j is a failure that the page shows', async (data) => {
    await start({ 'site.Site/getSiteInfo': { code: 100, data } });
    setToken('token-1', false);
    await dispatch({ type: 'user/fetchCurrent' });
    expect(state().user).toMatchObject({ currentUser: null, failure: { msg: '' } });
  });

  test('a failure is stored with its request id, for the page to show', async () => {
    await start({ 'site.Site/getSiteInfo': { code: 50001, msg: 'System busy', data: null } });
    setToken('token-1', false);
    await dispatch({ type: 'user/fetchCurrent' });
    expect(state().user.failure).toEqual({ msg: 'System busy', requestId: 'request-1' });
  });
});

describe('global', () => {
  const notices = [
    { id: '1', type: 'event', read: false },
    { id: '2', type: 'event', read: true },
    { id: '3', type: 'message', read: false },
  ];

  const pair = (total: number, unread: number) => ({ total, unread });
  const counts = (total: number, unread: number) => ({
    total,
    unread,
    types: { notification: pair(0, 0), message: pair(total, unread), event: pair(0, 0) },
    announcements: { unread: 0, popups: 0 },
  });
  const done = (total: number, unread: number) => ({
    data: { success: 1, failed: [], counts: counts(total, unread) },
  });

  test('clearing a type removes its notices on the server and here, and counts again', async () => {
    const calls = await start({ 'dashboard.Notice/clear': done(41, 7) });
    setToken('token-1', false);
    await dispatch({ type: 'global/saveNotices', payload: notices });
    await dispatch({ type: 'global/clearNotices', payload: 'event' });
    expect(sent(calls, 'dashboard.Notice/clear')).toEqual([expect.objectContaining({ type: 'event' })]);
    expect(state().global.notices).toEqual([notices[2]]);
    expect(state().user).toMatchObject({ totalCount: 41, unreadCount: 7 });
  });

  test('marking one notice read counts again', async () => {
    const calls = await start({ 'dashboard.Notice/read': done(3, 1) });
    setToken('token-1', false);
    await dispatch({ type: 'global/saveNotices', payload: notices });
    await dispatch({ type: 'global/changeNoticeReadState', payload: '1' });
    expect(sent(calls, 'dashboard.Notice/read')).toEqual([{ ids: [1] }]);
    expect(state().global.notices[0]).toEqual({ id: '1', type: 'event', read: true });
    expect(state().user).toMatchObject({ totalCount: 3, unreadCount: 1 });
  });

  test('marking all notices of a type read does not change other types', async () => {
    await start({ 'dashboard.Notice/readAll': done(3, 1) });
    setToken('token-1', false);
    await dispatch({ type: 'global/saveNotices', payload: notices });
    await dispatch({ type: 'global/readNotices', payload: 'event' });
    expect(state().global.notices.map(({ read }) => read)).toEqual([true, true, false]);
  });

  test('a refusal of the server changes nothing here', async () => {
    await start({ 'dashboard.Notice/clear': { code: 50001, msg: 'System busy', data: null } });
    setToken('token-1', false);
    await dispatch({ type: 'global/saveNotices', payload: notices });
    const results: unknown[] = [];
    await dispatch({ type: 'global/clearNotices', payload: 'event', callback: (ok: unknown) => results.push(ok) });
    expect(results).toEqual([false]);
    expect(state().global.notices).toEqual(notices);
  });

  test.each([null, {}])('an answer with data %j changes nothing, and the callback gets false', async (data) => {
    await start({ 'dashboard.Notice/getList': { code: 100, data }, 'dashboard.Notice/clear': { code: 100, data } });
    setToken('token-1', false);
    await dispatch({ type: 'global/saveNotices', payload: notices });
    const results: unknown[] = [];
    const callback = (ok: unknown) => results.push(ok);
    await dispatch({ type: 'global/fetchNotices', payload: 'event', callback });
    await dispatch({ type: 'global/clearNotices', payload: 'event', callback });
    expect(results).toEqual([false, false]);
    expect(state().global.notices).toEqual(notices);
  });

  test('the newest notices of a type replace those of that type; a new notice is first, and only once', async () => {
    const row = (id: number, title: string): Row<'dashboard.Notice/getList'> => ({
      id,
      type: 'event',
      typeText: 'Event',
      source: 'team',
      sourceText: 'Stations',
      count: 1,
      read: false,
      title,
      content: '',
      link: '',
      at: '2026-03-01T09:30:00+08:00',
      actions: [],
    });
    await start({ 'dashboard.Notice/getList': { data: listAnswer([row(1, 'one'), row(4, 'four')], {}) } });
    setToken('token-1', false);
    await dispatch({ type: 'global/saveNotices', payload: notices });
    await dispatch({ type: 'global/fetchNotices', payload: 'event' });
    expect(state().global.notices.map(({ id }) => id)).toEqual(['3', '1', '4']);
    await dispatch({ type: 'global/receiveNotice', payload: row(4, 'four again') });
    expect(state().global.notices.map(({ id, title }) => title ?? id)).toEqual(['four again', '3', 'one']);
  });

  test('the bell keeps the newest ten notices of a type, and the notices of other types', async () => {
    await start();
    const notice = (id: number, type: 'event' | 'message') => ({
      ...{ id, type, typeText: '', source: 'team' as const, sourceText: '', count: 1, read: false },
      ...{ title: `${id}`, content: '', link: '', at: '2026-03-01T09:30:00+08:00', actions: [] },
    });
    await dispatch({ type: 'global/receiveNotice', payload: notice(1, 'message') });
    for (let id = 2; id <= 13; id += 1) await dispatch({ type: 'global/receiveNotice', payload: notice(id, 'event') });
    const shown = state().global.notices.map(({ id }) => Number(id));
    expect(shown).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 1]);
  });

  test('the side bar toggles', async () => {
    await start();
    await dispatch({ type: 'global/changeLayoutCollapsed' });
    expect(state().global.collapsed).toBe(true);
    await dispatch({ type: 'global/changeLayoutCollapsed' });
    expect(state().global.collapsed).toBe(false);
  });

  test('the regions become a tree, and are read once', async () => {
    const calls = await start({
      'common.Region/getPcdList': {
        data: { province: ['510000,四川省'], city: ['510100,成都市'], district: ['510104,锦江区'] },
      },
    });
    setToken('token-1', false);
    await dispatch({ type: 'global/fetchPcdList' });
    await dispatch({ type: 'global/fetchPcdList' });
    await waitFor(() => expect(state().global.pcdList[0]?.children?.[0]?.children?.[0]?.label).toBe('锦江区'));
    expect(calls.filter((call) => call.address === 'common.Region/getPcdList')).toHaveLength(1);
  });
});

describe('settings', () => {
  test('another content width triggers a resize event', async () => {
    await start();
    let resized = 0;
    window.addEventListener('resize', () => {
      resized += 1;
    });
    await dispatch({ type: 'settings/changeSetting', payload: { contentWidth: 'Fixed' } });
    expect(resized).toBe(1);
    await dispatch({ type: 'settings/changeSetting', payload: { fixedHeader: true } });
    expect(resized).toBe(1);
  });

  test('weak mode marks the root element and is stored', async () => {
    await start();
    await dispatch({ type: 'settings/changeSetting', payload: { colorWeak: true } });
    expect(document.documentElement).toHaveClass('colorWeak');
    expect(localStorage.getItem('multistation-look')).toContain('"colorWeak":true');
    await dispatch({ type: 'settings/changeSetting', payload: { colorWeak: false } });
    expect(document.documentElement).not.toHaveClass('colorWeak');
  });
});

describe('addresses opened by a visitor', () => {
  test('a visitor on a page is redirected to the sign-in, which keeps the address', async () => {
    serve({ 'Verify/getVerifyCodeValue': CAPTCHA });
    await open('/teamList/index', '?page=2');
    await waitFor(() => expect(where()).toMatch(/^\/user\/login\?redirect=/));
  });

  test('a visitor at the root is redirected to the sign-in', async () => {
    serve({ 'Verify/getVerifyCodeValue': CAPTCHA });
    await open('/');
    await waitFor(() => expect(where()).toMatch(/^\/user\/login/));
  });

  test.each(['/nowhere', '/user/nowhere'])('%s shows the 404 page to a visitor', async (path) => {
    serve({});
    await open(path);
    expect(await screen.findByText('Sorry, the page you visited does not exist.')).toBeVisible();
  });
});
