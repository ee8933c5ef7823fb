import type { Data } from '@contract/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import SafetyRecordPage from './detail';
import SiteSafetyPage from './index';

// The real component shows a map, which needs a signed-in user and a canvas.
jest.mock('@/features/areaEditor/PointPicker', () => ({ PointPicker: () => null }));

const inspection: Row<'safety.Site/getInspections'> = {
  id: 5,
  version: 2,
  no: 'SI2026030100000005',
  teamId: 4,
  teamName: 'Tianfu',
  kind: 'routine',
  kindText: 'Routine',
  state: 'inspecting',
  stateText: 'Inspecting',
  plannedOn: '2026-03-01',
  inspectorName: 'Li Na',
  checklistName: 'Station',
  edition: 2,
  score: null,
  badCount: null,
  deadline: null,
  startedAt: '2026-03-01T10:00:00+08:00',
  submittedAt: null,
  createdAt: '2026-02-27T10:00:00+08:00',
  makerName: 'Chen Wei',
  actions: ['complete'],
};
const item = (key: string, title: string): Data<'safety.Site/getInspection'>['items'][number] => ({
  key,
  groupText: 'Fire and exits',
  title,
  standard: 'Checked this year',
  max: 10,
  result: null,
  resultText: '',
  lost: 0,
  remark: '',
  photos: [],
  answeredAt: null,
  fixText: '',
  fixPhotos: [],
  fixAt: null,
  fixByName: '',
  recheck: null,
  recheckText: '',
  recheckNote: '',
});
const detail: Data<'safety.Site/getInspection'> = {
  ...inspection,
  gradeText: '',
  isMine: true,
  place: null,
  teamPlace: null,
  items: [item('a', 'Extinguisher'), item('b', 'Exits')],
  signatures: null,
  history: [{ key: '1', at: '2026-02-27T10:00:00+08:00', text: 'Planned', byName: 'Chen Wei', note: '' }],
};
const bad = {
  ...item('a', 'Extinguisher'),
  ...{ result: 'bad' as const, resultText: 'Unqualified', lost: 5, remark: 'Empty' },
};
const totals = { plannedMonth: 3, doneMonth: 1, overdue: 1, overdueRectify: 0, rechecking: 1 };
const done = { id: 5, no: inspection.no, state: 'passed', stateText: 'Passed', version: 4, message: 'Done' };
const saved = { id: 5, itemKey: 'a', outcome: 'saved' as const };
const answers: Answers = {
  'safety.Site/getInspections': listAnswer([inspection], totals),
  'safety.Site/getInspection': detail,
  'safety.Site/saveItem': saved,
  'common.Option/getOptions': { teams: [{ value: 4, label: 'Tianfu' }], colleagues: [{ value: 9, label: 'Li Na' }] },
};
const at = '/safetyModule/siteSafety/detail?kind=inspection&id=5';
const group = (name: string) => screen.findByRole('group', { name });

test('the list links to the page of an inspection', async () => {
  await renderPage(<SiteSafetyPage />, { at: '/safetyModule/siteSafety/index', answers });
  const link = await screen.findByRole('link', { name: inspection.no });
  expect(link).toHaveAttribute('href', at);
  expect(screen.getByText('Station (version 2)')).toBeVisible();
});

test('one click answers an item; the answer is sent with its own number', async () => {
  const page = await renderPage(<SafetyRecordPage />, { at, answers });
  fireEvent.click(within(await group('Extinguisher')).getByRole('radio', { name: 'OK' }));
  await waitFor(() => expect(page.to('safety.Site/saveItem')).toHaveLength(1));
  expect(page.to('safety.Site/saveItem')[0]?.body).toMatchObject({ id: 5, itemKey: 'a', result: 'ok', photos: [] });
  expect(page.to('safety.Site/saveItem')[0]?.body.answerNo).toMatch(/^[\w-]{8,40}$/);
});

test('an unqualified item needs a photo before it can be saved', async () => {
  const page = await renderPage(<SafetyRecordPage />, {
    at,
    answers: {
      ...answers,
      'common.File/upload': { fileId: 7, url: '/files/7', name: 'a.jpg', bytes: 5, width: 1, height: 1 },
    },
  });
  fireEvent.click(within(await group('Extinguisher')).getByRole('radio', { name: 'Unqualified' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save item' }));
  expect(await screen.findByText('An unqualified item needs a photo')).toHaveRole('alert');
  const camera = screen.getByLabelText('Take photo Extinguisher');
  await userEvent.setup().upload(camera, new File(['x'], 'a.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Save item' }));
  await waitFor(() => expect(page.to('safety.Site/saveItem')).toHaveLength(1));
  expect(page.to('safety.Site/saveItem')[0]?.body).toMatchObject({ result: 'bad', lost: 10, photos: [{ fileId: 7 }] });
});

test('offline, an answer waits on the device, and the page shows that', async () => {
  const page = await renderPage(<SafetyRecordPage />, {
    at,
    answers: { ...answers, 'safety.Site/saveItem': () => Promise.reject(new TypeError('Failed to fetch')) },
  });
  fireEvent.click(within(await group('Exits')).getByRole('radio', { name: 'OK' }));
  expect(await screen.findByText(/1 change kept on this device/)).toBeVisible();
  expect(screen.getByText('To be sent')).toBeVisible();
  expect(screen.getByText('1 item left')).toBeVisible();
  expect(page.to('safety.Site/saveItem').length).toBeGreaterThan(0);
});

test('an inspection can be submitted once every item is answered and both sides have signed', async () => {
  const whole = { ...detail, items: detail.items.map((one) => ({ ...one, result: 'ok' as const, resultText: 'OK' })) };
  const page = await renderPage(<SafetyRecordPage />, {
    at,
    answers: { ...answers, 'safety.Site/getInspection': whole, 'safety.Site/submit': done },
  });
  const submit = await screen.findByRole('button', { name: 'Submit inspection' });
  expect(submit).toBeDisabled();
  fireEvent.change(screen.getByLabelText('Inspector’s name'), { target: { value: 'Li Na' } });
  fireEvent.change(screen.getByLabelText('Station representative’s name'), { target: { value: 'Wu Yu' } });
  // If signatures must be drawn, names alone do not suffice.
  expect(screen.getByRole('img', { name: 'Inspector’s name: signature' })).toBeVisible();
  expect(submit).toBeDisabled();
  for (const typed of screen.getAllByRole('radio', { name: 'Typed name' })) fireEvent.click(typed);
  await waitFor(() => expect(submit).toBeEnabled());
  fireEvent.click(submit);
  await waitFor(() => expect(page.to('safety.Site/submit')).toHaveLength(1));
  expect(page.to('safety.Site/submit')[0]?.body).toMatchObject({
    version: 2,
    inspectorSign: 'Li Na',
    stationSign: 'Wu Yu',
  });
  expect(page.to('safety.Site/submit')[0]?.headers.get('Idempotency-Key')).toBeTruthy();
});

test('an inspection is not submitted while an item is unqualified without saved details', async () => {
  const whole = { ...detail, items: detail.items.map((one) => ({ ...one, result: 'ok' as const, resultText: 'OK' })) };
  const page = await renderPage(<SafetyRecordPage />, {
    at,
    answers: { ...answers, 'safety.Site/getInspection': whole, 'safety.Site/submit': done },
  });
  const submit = await screen.findByRole('button', { name: 'Submit inspection' });
  fireEvent.change(screen.getByLabelText('Inspector’s name'), { target: { value: 'Li Na' } });
  fireEvent.change(screen.getByLabelText('Station representative’s name'), { target: { value: 'Wu Yu' } });
  for (const typed of screen.getAllByRole('radio', { name: 'Typed name' })) fireEvent.click(typed);
  const extinguisher = within(await group('Extinguisher'));
  fireEvent.click(extinguisher.getByRole('radio', { name: 'Unqualified' }));
  await waitFor(() => expect(submit).toBeEnabled());
  fireEvent.click(submit);
  expect(await screen.findByText('Save this item before you submit the inspection.')).toHaveRole('alert');
  expect(screen.getByRole('textbox', { name: /points/i })).toHaveFocus();
  expect(page.to('safety.Site/submit')).toEqual([]);
  fireEvent.click(extinguisher.getByRole('radio', { name: 'OK' }));
  fireEvent.click(submit);
  await waitFor(() => expect(page.to('safety.Site/submit')).toHaveLength(1));
});

test('a recheck needs a decision about every rectified item', async () => {
  const waiting = {
    ...detail,
    ...{ state: 'rechecking' as const, stateText: 'To recheck', score: 75, gradeText: 'C', actions: ['recheck'] },
    items: [{ ...bad, fixText: 'Replaced', fixAt: '2026-03-02T10:00:00+08:00', fixByName: 'Wu Yu' }],
  };
  const page = await renderPage(<SafetyRecordPage />, {
    at,
    answers: { ...answers, 'safety.Site/getInspection': waiting, 'safety.Site/recheck': done },
  });
  expect(await screen.findByRole('img', { name: 'Score 75, grade C' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Recheck' }));
  const dialog = await dialogTitled(/^Recheck/);
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Passed' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Recheck' }));
  await waitFor(() => expect(page.to('safety.Site/recheck')).toHaveLength(1));
  expect(page.to('safety.Site/recheck')[0]?.body.results).toEqual([{ itemKey: 'a', isPassed: true, note: '' }]);
});

const incident: Data<'safety.Site/getIncident'> = {
  ...{ id: 8, version: 3, no: 'SE2026030100000008', teamId: 4, teamName: 'Tianfu', riderId: 6, riderName: 'Wu Yu' },
  ...{ riderNo: 'R000006', kind: 'traffic', kindText: 'Traffic', severity: 'serious', severityText: 'Serious' },
  ...{ state: 'handling', stateText: 'In progress', happenedAt: '2026-03-01T09:00:00+08:00' },
  ...{ createdAt: '2026-03-01T10:00:00+08:00', injured: 1, orderNo: null, claimNo: 'IC1', claimId: 7, place: 'Gate 3' },
  ...{ makerName: 'Li Na', description: 'Slipped on wet tiles', actions: ['close', 'void', 'measures'] },
  ...{ point: null, teamPlace: null, policeReported: false, medical: true, photos: [], videos: [] },
  causes: { whys: ['Wet tiles', 'No mat'], liability: 'station', liabilityText: 'Station', liabilityNote: '' },
  measures: [{ text: 'Lay a mat', ownerName: 'Chen', dueOn: '2026-02-20', doneOn: null, isOverdue: true }],
  ...{ suspendedRider: true, frozeTeam: false, trainings: [], similar: [], history: [] },
};

test('an incident shows causes, overdue measures and what the system did', async () => {
  await renderPage(<SafetyRecordPage />, {
    at: '/safetyModule/siteSafety/detail?kind=incident&id=8',
    answers: { 'safety.Site/getIncident': incident },
  });
  expect(await screen.findByText('No mat')).toBeVisible();
  expect(within(screen.getByRole('table', { name: 'Measures' })).getByText('Overdue')).toBeVisible();
  expect(screen.getByText('The rider was suspended by the system')).toBeVisible();
  expect(screen.getByText('No similar incidents.')).toBeVisible();
  expect(screen.getByText('IC1').closest('a')).toHaveAttribute('href', expect.stringMatching(/insureData.*open=7$/));
});

test('the address of "Export report" prints the record once', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  await renderPage(<SafetyRecordPage />, {
    at: '/safetyModule/siteSafety/detail?kind=incident&id=8&print=1',
    answers: { 'safety.Site/getIncident': incident },
  });
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(window.location.search).not.toContain('print');
  print.mockRestore();
});

test('videos of an incident play with native controls, and an unplayable video offers its file', async () => {
  const video = { fileId: 3, name: 'crash.mov', url: '/api/files/3', bytes: 2_621_440, at: null, place: null };
  await renderPage(<SafetyRecordPage />, {
    at: '/safetyModule/siteSafety/detail?kind=incident&id=8',
    answers: { 'safety.Site/getIncident': { ...incident, videos: [video] } },
  });
  const player = await screen.findByLabelText('crash.mov');
  expect(player).toHaveAttribute('controls');
  expect(player).toHaveAttribute('src', '/api/files/3');
  expect(screen.getByText(/crash\.mov · 2\.5 MB/)).toBeVisible();
  fireEvent.error(player);
  expect(screen.getByText(/cannot be played here/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download crash.mov' })).toHaveAttribute('download', 'crash.mov');
});

test('a report has measures, and each of them needs a text, an owner and a day', async () => {
  await renderPage(<SiteSafetyPage />, { at: '/safetyModule/siteSafety/index?form=report', answers });
  const dialog = await screen.findByRole('dialog', { name: 'Report incident' });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Add measure' }));
  fireEvent.change(within(dialog).getByLabelText('1 · Measure'), { target: { value: 'Lay a mat' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Report incident' }));
  expect(await within(dialog).findByText(/person responsible and due date/)).toBeVisible();
});

test('an incomplete report is refused before it is sent', async () => {
  const page = await renderPage(<SiteSafetyPage />, { at: '/safetyModule/siteSafety/index?form=report', answers });
  const dialog = await screen.findByRole('dialog', { name: 'Report incident' });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Report incident' }));
  expect(await within(dialog).findByText(/Please select Station/i)).toBeVisible();
  expect(page.to('safety.Site/saveIncident')).toHaveLength(0);
});
