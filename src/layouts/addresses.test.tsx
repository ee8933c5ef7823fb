import { screen, waitFor } from '@testing-library/react';
import { recomputeRoles } from '@/app/session/authority';
import { removeToken, setToken } from '@/app/session/token';
import { type Call, open, personInfo, serve, where } from '@/testing';

/** Matches endpoints that pages call. Endpoints that the frame calls do not match. */
const PAGE_CALLS = /^(rights|site\.Setting|fundAudit|dashboard\.Account|accountManage|team)\./;

beforeEach(() => {
  localStorage.clear();
  setToken('token-1', false);
  recomputeRoles();
});
afterEach(() => removeToken());

function serveStaff(): Call[] {
  return serve({
    'site.Site/getSiteInfo': { data: personInfo({ accountType: 'staff', permission: [1, 2], siteName: 'Station' }) },
  });
}

test.each([
  ['/RightsManagement/Staff', '/rightsManagement/staff', 'Staff'],
  ['/SITE/index', '/site/index', 'Site settings'],
  ['/fundaudit/index', '/fundAudit/index', 'Rider fund audit'],
  ['/DASHBOARD/accountManage', '/dashboard/accountManage', 'Account management'],
  ['/rightsManagement/staff/', '/rightsManagement/staff', 'Staff'],
  ['/rightsManagement/st%61ff', '/rightsManagement/staff', 'Staff'],
])('an unauthorised view shows the 403 page (SPEC §2), also at %s', async (address, written, title) => {
  const calls = serveStaff();
  await open(address, '?page=2');
  expect(await screen.findByText('Sorry, you are not authorized to access this page.')).toBeVisible();
  expect(where()).toBe(`${written}?page=2`);
  expect(document.title).toBe(`${title} - Station`);
  expect(
    calls.filter(({ address: asked }) => PAGE_CALLS.test(asked) && asked !== 'rights.Identity/explainRefusal'),
  ).toEqual([]);
});

test.each(['/user/nonsense', '/nowhere'])(
  'the page title is set from the matched route (SPEC §2): %s has the one of the 404 page',
  async (address) => {
    serveStaff();
    await open(address);
    expect(await screen.findByText('Sorry, the page you visited does not exist.')).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^Page not found - /));
  },
);

test('the 404 page has its title for a visitor too', async () => {
  removeToken();
  recomputeRoles();
  serve({});
  await open('/nowhere');
  expect(await screen.findByText('Sorry, the page you visited does not exist.')).toBeVisible();
  expect(document.title).toBe('Page not found - Multistation Console');
});
