import { screen, waitFor } from '@testing-library/react';
import { setToken } from '@/app/session/token';
import { open, personInfo, serve, where } from '@/testing';

beforeEach(() => {
  setToken('a token', false);
  serve({ 'site.Site/getSiteInfo': { data: personInfo({ permission: [10, 11] }) } });
});

test('people without the workbench begin on their first page', async () => {
  await open('/');
  await waitFor(() => expect(where()).toBe('/teamList/index'));
});

test('the workbench by its own address stays refused, and says so', async () => {
  await open('/dashboard/index');
  expect(await screen.findByText(/you are not authorized to access this page/)).toBeInTheDocument();
  expect(where()).toBe('/dashboard/index');
});
