import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api } from '@/app/request/api';
import { RequestFailure } from '@/app/request/useData';
import { hasUnsaved } from '@/app/session/unsaved';
import { LoadError } from '../QueryBoundary';
import { type Answers, dialogTitled, refusal, renderPage } from '../testing';
import { ReportHost } from './Host';
import { supportMail } from './mail';
import { openReport } from './open';

const user = userEvent.setup();
const SENT = { id: 12, message: 'Report 12 sent. The owner will be notified.' };

async function open(answers: Answers, userId = 7, supportEmail = '') {
  const at = '/teamList/index?keyword=Ann&status=open';
  const page = await renderPage(<ReportHost />, { at, answers, platform: { userId, supportEmail } });
  // Make one call first, because a real page also has earlier calls.
  await api.askGet('team.Team/getList', {}, { silent: true });
  act(() => openReport());
  const dialog = await dialogTitled('Report a problem');
  return { page, dialog: within(dialog) };
}

test('before sending, the user sees the attached data: page without names, version, browser, last calls', async () => {
  const { page, dialog } = await open({ 'site.Monitor/reportProblem': SENT });
  expect(dialog.getByText('/teamList/index?keyword=•&status=open')).toBeInTheDocument();
  expect(dialog.getByText('dev')).toBeInTheDocument();
  expect(dialog.getByText(/team\.Team\/getList/)).toBeInTheDocument();
  await dialog.findByText(/could not be taken/);
  await user.type(dialog.getByRole('textbox', { name: 'What happened' }), 'The list stays empty');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByText(SENT.message);
  const [sent] = page.to('site.Monitor/reportProblem');
  expect(sent?.body).toMatchObject({
    content: 'The list stays empty',
    page: '/teamList/index?keyword=•&status=open',
    fileId: null,
    calls: [{ address: '/api/team.Team/getList', requestId: 'req-1', ending: 'refused 40401' }],
  });
  expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a report without a description is not sent, and the field shows an error', async () => {
  const { page, dialog } = await open({ 'site.Monitor/reportProblem': SENT });
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(dialog.getByText('Please write at least 5 characters')).toBeInTheDocument();
  expect(dialog.getByRole('textbox')).toHaveFocus();
  expect(page.to('site.Monitor/reportProblem')).toHaveLength(0);
});

test('a report that fails to send keeps its description and explains what to do', async () => {
  const { dialog } = await open({ 'site.Monitor/reportProblem': refusal(42901, 'Too often') });
  await user.type(dialog.getByRole('textbox'), 'The list stays empty');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await dialog.findByText(/It was not sent: Too often/);
  expect(dialog.getByRole('textbox')).toHaveValue('The list stays empty');
  expect(dialog.getByRole('button', { name: 'Save as a file' })).toBeEnabled();
});

test('a retry without an answer keeps its idempotency key, and a changed text has a new one', async () => {
  const { page, dialog } = await open({ 'site.Monitor/reportProblem': refusal(40904, 'Still running') }, 10);
  const text = dialog.getByRole('textbox');
  const send = async (n: number) => {
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(page.to('site.Monitor/reportProblem')).toHaveLength(n));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Send' })).toBeEnabled());
  };
  await user.type(text, 'The list stays empty');
  await send(1);
  await send(2);
  await user.type(text, ' and slow');
  await send(3);
  const [first, second, third] = page
    .to('site.Monitor/reportProblem')
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the text is restored after Escape and after the end of the session, for the same user, until it is sent', async () => {
  const { dialog } = await open({ 'site.Monitor/reportProblem': refusal(401, 'Over') });
  const words = () => screen.getByRole('textbox', { name: 'What happened' });
  await user.clear(dialog.getByRole('textbox'));
  await user.type(dialog.getByRole('textbox'), 'The list stays empty');
  expect(hasUnsaved()).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => openReport());
  await waitFor(() => expect(words()).toHaveValue('The list stays empty'));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  cleanup();
  const other = await open({}, 8);
  expect(other.dialog.getByRole('textbox')).toHaveValue('');
  cleanup();
  const again = await open({ 'site.Monitor/reportProblem': SENT });
  expect(again.dialog.getByRole('textbox')).toHaveValue('The list stays empty');
  await user.click(again.dialog.getByRole('button', { name: 'Send' }));
  await screen.findByText(SENT.message);
  act(() => openReport());
  await waitFor(() => expect(words()).toHaveValue(''));
});

test('every failed part of a page offers the report with its request id; without a host, only the id is shown', async () => {
  const error = new RequestFailure(50001, 'Server error', 'abc123', []);
  await renderPage(<LoadError error={error} onRetry={() => undefined} />);
  expect(screen.getByText('Request ID: abc123')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Report a problem' })).toBeNull();
  document.body.replaceChildren();
  await renderPage(
    <>
      <LoadError error={error} onRetry={() => undefined} />
      <ReportHost />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Report a problem' }));
  const dialog = within(await dialogTitled('Report a problem'));
  await waitFor(() => expect(dialog.getByText(/abc123/)).toBeInTheDocument());
});

/** Mocks clicks on links, so that no mail program or download starts. @returns the clicked links */
function followed(): { readonly href: string; readonly name: string }[] {
  const links: { href: string; name: string }[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    links.push({ href: this.href, name: this.download });
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  return links;
}
afterEach(() => jest.restoreAllMocks());

const fieldsOf = (link: string) => {
  const [to, query] = link.split('?');
  const fields = new URLSearchParams(query?.replaceAll('+', '%2B'));
  return { to, subject: fields.get('subject') ?? '', body: fields.get('body') ?? '' };
};

test('with a support address, one press stores the report, saves it as a file and opens a message for support', async () => {
  const links = followed();
  const { page, dialog } = await open({ 'site.Monitor/reportProblem': SENT }, 9, 'help+desk@example.com');
  expect(dialog.getByText(/message to help\+desk@example\.com/)).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox'), 'The list stays empty');
  await user.click(dialog.getByRole('button', { name: 'Write to support' }));
  await screen.findByText(SENT.message);
  expect(page.to('site.Monitor/reportProblem')).toHaveLength(1);
  const [file, message] = links;
  expect(file?.name).toMatch(/^problem-.*\.json$/);
  const mail = fieldsOf(message?.href ?? '');
  expect(mail.to).toBe('mailto:help%2Bdesk@example.com');
  expect(mail.subject).toBe('Problem report 12: /teamList/index');
  for (const part of [
    'The list stays empty',
    'Page: /teamList/index?keyword=•&status=open',
    'API version: dev',
    'req-1',
    file?.name ?? 'no file',
  ])
    expect(mail.body).toContain(part);
});

test('the message to support opens even when the console cannot store the report, and the text is kept', async () => {
  const links = followed();
  const { dialog } = await open(
    { 'site.Monitor/reportProblem': refusal(50001, 'Server error') },
    9,
    'help@example.com',
  );
  await user.type(dialog.getByRole('textbox'), 'The list stays empty');
  await user.click(dialog.getByRole('button', { name: 'Write to support' }));
  await dialog.findByText(/did not receive the report: Server error/);
  expect(fieldsOf(links[1]?.href ?? '').subject).toBe('Problem report: /teamList/index');
  expect(dialog.getByRole('textbox')).toHaveValue('The list stays empty');
});

test('a long report is cut in the message, but never its request ids, so that every mail program opens the link', () => {
  const calls = Array.from({ length: 20 }, (_, index) => ({ requestId: `${index}`.padStart(32, 'a') }));
  const report = { page: '/teamList/index', contract: '0123456789abcdef', calls };
  const message = {
    to: 'help@example.com',
    id: 7,
    file: 'problem.json',
    report,
    t: (label: unknown) => String(label),
  };
  const link = supportMail({ ...message, content: '列表一直是空的。'.repeat(120) });
  expect(link.length).toBeLessThanOrEqual(2_000);
  const { body } = fieldsOf(link);
  expect(body).toMatch(/^列表一直是空的。.*… report\.mailCut/);
  for (const { requestId } of calls) expect(body).toContain(requestId);
  expect(fieldsOf(supportMail({ ...message, content: 'Short' })).body).toMatch(/^Short\r\n/);
});

test('without a support address the dialog does not mention mail', async () => {
  const { dialog } = await open({}, 9);
  expect(dialog.queryByRole('button', { name: 'Write to support' })).toBeNull();
});
