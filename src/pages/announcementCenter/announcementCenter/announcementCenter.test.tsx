import type { Data } from '@contract/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Announcement } from '@/features/announcements/Announcement';
import type { Announced } from '@/features/announcements/types';
import { RichView } from '@/features/richText/RichView';
import { dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import AnnouncementsPage from '.';
import { fromForm, targetOf, toForm } from './announcementForm';
import { isQuizComplete, typedQuiz } from './QuizField';

const AT = '/announcementCenter/announcementCenter';
const TIME = '2026-03-01T11:50:00+08:00';
const user = userEvent.setup();
const EMPTY = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };

const row: Row<'announcement.Announcement/getList'> = {
  ...{ id: 9, version: 2, title: 'Power cut', audience: 'Staff', channelsText: 'In-site', channels: ['inSite'] },
  ...({ level: 'urgent', levelText: 'Urgent', audienceType: 'staff', audienceTypeText: 'Staff' } as const),
  ...({ popup: 'none', popupText: 'No pop-up', mustConfirm: true, pinned: false, dynamicTarget: false } as const),
  ...({ state: 'published', stateText: 'Published', publishAt: TIME, expireAt: null, createdAt: TIME } as const),
  ...{ targets: 40, readCount: 30, confirmedCount: 20, readBp: 7_500, authorName: 'Lin' },
  actions: ['receipts', 'remind', 'read', 'pin', 'copy', 'withdraw'],
};
const draft = {
  ...row,
  ...({ id: 10, title: 'Draft', state: 'draft', stateText: 'Draft', publishAt: null } as const),
  actions: ['edit', 'publish', 'remove'],
};
const SUMMARY = { published: 1, scheduled: 0, meanReadBp: 7_500, waiting: 20 };
const chinese = (words: string) => ({ ...EMPTY, 'zh-CN': words });
const QUIZ = [{ question: chinese('First?'), answers: [chinese('yes'), chinese('no')], right: 0 }];
const detail: Data<'announcement.Announcement/getDetail'> = {
  ...row,
  previews: [
    {
      ...({ locale: 'zh-CN', title: '停电', content: '<p>周五</p>', confirmText: 'I will comply' } as const),
      quiz: [{ question: '第一？', answers: ['是', '否'] }],
    },
    {
      ...({ locale: 'en-US', title: 'Power cut', content: '<p>On Friday</p>', confirmText: 'I will comply' } as const),
      quiz: [{ question: 'First?', answers: ['yes', 'no'] }],
    },
  ],
  ...{ attachmentFiles: [], quizCount: 1, confirmText: 'I will comply' },
  ...{ withdrawReason: null, withdrawnAt: null, lockedAt: TIME, remindedAt: null, isFilling: false },
  ...{ revisionOf: { id: 4, title: 'Old text', state: 'withdrawn', stateText: 'Withdrawn' }, revision: null },
  form: {
    ...({ level: 'urgent', audienceType: 'riders', popup: 'untilConfirmed', mustConfirm: true } as const),
    ...{ title: { ...EMPTY, 'zh-CN': '停电', 'en-US': 'Power cut' }, content: { ...EMPTY, 'zh-CN': '<p>周五</p>' } },
    ...{ attachments: [], confirmText: 'I will comply', quiz: QUIZ, publishAt: null, expireAt: null },
    target: { regions: [], teamIds: [3], identityIds: [], riderTypes: ['full'], franchiseeIds: [], excludeIds: [7] },
    ...({ channels: ['inSite'], publishMode: 'now', dynamicTarget: true } as const),
  },
};
const writing: Data<'announcement.Announcement/getWriting'> = {
  languages: ['zh-CN', 'en-US'],
  defaultLanguage: 'zh-CN',
  sensitiveWords: [],
};
const show = (query = '', answers: object = {}, can: (rule: number) => boolean = () => true) =>
  renderPage(<AnnouncementsPage />, {
    at: `${AT}${query}`,
    platform: { can },
    answers: {
      'announcement.Announcement/getList': listAnswer([row, draft], SUMMARY),
      'announcement.Announcement/getDetail': detail,
      'announcement.Announcement/getWriting': writing,
      'announcement.Announcement/countTarget': { count: 12, asOf: TIME },
      'announcement.Announcement/getReceipts': listAnswer([], {}),
      'common.Option/getOptions': { teams: [{ value: 3, label: 'North' }] },
      ...answers,
    },
  } as never);

test('the list shows read rates and the mean as per cent', async () => {
  await show();
  expect(await screen.findByText('Power cut')).toBeInTheDocument();
  expect((await screen.findAllByText(/75\.00%/)).length).toBeGreaterThan(1);
});

test('the list counts readers, and confirmations only where they are required', async () => {
  await show('', {
    'announcement.Announcement/getList': listAnswer(
      [row, { ...draft, title: 'Not sent', mustConfirm: false, confirmedCount: 0 }],
      SUMMARY,
    ),
  });
  const cells = async (title: string) => {
    const line = (await screen.findByText(title)).closest('tr') as HTMLElement;
    return within(line)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  };
  const heads = (await screen.findAllByRole('columnheader')).map((head) => head.textContent);
  expect(heads.some((head) => head?.startsWith('Confirmed'))).toBe(true);
  expect(await cells('Power cut')).toEqual(expect.arrayContaining(['30', '20']));
  expect((await cells('Not sent')).filter((cell) => cell === '20')).toEqual([]);
});

test('users without the permission to write get neither the button nor the receipts', async () => {
  await show('?receipts=9', {}, (rule) => rule === 90);
  expect(await screen.findByText('Power cut')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New announcement' })).toBeNull();
});

test('the receipts of an announcement are a separate list', async () => {
  const page = await show('?receipts=9');
  expect(await screen.findByText(/Power cut/)).toBeInTheDocument();
  await waitFor(() => expect(page.to('announcement.Announcement/getReceipts')).not.toHaveLength(0));
});

test('the preview shows text, quiz and confirmation in the chosen language, without anything to answer', async () => {
  await show('?open=9&tab=content');
  expect(await screen.findByText('On Friday')).toBeInTheDocument();
  expect(screen.getByText('1. First?')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'yes' })).toBeDisabled();
  expect(screen.getByText('I will comply')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: '简体中文' }));
  expect(screen.getByRole('heading', { name: '停电' })).toBeInTheDocument();
  expect(screen.getByText('周五')).toBeInTheDocument();
  expect(screen.getByText('1. 第一？')).toBeInTheDocument();
  expect(screen.queryByText('On Friday')).toBeNull();
});

test('an unchanged form sends back the stored values', () => {
  const values = toForm(detail, 'zh-CN');
  expect(values.excludeTeams).toEqual([7]);
  expect(fromForm(values)).toEqual(detail.form);
});

test('a target contains only the fields of its audience type', () => {
  const values = { ...toForm(detail, 'zh-CN'), audienceType: 'staff', identityIds: [5], excludeStaff: [2] };
  expect(targetOf(values)).toEqual({
    ...{ regions: [], teamIds: [], riderTypes: [], franchiseeIds: [] },
    ...{ identityIds: [5], excludeIds: [2] },
  });
});

test('a quiz needs texts and at least two answers; trailing empty answers are dropped', () => {
  const quiz = (right: number, ...answers: string[]) => [
    { question: chinese(' Which? '), answers: answers.map(chinese), right },
  ];
  expect(isQuizComplete(quiz(0, 'a', ''), 'zh-CN')).toBe(false);
  expect(isQuizComplete(quiz(2, 'a', 'b', ''), 'zh-CN')).toBe(false);
  expect(isQuizComplete(quiz(1, 'a', 'b'), 'zh-CN')).toBe(true);
  expect(isQuizComplete(quiz(1, 'a', 'b'), 'en-US')).toBe(false);
  expect(typedQuiz(quiz(1, 'a ', 'b', ''))).toEqual([
    { question: chinese('Which?'), answers: [chinese('a'), chinese('b')], right: 1 },
  ]);
});

test('a blank answer between others is removed, and the right answer stays the right one', () => {
  const quiz = (right: number) => [{ question: chinese('Which?'), answers: ['a', 'b', '', 'd'].map(chinese), right }];
  const answers = ['a', 'b', 'd'].map(chinese);
  expect(typedQuiz(quiz(3))).toEqual([{ question: chinese('Which?'), answers, right: 2 }]);
  expect(isQuizComplete(quiz(3), 'zh-CN')).toBe(true);
  expect(isQuizComplete(quiz(2), 'zh-CN')).toBe(false);
  expect(typedQuiz(quiz(1))[0]?.right).toBe(1);
});

const FORBIDDEN = 'You have no permission to see this data.';

test('the form of a published announcement stays closed without the permission to publish', async () => {
  await show('?form=edit-9', {}, (rule) => rule !== 9006);
  expect(await screen.findByText(FORBIDDEN)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('the form of a published announcement opens with the permission to publish', async () => {
  await show('?form=edit-9');
  expect(await screen.findByRole('button', { name: 'Save' })).toBeInTheDocument();
  expect(screen.queryByText(FORBIDDEN)).toBeNull();
});

test('a new announcement counts its audience during editing', async () => {
  await show('?form=new');
  expect(await screen.findByText(/12/, undefined, { timeout: 5_000 })).toBeInTheDocument();
});

test('a new announcement starts with the stations of the address, and closing removes them from it', async () => {
  const page = await show('?form=new&teams=3,x,-1');
  expect(await screen.findByText('North', undefined, { timeout: 5_000 })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(page.history.location.search).not.toMatch(/form|teams/));
});

test('malicious HTML is shown without executable parts', async () => {
  await renderPage(
    <RichView
      html={
        '<p onclick="x()">Hi <a href="javascript:x()">link</a><img src="https://evil.example/p"></p><script>x</script><iframe></iframe>'
      }
    />,
  );
  const link = screen.getByText('link');
  expect(link).not.toHaveAttribute('href');
  expect(document.querySelectorAll('script[src], iframe, img[src^="https://evil"], [onclick]')).toHaveLength(0);
});

const announced: Announced = {
  ...({ id: 9, title: 'Power cut', level: 'urgent', levelText: 'Urgent', popup: 'untilConfirmed' } as const),
  ...{ excerpt: 'On Friday', content: '<p>On Friday</p>', publishAt: TIME, pinned: false, isRead: true },
  ...{ isConfirmed: false, confirmText: 'I will comply', attachments: [], isRevision: false, isBlocking: true },
  quiz: [{ question: 'First?', answers: ['yes', 'no'] }],
};

test('a blocking announcement closes only after the right answers', async () => {
  const onEnd = jest.fn();
  const onCounts = jest.fn();
  const page = await renderPage(
    <Announcement one={announced} onCounts={onCounts} onSignOut={() => undefined} onEnd={onEnd} />,
    {
      answers: {
        'announcement.Inbox/confirm': {
          id: 9,
          readAt: TIME,
          confirmedAt: TIME,
          counts: {
            ...{ total: 0, unread: 0, announcements: { unread: 0, popups: 0 } },
            types: {
              notification: { total: 0, unread: 0 },
              message: { total: 0, unread: 0 },
              event: { total: 0, unread: 0 },
            },
          },
        },
      },
    } as never,
  );
  const dialog = await dialogTitled('Power cut');
  await user.keyboard('{Escape}');
  expect(onEnd).not.toHaveBeenCalled();
  const [, confirm] = within(dialog).getAllByRole('button');
  await user.click(confirm as HTMLElement);
  expect(within(dialog).getAllByRole('alert')).toHaveLength(2);
  await user.click(within(dialog).getByLabelText('yes'));
  await user.click(confirm as HTMLElement);
  await waitFor(() => expect(onEnd).toHaveBeenCalled());
  expect(page.to('announcement.Inbox/confirm').map(({ body }) => body)).toMatchObject([{ id: 9, answers: [0] }]);
  expect(onCounts).toHaveBeenCalledTimes(1);
});

test('a refused confirmation shows the message of the server, and a retry removes it', async () => {
  const onEnd = jest.fn();
  let arrive: (answer: object) => void = () => undefined;
  const replies = [
    refusal(42238, 'The announcement was withdrawn.'),
    new Promise<object>((resolve) => {
      arrive = resolve;
    }),
  ];
  const calls = { 'announcement.Inbox/confirm': () => replies.shift() };
  await renderPage(
    <Announcement one={{ ...announced, quiz: [] }} onCounts={jest.fn()} onSignOut={() => undefined} onEnd={onEnd} />,
    { answers: calls } as never,
  );
  const dialog = await dialogTitled('Power cut');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await within(dialog).findByText('The announcement was withdrawn.')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(within(dialog).queryByText('The announcement was withdrawn.')).toBeNull();
  arrive(refusal(40401, 'Gone.'));
  expect(await within(dialog).findByText('Gone.')).toBeInTheDocument();
  expect(onEnd).not.toHaveBeenCalled();
});
