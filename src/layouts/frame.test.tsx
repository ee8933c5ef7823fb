import { act, screen, waitFor, within } from '@testing-library/react';
import { history } from '@umijs/max';
import { setToken } from '@/app/session/token';
import { dispatch, open, personInfo, serve } from '@/testing';
import { FrameTheme } from '@/ui/library/frame/FrameTheme';

// Use the real component and count its renders. It renders whenever ProLayout renders.
jest.mock('@/ui/library/frame/FrameTheme', () => {
  const real = jest.requireActual('@/ui/library/frame/FrameTheme');
  return { ...real, FrameTheme: jest.fn(real.FrameTheme) };
});

beforeEach(() => {
  setToken('a token', false);
  serve({ 'site.Site/getSiteInfo': { data: personInfo({ permission: [1, 2, 3, 4, 10, 11, 13, 45] }) } });
});

const nav = (name: string) => within(screen.getByRole('navigation', { name }));
const links = (name: string) =>
  nav(name)
    .getAllByRole('link')
    .map((link) => `${link.textContent}${link.getAttribute('aria-current') === 'page' ? ' *' : ''}`);

test('groups are in the header, the pages of the open group in the side bar, and both mark the current page', async () => {
  await open('/dashboard/accountManage');
  await screen.findByRole('navigation', { name: 'Main menu' });
  expect(links('Main menu')).toEqual(['Workbench *', 'Stations', 'Site settings']);
  expect(links('Workbench')).toEqual(['Overview', 'Account management *']);
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#content');
});

test('a page without a group keeps its side bar and its breadcrumb', async () => {
  await open('/site/index');
  await screen.findByRole('navigation', { name: 'Main menu' });
  expect(links('Site settings')).toEqual(['Site settings *']);
  expect(nav('You are here').getByText('Site settings')).toBeInTheDocument();
});

test('the account page marks the group and the account, and no other page', async () => {
  await open('/dashboard/accountInfo');
  await screen.findByRole('navigation', { name: 'Main menu' });
  expect(links('Main menu')).toContain('Workbench *');
  expect(links('Workbench')).toEqual(['Overview', 'Account management']);
  expect(screen.getByRole('button', { name: 'Menu of Owner' })).toHaveAttribute('aria-current', 'page');
  expect(nav('You are here').getByText('Account information')).toHaveAttribute('aria-current', 'page');
});

test('the settings put the whole menu into the side bar or into the header', async () => {
  await open('/dashboard/accountManage');
  await screen.findByRole('navigation', { name: 'Main menu' });
  await dispatch({ type: 'settings/changeSetting', payload: { layout: 'side' } });
  await waitFor(() =>
    expect(links('Main menu')).toEqual([
      'Overview',
      'Account management *',
      'Station list',
      'Station operation',
      'Site settings',
    ]),
  );
  await dispatch({ type: 'settings/changeSetting', payload: { layout: 'top' } });
  await waitFor(() => expect(links('Main menu')).toEqual(['Site settings']));
  expect(nav('Main menu').getByRole('menuitem', { name: 'Workbench' })).toHaveAttribute('aria-haspopup', 'true');
  await dispatch({ type: 'settings/changeSetting', payload: { layout: 'mix' } });
});

test('the frame renders again for another group, but not for another page of the same group', async () => {
  await open('/dashboard/accountManage');
  await screen.findByRole('navigation', { name: 'Main menu' });
  await waitFor(() => expect(links('Workbench')).toContain('Account management *'));
  const drawn = jest.mocked(FrameTheme);
  drawn.mockClear();
  act(() => history.replace('/dashboard/accountManage?keyword=li'));
  act(() => history.push('/dashboard/index'));
  await waitFor(() => expect(links('Workbench')).toEqual(['Overview *', 'Account management']));
  expect(drawn).not.toHaveBeenCalled();
  act(() => history.push('/site/index'));
  await waitFor(() => expect(links('Site settings')).toEqual(['Site settings *']));
  expect(links('Main menu')).toEqual(['Workbench', 'Stations', 'Site settings *']);
  expect(drawn).toHaveBeenCalled();
});
