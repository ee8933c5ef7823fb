import type { Data } from '@contract/index';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, refusal, renderPage } from '@/ui/testing';
import { FirstSteps } from './FirstSteps';

type Step = Data<'dashboard.Index/getFirstSteps'>['list'][number];
const step = (code: string, done: boolean): Step => ({
  code,
  text: `Step ${code}`,
  link: `/site/index?tab=${code}`,
  done,
});

const show = (list: Step[], stored: unknown = null, at = '/dashboard/index') => {
  const answers: Answers = {
    'common.Preference/getAll': { values: { firstSteps: stored } },
    'common.Preference/save': {},
    'dashboard.Index/getFirstSteps': { list, asOf: '2026-03-01T12:00:00+08:00' },
  };
  return renderPage(<FirstSteps />, { at, answers });
};

test('the server ticks the steps, each links to its place, and the list can be hidden permanently', async () => {
  const user = userEvent.setup();
  const { calls } = await show([step('identity', true), step('sms', false)]);
  expect(await screen.findByText('1 of 2 done')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Step sms Not done' })).toHaveAttribute('href', '/site/index?tab=sms');
  expect(screen.getByRole('link', { name: 'Step identity Done' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Do not show again' }));
  await waitFor(() => expect(screen.queryByText('Step sms')).not.toBeInTheDocument());
  const saved = calls.find(({ address }) => address === 'common.Preference/save');
  expect(saved?.body).toEqual({ key: 'firstSteps', value: 'away' });
});

test('a hidden list is not requested; the address can show it again', async () => {
  const away = await show([step('sms', false)], 'away');
  await waitFor(() => expect(away.calls.some(({ address }) => address === 'common.Preference/getAll')).toBe(true));
  expect(away.calls.some(({ address }) => address === 'dashboard.Index/getFirstSteps')).toBe(false);
  const back = await show([step('sms', false)], 'away', '/dashboard/index?firstSteps=shown');
  expect(await screen.findByText('Step sms')).toBeVisible();
  expect(back.history.location.search).toBe('');
});

describe('a user who opens the list', () => {
  const scrolled = jest.fn();
  beforeEach(() => {
    scrolled.mockClear();
    Element.prototype.scrollIntoView = function (this: Element, options) {
      scrolled(this, options);
    };
  });
  afterEach(() => {
    delete (Element.prototype as { scrollIntoView?: unknown }).scrollIntoView;
  });
  const title = () => screen.findByRole('heading', { name: 'First steps' });

  test('sees the list without an animation, and its title has the focus', async () => {
    await show([step('sms', false)], 'away', '/dashboard/index?firstSteps=shown');
    await waitFor(async () => expect(await title()).toHaveFocus());
    expect(scrolled.mock.calls).toEqual([[screen.getByRole('region', { name: 'First steps' }), { block: 'start' }]]);
  });

  test('gets to the list again when it is already on the page', async () => {
    const { history } = await show([step('sms', false)]);
    await title();
    expect(scrolled).not.toHaveBeenCalled();
    act(() => history.push('/dashboard/index?firstSteps=shown'));
    await waitFor(async () => expect(await title()).toHaveFocus());
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  test('keeps the focus on another element that the user has focused before the list is loaded', async () => {
    const list = { list: [step('sms', false)], asOf: '2026-03-01T12:00:00+08:00' };
    let finish = () => {};
    const page = await renderPage(
      <>
        <input aria-label="Search" />
        <FirstSteps />
      </>,
      {
        at: '/dashboard/index?firstSteps=shown',
        answers: {
          'common.Preference/getAll': { values: {} },
          'common.Preference/save': {},
          'dashboard.Index/getFirstSteps': () => new Promise((resolve) => (finish = () => resolve(list))),
        },
      },
    );
    await waitFor(() => expect(page.to('dashboard.Index/getFirstSteps')).toHaveLength(1));
    screen.getByRole('textbox', { name: 'Search' }).focus();
    await act(async () => finish());
    await title();
    expect(screen.getByRole('textbox', { name: 'Search' })).toHaveFocus();
    expect(scrolled).not.toHaveBeenCalled();
  });
});

test('a completed list disappears and is not requested again', async () => {
  const { calls } = await show([step('sms', true)]);
  await waitFor(() => {
    const saved = calls.find(({ address }) => address === 'common.Preference/save');
    expect(saved?.body).toEqual({ key: 'firstSteps', value: 'done' });
  });
  expect(screen.queryByText('Step sms')).not.toBeInTheDocument();
});

test('a user who opens the list is informed that it could not be loaded, and Retry shows it', async () => {
  const user = userEvent.setup();
  let broken: 'preferences' | 'steps' | 'none' = 'preferences';
  await renderPage(<FirstSteps />, {
    at: '/dashboard/index?firstSteps=shown',
    answers: {
      'common.Preference/getAll': () => (broken === 'preferences' ? refusal(50001, 'System busy') : { values: {} }),
      'common.Preference/save': {},
      'dashboard.Index/getFirstSteps': () =>
        broken === 'steps'
          ? refusal(50001, 'No steps')
          : { list: [step('sms', false)], asOf: '2026-03-01T12:00:00+08:00' },
    },
  });
  expect(await screen.findByText('System busy')).toBeVisible();
  broken = 'steps';
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No steps')).toBeVisible();
  broken = 'none';
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Step sms')).toBeVisible();
});
