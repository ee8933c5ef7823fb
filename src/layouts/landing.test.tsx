import { screen, waitFor } from '@testing-library/react';
import { setToken } from '@/app/session/token';
import { open, personInfo, serve, where } from '@/testing';

beforeEach(() => {
  setToken('a token', false);
  serve({ 'site.Site/getSiteInfo': { data: personInfo({ permission: [10, 11] }) } });
});

test('users without the rule of the workbench start on their first page', async () => {
  await open('/');
  await waitFor(() => expect(where()).toBe('/teamList/index'));
});

test('the workbench opened by its own address is refused with the 403 page', async () => {
  await open('/dashboard/index');
  expect(await screen.findByText(/you are not authorized to access this page/)).toBeInTheDocument();
  expect(where()).toBe('/dashboard/index');
});
