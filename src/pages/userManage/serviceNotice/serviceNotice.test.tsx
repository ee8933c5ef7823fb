import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import ServiceNoticePage from '.';

const task: Row<'user.Notice/getTasks'> = {
  ...{ id: 7, version: 2, no: 'NT202603010001', title: 'Early closing', state: 'sending', stateText: 'Sending' },
  ...{ channel: 'inSite', channelText: 'In-app inbox', templateName: 'Closing', audienceText: 'All users' },
  ...{ personType: 'user', personTypeText: 'Users' },
  ...{ sendAt: '2026-03-01T10:00:00+08:00', startedAt: '2026-03-01T10:00:00+08:00', endedAt: null },
  ...{
    createdAt: '2026-03-01T09:00:00+08:00',
    total: 1_200,
    sent: 900,
    delivered: 880,
    opened: 40,
    failed: 3,
    skipped: 7,
  },
  ...{ costFen: 0, byName: 'Ann', actions: ['report', 'pause', 'copy'] },
};
const scheduled: typeof task = {
  ...task,
  id: 8,
  title: 'Later',
  state: 'scheduled',
  stateText: 'Scheduled',
  actions: ['copy', 'cancel'],
};
const summary = { tasks: 2, sending: 1, messages: 900, deliveredMessages: 880, failedMessages: 3, costFen: 0 };
const content = {
  upstreamId: null,
  signName: null,
  title: 'Dear user',
  body: 'We close early.',
  fields: [],
  jumpPath: null,
};
const detail: Data<'user.Notice/getTask'> = {
  ...task,
  ...{ content, audience: { kind: 'levels', levels: ['2'] }, excludeBlacklist: true, templateId: 3 },
  ...{ variables: { station: 'North' }, note: null, waitsUntil: null, withdrawnAt: null },
  counts: [{ state: 'delivered', text: 'Delivered', count: 880 }],
};
const template: Row<'user.Notice/getTemplates'> = {
  ...{ id: 3, version: 1, name: 'Closing', code: 'closing', status: 'enabled', statusText: 'Enabled' },
  ...{ channel: 'inSite', channelText: 'In-app inbox', content: 'Dear user', variables: 'station', upstreamId: null },
  ...{ personType: 'user', personTypeText: 'Users' },
  ...{ dailyCap: 3, quietHours: '22:00–08:00', updatedAt: '2026-03-01T09:00:00+08:00', updatedByName: 'Ann' },
  actions: ['editTemplate', 'disableTemplate'],
};
const delivery: Row<'user.Notice/getDeliveries'> = {
  ...{
    id: 1,
    personType: 'user',
    taskNo: task.no,
    userNo: '55',
    nickname: 'Lin',
    tel: '139****0001',
    state: 'failed',
    stateText: 'Failed',
  },
  ...{ reason: 'refused', reasonText: 'The channel refused it', error: '43004', attempts: 1, costFen: 0 },
  ...{ at: '2026-03-01T10:00:00+08:00', openedAt: null, isOpened: false },
};
const asOf = '2026-03-01T11:40:00+08:00';
const answers: Answers = {
  'user.Notice/getTasks': listAnswer([task, scheduled], summary),
  'user.Notice/getTask': detail,
  'user.Notice/getTemplates': listAnswer([template], {}),
  'user.Notice/getDeliveries': listAnswer([delivery], {}),
  'user.Notice/getTemplateChoices': {
    list: [
      {
        ...{ id: 3, text: 'Closing (In-app inbox)', variableNames: ['station'], preview: 'We close {{station}}.' },
        channel: 'inSite',
        personType: 'any',
        isReady: true,
      },
    ],
  },
  'user.Notice/countAudience': { count: 1_234, reachable: 900, isExact: false, needsOwner: false, asOf },
  'common.Option/getOptions': { teams: [{ value: 4, label: 'Tianfu' }] },
};
const at = '/userManage/serviceNotice';
const done = { id: 7, state: 'paused', stateText: 'Paused', version: 3, message: 'Sending paused' };

test('the list shows the progress of each task and can pause one at once', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ServiceNoticePage />, { at, answers });
  page.answer('user.Notice/pauseTask', done);
  const line = (await screen.findByText('Early closing')).closest('tr') as HTMLElement;
  for (const text of ['1,200', '880', 'In-app inbox']) expect(within(line).getByText(text)).toBeInTheDocument();
  await user.click(within(line).getByRole('button', { name: 'Pause Early closing' }));
  await waitFor(() => expect(page.to('user.Notice/pauseTask')[0]?.body).toEqual({ id: 7, version: 2 }));
});

test('a task that has not started can be cancelled with a reason', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ServiceNoticePage />, { at, answers });
  page.answer('user.Notice/cancelTask', { ...done, id: 8, state: 'cancelled' });
  await user.click(await screen.findByRole('button', { name: 'More Later' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel' }));
  const dialog = await dialogTitled(/Cancel/);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Wrong text');
  await user.click(within(dialog).getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(page.to('user.Notice/cancelTask')[0]?.body).toEqual({ id: 8, version: 2, reason: 'Wrong text' }),
  );
});

test('the drawer shows the message and the number of messages in each state', async () => {
  await renderPage(<ServiceNoticePage />, { at: `${at}?open=7`, answers });
  const drawer = await screen.findByRole('dialog', { name: /Early closing/ });
  expect(await within(drawer).findByText('We close early.')).toBeInTheDocument();
  expect(within(drawer).getByRole('table', { name: 'Progress' })).toHaveTextContent('880');
});

test('a copy of a task keeps its audience, counts it again, and is sent with its variables', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ServiceNoticePage />, { at: `${at}?form=copy-7`, answers });
  page.answer('user.Notice/createTask', { ...done, id: 9, state: 'scheduled' });
  const form = await screen.findByRole('dialog', { name: /New notice task/ });
  expect(await within(form).findByText(/About 1,234 recipients/)).toBeInTheDocument();
  expect(within(form).getByText('Reachable by this channel: 900')).toBeInTheDocument();
  expect(await within(form).findByText('We close North.')).toBeInTheDocument();
  await user.click(within(form).getByRole('button', { name: 'Create task' }));
  await waitFor(() =>
    expect(page.to('user.Notice/createTask')[0]?.body).toEqual({
      title: 'Early closing',
      templateId: 3,
      variables: { station: 'North' },
      personType: 'user',
      audience: { kind: 'levels', levels: ['2'] },
      excludeBlacklist: true,
      sendMode: 'now',
      sendAt: null,
    }),
  );
});

test('a draft can be edited in the form, keeps its number, and can be deleted', async () => {
  const user = userEvent.setup();
  const draft = { ...task, state: 'draft', stateText: 'Draft', sendAt: null, startedAt: null } as const;
  const row = { ...draft, actions: ['send', 'editDraft', 'copy', 'removeDraft'] };
  const page = await renderPage(<ServiceNoticePage />, {
    at: `${at}?form=edit-7`,
    answers: {
      ...answers,
      'user.Notice/getTasks': listAnswer([row], summary),
      'user.Notice/getTask': { ...detail, ...row },
    },
  });
  page.answer('user.Notice/createTask', { ...done, state: 'draft' });
  page.answer('user.Notice/removeDraft', { ...done, state: 'draft' });
  const form = await screen.findByRole('dialog', { name: /Edit draft: Early closing/ });
  await user.type(await within(form).findByLabelText(/^Title/), ' today');
  await user.click(within(form).getByRole('button', { name: 'Save as draft' }));
  await waitFor(() =>
    expect(page.to('user.Notice/createTask')[0]?.body).toMatchObject({
      ...{ id: 7, version: 2, title: 'Early closing today', sendMode: 'draft' },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'More Early closing' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete draft' }));
  const dialog = await dialogTitled(/Delete draft/);
  await user.click(within(dialog).getAllByRole('button', { name: 'Delete draft' }).at(-1) as HTMLElement);
  await waitFor(() => expect(page.to('user.Notice/removeDraft')[0]?.body).toEqual({ id: 7, version: 2 }));
});

test('the report lists recipients with the reason for each failure', async () => {
  const page = await renderPage(<ServiceNoticePage />, { at: `${at}?part=report&task=7`, answers });
  const line = (await screen.findByText('Lin')).closest('tr') as HTMLElement;
  expect(within(line).getByText('The channel refused it')).toBeInTheDocument();
  expect(within(line).getByText('139****0001')).toBeInTheDocument();
  expect(page.to('user.Notice/getDeliveries')[0]?.query).toMatchObject({ taskId: '7' });
});

test('a new template has the fields of its channel', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<ServiceNoticePage />, { at: `${at}?part=templates&form=new`, answers });
  page.answer('user.Notice/saveTemplate', { ...done, state: 'enabled' });
  const form = await screen.findByRole('dialog', { name: /New template/ });
  await user.type(await within(form).findByLabelText(/^Code/), 'closing');
  await user.type(within(form).getByLabelText(/^Name/), 'Early closing');
  await user.click(within(form).getByRole('radio', { name: 'Riders' }));
  await user.type(within(form).getByLabelText(/^Title/), 'Dear user');
  await user.type(within(form).getByLabelText(/^Text/), 'We close early.');
  await user.click(within(form).getByRole('button', { name: 'Save template' }));
  await waitFor(() =>
    expect(page.to('user.Notice/saveTemplate')[0]?.body).toMatchObject({
      code: 'closing',
      channel: 'inSite',
      personType: 'rider',
      title: 'Dear user',
      signName: null,
      fields: [],
      quietHours: { from: '22:00', to: '08:00' },
    }),
  );
});

/** Opens the form of a new template, types its code and name, and chooses a channel. */
async function newTemplate(channel: string) {
  const user = userEvent.setup();
  const page = await renderPage(<ServiceNoticePage />, { at: `${at}?part=templates&form=new`, answers });
  page.answer('user.Notice/saveTemplate', { ...done, state: 'enabled' });
  const form = within(await screen.findByRole('dialog', { name: /New template/ }));
  const type = async (label: string | RegExp, text: string) => {
    await user.clear(form.getByLabelText(label));
    await user.paste(text);
  };
  await form.findByLabelText(/^Code/);
  await type(/^Code/, 'delay');
  await type(/^Name/, 'Delay');
  await user.click(form.getByRole('combobox', { name: /Channel/ }));
  await user.click(await screen.findByRole('option', { name: channel }));
  await type(/^Template ID/, 'T1');
  const press = (name: string) => user.click(form.getByRole('button', { name }));
  return { page, form, type, press };
}

test('a template of Alipay numbers its keywords, and needs all of them and a page', async () => {
  const { page, form, type, press } = await newTemplate('Alipay mini program message');
  expect(form.getByText(/keyword1, keyword2 and so on/)).toBeInTheDocument();
  for (const n of [1, 2]) {
    await press('Add field');
    await type(`Name of field ${n}`, `Name ${n}`);
    await type(`Content of field ${n}`, `Content ${n}`);
  }
  expect(form.getByLabelText('Key of field 2')).toHaveValue('keyword2');
  await type('Key of field 2', 'keyword3');
  await press('Save template');
  expect(await form.findByText('Number the keywords from keyword1 without gaps')).toBeInTheDocument();
  expect(form.getByText(/^Please input .*opens/i)).toBeInTheDocument();
  await type('Key of field 2', 'keyword2');
  await type(/^Opens/, 'pages/order/index');
  await press('Save template');
  await waitFor(() =>
    expect(page.to('user.Notice/saveTemplate')[0]?.body).toMatchObject({
      ...{ channel: 'alipayMessage', upstreamId: 'T1', title: null, body: null, jumpPath: 'pages/order/index' },
      fields: [
        { key: 'keyword1', label: 'Name 1', value: 'Content 1' },
        { key: 'keyword2', label: 'Name 2', value: 'Content 2' },
      ],
    }),
  );
});

test('a field of a Douyin template has the same word as key and name', async () => {
  const { page, form, type, press } = await newTemplate('Douyin mini program message');
  await press('Add field');
  expect(form.queryByLabelText('Key of field 1')).not.toBeInTheDocument();
  await type('Name of field 1', 'two words');
  await type('Content of field 1', 'On its way');
  await press('Save template');
  expect(await form.findByText(/Each field needs a key/)).toBeInTheDocument();
  await type('Name of field 1', ' words ');
  await press('Save template');
  await waitFor(() =>
    expect(page.to('user.Notice/saveTemplate')[0]?.body).toMatchObject({
      ...{ channel: 'dySubscribe', upstreamId: 'T1', jumpPath: null },
      fields: [{ key: 'words', label: 'words', value: 'On its way' }],
    }),
  );
});

test('a task to riders has their conditions, and only templates for riders whose channel reaches them', async () => {
  const user = userEvent.setup();
  const choice = { variableNames: [], preview: 'Bring your certificate.', isReady: true, personType: 'any' as const };
  const page = await renderPage(<ServiceNoticePage />, {
    at: `${at}?form=new`,
    answers: {
      ...answers,
      'user.Notice/getTemplateChoices': {
        list: [
          { ...choice, id: 4, text: 'Reminder (SMS)', channel: 'sms' },
          { ...choice, id: 5, text: 'Reminder (App push)', channel: 'appPush' },
          { ...choice, id: 6, text: 'Coupons (SMS)', channel: 'sms', personType: 'user' },
        ],
      },
    },
  });
  page.answer('user.Notice/createTask', { ...done, id: 9, state: 'scheduled' });
  const form = within(await screen.findByRole('dialog', { name: /New notice task/ }));
  await user.click(await form.findByRole('radio', { name: 'Riders' }));
  await user.type(form.getByLabelText(/^Title/), 'Certificates');
  await user.click(form.getByRole('combobox', { name: /Template/ }));
  expect(await screen.findByRole('option', { name: /App push.*does not reach/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByRole('option', { name: 'Coupons (SMS): for other recipients' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(screen.getByRole('option', { name: 'Reminder (SMS)' }));
  expect(form.queryByText('Leave out blacklisted users')).not.toBeInTheDocument();
  await user.click(form.getByRole('combobox', { name: /Rider types/ }));
  await user.click(await screen.findByRole('option', { name: 'Part-time' }));
  await user.keyboard('{Escape}');
  await user.click(form.getByRole('combobox', { name: /^Health certificate(?! expires)/ }));
  await user.click(await screen.findByRole('option', { name: 'Rejected' }));
  await user.keyboard('{Escape}');
  // The form counts people only when it has not changed for a moment. The test creates the task after the count.
  await waitFor(() =>
    expect(page.to('user.Notice/countAudience').at(-1)?.query).toMatchObject({ personType: 'rider', templateId: '4' }),
  );
  await user.click(form.getByRole('button', { name: 'Create task' }));
  await waitFor(() =>
    expect(page.to('user.Notice/createTask')[0]?.body).toMatchObject({
      ...{ title: 'Certificates', templateId: 4, personType: 'rider' },
      audience: { kind: 'riderConditions', riderTypes: ['part'], healthStates: ['rejected'] },
    }),
  );
});

test('variables of a template that was chosen before are not sent', async () => {
  const user = userEvent.setup();
  const [choice] = (answers['user.Notice/getTemplateChoices'] as Data<'user.Notice/getTemplateChoices'>).list;
  const other = { ...choice, id: 4, text: 'Opening', variableNames: ['day'], preview: 'We open on {{day}}.' };
  const page = await renderPage(<ServiceNoticePage />, {
    at: `${at}?form=copy-7`,
    answers: { ...answers, 'user.Notice/getTemplateChoices': { list: [choice, other] as never } },
  });
  page.answer('user.Notice/createTask', { ...done, id: 9, state: 'scheduled' });
  const form = within(await screen.findByRole('dialog', { name: /New notice task/ }));
  await user.click(await form.findByRole('combobox', { name: /Template/ }));
  await user.click(await screen.findByRole('option', { name: 'Opening' }));
  await user.type(await form.findByLabelText('day'), 'Monday');
  await user.click(form.getByRole('button', { name: 'Create task' }));
  await waitFor(() =>
    expect(page.to('user.Notice/createTask')[0]?.body).toMatchObject({ templateId: 4, variables: { day: 'Monday' } }),
  );
  expect(page.to('user.Notice/createTask')[0]?.body.variables).toEqual({ day: 'Monday' });
});

test('a list of users is not sent to riders: after the change, the field asks for a list', async () => {
  const user = userEvent.setup();
  const audience = { kind: 'list' as const, listId: 3 };
  const page = await renderPage(<ServiceNoticePage />, {
    at: `${at}?form=copy-7`,
    answers: { ...answers, 'user.Notice/getTask': { ...detail, audience } },
  });
  const form = within(await screen.findByRole('dialog', { name: /New notice task/ }));
  await user.click(await form.findByRole('radio', { name: 'Riders' }));
  await user.click(form.getByRole('combobox', { name: /^Recipients|^Audience/ }));
  await user.click(await screen.findByRole('option', { name: /list/i }));
  await user.click(form.getByRole('button', { name: 'Create task' }));
  expect(await form.findByText(/^Please select/)).toHaveRole('alert');
  expect(page.to('user.Notice/createTask')).toEqual([]);
});

test('tags that contain only separators are an empty field', async () => {
  const user = userEvent.setup();
  const audience = { kind: 'tags' as const, tags: ['vip'] };
  const page = await renderPage(<ServiceNoticePage />, {
    at: `${at}?form=copy-7`,
    answers: { ...answers, 'user.Notice/getTask': { ...detail, audience }, 'user.Notice/createTask': done },
  });
  const form = within(await screen.findByRole('dialog', { name: /New notice task/ }));
  const tags = await form.findByLabelText(/^Tags/);
  await user.clear(tags);
  await user.type(tags, ' ,、');
  await user.click(form.getByRole('button', { name: 'Create task' }));
  expect(await form.findByText(/^Please input/, undefined, { timeout: 1_000 })).toHaveRole('alert');
  expect(page.to('user.Notice/createTask')).toEqual([]);
  await user.type(tags, 'new');
  await user.click(form.getByRole('button', { name: 'Create task' }));
  await waitFor(() =>
    expect(page.to('user.Notice/createTask')[0]?.body.audience).toEqual({ kind: 'tags', tags: ['new'] }),
  );
});

test('a rider in the report has no link to a page of users', async () => {
  const rider = { ...delivery, personType: 'rider', userNo: 'R000012', nickname: 'Wang' } as const;
  await renderPage(<ServiceNoticePage />, {
    at: `${at}?part=report&task=7`,
    answers: { ...answers, 'user.Notice/getDeliveries': listAnswer([rider], {}) },
  });
  const line = (await screen.findByText('Wang')).closest('tr') as HTMLElement;
  expect(within(line).getByText('R000012').closest('a')).toBeNull();
});
