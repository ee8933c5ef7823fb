import { createHistory } from '@@/core/history';
import { hexagon } from '@contract/hexagon';
import type { Data } from '@contract/index';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dva from '@umijs/plugins/libs/dva';
import { useState } from 'react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { PLAIN_APPEARANCE, PlatformProvider } from '@/app/platform';
import { setToken } from '@/app/session/token';
import userModel from '@/models/user';
import { refusal, renderPage, serveAnswers, TestRegions, teamDetail } from '@/ui/testing';
import type { Step, TeamDetail, WizardValues } from './values';
import { Wizard } from './Wizard';
import type { Finished } from './wizardProps';

const NOW = Date.parse('2026-03-02T10:00:00+08:00');
const CENTER = '104.065735,30.659462';
const WEEK = Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges: [{ from: '08:00', to: '22:00' }] }));
const DEFAULTS = {
  promiseMin: 45,
  hexSizeKm: 5,
  overlapPolicy: 'warn' as const,
  settleCycle: 'T1' as const,
  feePlanId: 7,
  weekHours: WEEK,
  adminIdentityId: 3,
  mapDefaultCenter: CENTER,
  mapZoom: 11,
  franchisee: null,
};
const USER = { id: 1, permission: [], mapTileUrl: '', mapDefaultCenter: CENTER, mapZoom: 11 };

const DRAFT = teamDetail({
  id: 9,
  version: 4,
  status: 'draft',
  draftStep: 6,
  name: '锦江站',
  code: 'CDAB12',
  teamType: 'partner',
  address: '春熙路 1 号大厦',
  center: CENTER,
  serviceTypes: ['food'],
  areaMode: 'hexagon',
  hexSizeKm: 5,
  polygon: hexagon(CENTER, 5),
  weekHours: WEEK,
  bookDays: null,
  maxDistanceM: null,
  maxWeightG: null,
  promiseMin: null,
  riderShareBp: null,
  settleCycle: null,
  contactName: '张三',
  contactTel: '138****5678',
  adminAccount: 'jinjiang',
  adminName: '张三',
  adminTel: '13812345678',
  adminIdentityId: 3,
  notifyBySms: true,
  openedAt: null,
  actions: ['edit'],
});

const FEE: Data<'team.Team/previewFee'> = {
  merchantFen: 5_000,
  platformFen: 100,
  riderFen: 420,
  stationFen: 80,
  planName: 'Standard',
  source: 'plan',
};
let server: ReturnType<typeof serveAnswers>;
/** Returns the recorded calls that have a body. */
const writes = () => server.calls.filter(({ body }) => body !== null);
const action = (version: number, state = 'draft') => ({ id: 9, state, stateText: state, version, message: '' });

const finished: Finished[] = [];

/** Page that a test opens. By default, it is a new station at its first step, for a user with all permissions. */
interface Opened {
  readonly detail?: TeamDetail | null;
  readonly first?: Step;
  readonly given?: Partial<WizardValues>;
  readonly can?: (rule: number) => boolean;
}

function Page({ detail = null, first = 1, given = {} }: Omit<Opened, 'can'>) {
  const [step, setStep] = useState<Step>(first);
  return (
    <Wizard
      defaults={DEFAULTS}
      given={given}
      detail={detail}
      step={step}
      onStep={setStep}
      onSaved={(_, next) => setStep(next)}
      onFinished={(what) => finished.push(what)}
    />
  );
}

/** Label of the contact's name, with or without the mark of a required field. */
const CONTACT = /^Contact\*?$/;

function open({ can = () => true, ...page }: Opened = {}) {
  const app = dva({});
  app.model({ ...userModel, state: { ...userModel.state, currentUser: USER } } as unknown as Parameters<
    typeof app.model
  >[0]);
  app.router(() => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PlatformProvider
        value={{
          timeZone: 'Asia/Shanghai',
          userId: 1,
          supportEmail: '',
          can,
          reveals: () => true,
          now: () => NOW,
          appearance: PLAIN_APPEARANCE,
        }}
      >
        <TestRegions>
          <Page {...page} />
        </TestRegions>
      </PlatformProvider>
    </QueryClientProvider>
  ));
  const App = app.start();
  return render(<App />);
}

const heading = () => screen.getByRole('heading', { level: 2 }).textContent;
const stepButton = (name: RegExp) => within(screen.getByRole('navigation')).getByRole('button', { name });
const errorOf = (label: string) =>
  within(screen.getByText(label).closest<HTMLElement>('[data-field]') ?? document.body).getByRole('alert').textContent;

beforeAll(async () => {
  createHistory({ type: 'memory' });
  await loadTexts('console');
  await loadTexts('pages');
  await loadTexts('public');
  await setLocale('en-US');
});

beforeEach(() => {
  localStorage.clear();
  finished.length = 0;
  setToken('token', false);
  server = serveAnswers({
    'common.Region/getPcdList': {
      province: ['510000,四川省'],
      city: ['510100,成都市'],
      district: ['510104,锦江区'],
    },
    'common.Option/getOptions': {
      feePlans: [{ value: 7, label: 'Standard' }],
      stationIdentities: [{ value: 3, label: 'Manager' }],
    },
    'team.Team/checkCode': { free: true, code: 'CDX1Y2' },
    'team.Team/previewFee': FEE,
    'team.Team/saveDraft': action(5),
  });
});

test('an empty first step is not saved: each field shows its error, and the first one gets the focus', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  open();
  await user.click(await screen.findByRole('button', { name: 'Save and continue' }));
  expect(errorOf('Station name')).toBe('Please input Station name');
  expect(errorOf('Region')).toBe('Please select Region');
  expect(screen.getByRole('textbox', { name: /Station name/ })).toHaveFocus();
  expect(writes()).toEqual([]);
  expect(stepButton(/Basics/)).toHaveTextContent('has mistakes');
});

test("a link with the region proposes the station's code, as choosing the city does", async () => {
  open({ given: { provinceCode: '510000', cityCode: '510100', districtCode: '510104' } });
  await waitFor(() => expect(screen.getByRole('textbox', { name: /code/i })).toHaveValue('CDX1Y2'));
  expect(server.to('team.Team/checkCode')[0]?.query).toMatchObject({ cityCode: '510100' });
});

test('a code that the user types while a proposal is requested is not replaced by the proposal', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  let propose: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    propose = resolve;
  });
  let answered = 0;
  server.answer('team.Team/checkCode', async ({ query }) => {
    if (query?.cityCode) await requested;
    answered += 1;
    return { free: true, code: 'CDX1Y2' };
  });
  open({ given: { provinceCode: '510000', cityCode: '510100', districtCode: '510104' } });
  const code = await screen.findByRole('textbox', { name: /code/i });
  await user.type(code, 'OWN1');
  propose();
  await waitFor(() => expect(answered).toBeGreaterThan(0));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Propose|Suggest/ })).not.toHaveClass('ant-btn-loading'),
  );
  expect(code).toHaveValue('OWN1');
});

test('a step is saved as a draft with an idempotency key, and the next step opens', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  open({ detail: { ...DRAFT, draftStep: 2 }, first: 3 });
  const promise = await screen.findByLabelText(/Promised delivery time/);
  await user.clear(promise);
  await user.type(promise, '60');
  expect(stepButton(/Hours/)).toHaveTextContent('has unsaved changes');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(heading()).toContain('Step 4 of 6'));
  const [saved] = server.to('team.Team/saveDraft');
  expect(writes()).toEqual([saved]);
  expect(saved?.body).toMatchObject({ id: 9, version: 4, step: 3 });
  expect(saved?.body.values).toMatchObject({ promiseMin: 60, polygon: DRAFT.polygon });
  expect(saved?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await screen.findByText('By plan Standard')).toBeInTheDocument();

  await user.click(stepButton(/Hours/));
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]?.body).toMatchObject({ id: 9, version: 5 });
});

test("the server's errors on submit are shown in their step and at their field", async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const errors = [{ field: 'values.weekHours.2', rule: 'overlap', message: 'Business hours overlap' }];
  server.answer('team.Team/submit', refusal(42226, 'Incomplete: Credit code', { errors }));
  open({ detail: DRAFT, first: 6 });
  await user.click(await screen.findByRole('button', { name: 'Submit station 锦江站' }));
  await waitFor(() => expect(heading()).toContain('Step 3 of 6'));
  expect(errorOf('Business hours')).toBe('Business hours overlap');
  expect(stepButton(/Hours/)).toHaveTextContent('has mistakes');
  expect(finished).toEqual([]);
});

test('an overlap needs a confirmation and is submitted again with another idempotency key', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  server.answer('team.Team/submit', ({ body }) =>
    body.confirmOverlap
      ? action(6, 'preparing')
      : refusal(110, '', { ...action(4), notice: 'The area overlaps East (1.2 km²)' }),
  );
  open({ detail: DRAFT, first: 6 });
  await user.click(await screen.findByRole('button', { name: 'Submit station 锦江站' }));
  expect(await screen.findByText('The area overlaps East (1.2 km²)')).toBeInTheDocument();
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: /Continue|Go on|anyway/i }));
  await waitFor(() => expect(finished).toHaveLength(1));
  expect(finished[0]).toMatchObject({ kind: 'submitted', id: 9, name: '锦江站' });
  expect(new Set(writes().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2);
});

test("a conflicting change shows its differences, and the user's own values can be saved over it", async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  let calls = 0;
  server.answer('team.Team/saveDraft', () => {
    calls += 1;
    return calls === 1
      ? refusal(40901, 'Changed by someone else', {
          current: { ...DRAFT, version: 8, promiseMin: 30 },
          changedBy: '李四',
          changedAt: '2026-03-02T01:00:00Z',
        })
      : action(9);
  });
  open({ detail: DRAFT, first: 3 });
  const promise = await screen.findByLabelText(/Promised delivery time/);
  await user.clear(promise);
  await user.type(promise, '90');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByRole('row', { name: /Promised delivery time/ })).toHaveTextContent(/90 .*30 /);
  await user.click(screen.getByRole('button', { name: 'Use all mine' }));
  await user.click(screen.getByRole('button', { name: 'Save these values' }));
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]?.body).toMatchObject({ version: 8, values: { promiseMin: 90 } });
});

test('unsaved input is offered again, even after the page was closed', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const first = open({ detail: DRAFT, first: 5 });
  const name = await screen.findByLabelText(CONTACT);
  await user.clear(name);
  await user.type(name, '王五');
  first.unmount();

  open({ detail: DRAFT, first: 5 });
  expect(await screen.findByLabelText(CONTACT)).toHaveValue('张三');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText(CONTACT)).toHaveValue('王五');
});

test('an operating station sends only changed fields', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  server.answer('team.Team/update', action(5, 'operating'));
  open({ detail: { ...DRAFT, status: 'operating', openedAt: '2026-01-01T00:00:00Z' }, first: 5 });
  const contact = await screen.findByLabelText(CONTACT);
  await user.clear(contact);
  await user.type(contact, '王五');
  await user.click(screen.getByRole('button', { name: 'Save changes to 锦江站' }));
  await waitFor(() => expect(finished).toHaveLength(1));
  expect(writes()).toHaveLength(1);
  expect(writes()[0]?.body).toEqual({ id: 9, version: 4, values: { contactName: '王五' }, confirmOverlap: false });
});

test('an operating station is not saved during an upload in another step, because the file would be lost', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  let finish = () => {};
  server.answer('team.Team/update', action(5, 'operating'));
  server.answer(
    'common.File/upload',
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ fileId: 77, url: '/f/77', name: 'logo.png', bytes: 5, width: 9, height: 9 });
      }),
  );
  open({ detail: { ...DRAFT, status: 'operating', openedAt: '2026-01-01T00:00:00Z' }, first: 1 });
  const logo = await screen.findByLabelText('Logo', { selector: 'input' });
  await user.upload(logo, new File(['x'], 'logo.png', { type: 'image/png' }));
  await user.click(stepButton(/Contact/));
  const contact = await screen.findByLabelText(CONTACT);
  await user.clear(contact);
  await user.type(contact, '王五');
  const save = () => screen.getByRole('button', { name: 'Save changes to 锦江站' });
  await user.click(save());
  expect(await screen.findByText(/^The upload is not finished/, undefined, { timeout: 5_000 })).toHaveRole('alert');
  expect(server.to('team.Team/update')).toEqual([]);
  await act(async () => finish());
  await user.click(save());
  await waitFor(() => expect(finished).toHaveLength(1));
  expect(server.to('team.Team/update')[0]?.body.values).toEqual({ contactName: '王五', logo: 77 });
});

test('the code of an opened station cannot be changed, and the field shows why', async () => {
  open({ detail: { ...DRAFT, status: 'paused', openedAt: '2026-01-01T00:00:00Z' }, first: 1 });
  const code = await screen.findByRole('textbox', { name: /Station code/ });
  expect(code).toBeDisabled();
  expect(screen.getByText('The station has opened; its code cannot change.')).toBeInTheDocument();
  // Wait, because the map's code would otherwise load after the end of the test.
  await act(async () => undefined);
});

test('the terms of an existing station are read-only in the form and change by a proposal', async () => {
  const station: TeamDetail = { ...DRAFT, status: 'operating', openedAt: '2026-01-01T00:00:00Z' };
  await renderPage(<Page detail={{ ...station, settlementMode: 'deposit', creditLimitFen: 20_000 }} first={4} />, {
    answers: { 'team.Team/previewFee': FEE, 'common.Option/getOptions': { feePlans: [] } },
  });
  expect(await screen.findByLabelText(/Rider share/)).toBeDisabled();
  expect(screen.getByLabelText(/Credit limit/)).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Change terms' })).toHaveAttribute('href', '/teamList/index?open=9&tab=fees');
});

test('only users who may set credit limits can enter one in a draft', async () => {
  const draft: TeamDetail = { ...DRAFT, settlementMode: 'deposit', depositFen: 0 };
  open({ detail: draft, first: 4, can: (rule) => rule !== 3310 });
  expect(await screen.findByLabelText(/Credit limit/)).toBeDisabled();
});
