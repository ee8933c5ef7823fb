import type { Data } from '@contract/index';
import { screen, waitFor } from '@testing-library/react';
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
