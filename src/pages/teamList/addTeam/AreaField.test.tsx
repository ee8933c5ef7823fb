import { hexagon } from '@contract/hexagon';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from '@/ui/EntityForm/store';
import { refusal, renderPage } from '@/ui/testing';
import { AreaField } from './AreaField';
import { Calculator } from './Calculator';
import { CodeInput, type WizardForm } from './controls';
import { valuesOfDefaults, type WizardValues } from './values';

jest.mock('@/features/areaEditor', () => ({ AreaEditor: () => null }));

const CENTER = '104.065735,30.659462';
const START: WizardValues = {
  ...valuesOfDefaults({
    promiseMin: 45,
    hexSizeKm: 5,
    overlapPolicy: 'warn',
    settleCycle: 'T1',
    feePlanId: 7,
    weekHours: [],
    adminIdentityId: 3,
    mapDefaultCenter: CENTER,
    mapZoom: 11,
    franchisee: null,
  }),
  center: CENTER,
  districtCode: '510104',
  polygon: hexagon(CENTER, 5),
  riderShareBp: 7_000,
};

/** Creates only those functions of the form that a control uses. */
function formOf(values: WizardValues): WizardForm {
  const store = createStore(values);
  return { store, values: store.values, set: store.set } as unknown as WizardForm;
}
const control = {
  id: 'polygon',
  label: 'Area',
  value: [],
  onChange: () => undefined,
  disabled: false,
  invalid: false,
  describedBy: undefined,
};
const area = (form: WizardForm) => <AreaField control={control} form={form} teamId={9} detail={null} policy="warn" />;

test('another shape or size replaces the area around the centre', async () => {
  const form = formOf(START);
  await renderPage(area(form));
  const size = screen.getByRole('spinbutton');
  await userEvent.clear(size);
  await userEvent.type(size, '8');
  await waitFor(() => expect(form.values().hexSizeKm).toBe(8));
  expect(form.values().polygon).toEqual(hexagon(CENTER, 8));
  await userEvent.click(screen.getByRole('radio', { name: 'Circle' }));
  expect(form.values()).toMatchObject({ areaMode: 'circle', hexSizeKm: null });
  expect(screen.queryByRole('spinbutton')).toBeNull();
});

test('a district border that cannot be loaded shows an error, and the area stays', async () => {
  const form = formOf(START);
  await renderPage(area(form), { answers: { 'team.Team/getDistrictBorder': refusal(40401, 'No border') } });
  await userEvent.click(screen.getByRole('radio', { name: /District/ }));
  expect(await screen.findByText('No border')).toHaveAttribute('role', 'alert');
  expect(form.values()).toMatchObject({ areaMode: 'district', polygon: START.polygon });
  await userEvent.click(screen.getByRole('radio', { name: 'Hexagon' }));
  expect(screen.queryByText('No border')).toBeNull();
});

test('the border of a simulated map service is marked as an example until another shape is chosen', async () => {
  const points = [...hexagon(CENTER, 4)];
  const form = formOf(START);
  await renderPage(area(form), { answers: { 'team.Team/getDistrictBorder': { points, simulated: true } } });
  await userEvent.click(screen.getByRole('radio', { name: /District/ }));
  expect(await screen.findByText(/map service is a simulator/)).toBeVisible();
  expect(form.values().areaMode).toBe('district');
  await userEvent.click(screen.getByRole('radio', { name: 'Hexagon' }));
  expect(screen.queryByText(/map service is a simulator/)).toBeNull();
});

test('the sample order is recalculated after a pause when an amount or a rule changes', async () => {
  const form = formOf(START);
  const { to } = await renderPage(<Calculator form={form} />, {
    answers: {
      'team.Team/previewFee': {
        merchantFen: 5_000,
        platformFen: 100,
        riderFen: 420,
        stationFen: 80,
        planName: 'Standard',
        source: 'plan',
      },
    },
  });
  expect(await screen.findByText('Standard', { exact: false })).toBeInTheDocument();
  const [goods] = screen.getAllByRole('textbox');
  await userEvent.clear(goods as HTMLElement);
  await userEvent.type(goods as HTMLElement, '80');
  await waitFor(() => expect(to('team.Team/previewFee').at(-1)?.query).toMatchObject({ goodsFen: '8000' }));
  act(() => form.set({ feePlanId: null }));
  expect(screen.getByText('Choose a fee plan first')).toBeInTheDocument();
  expect(screen.queryByText('Standard', { exact: false })).toBeNull();
});

test('a district border that fails without a message shows a network error', async () => {
  await renderPage(area(formOf(START)), { answers: { 'team.Team/getDistrictBorder': refusal(0, '') } });
  await userEvent.click(screen.getByRole('radio', { name: /District/ }));
  const message = await screen.findByText('Network error, check the connection and try again');
  expect(message).toHaveAttribute('role', 'alert');
});

test('a sample order that fails without a message shows a network error', async () => {
  await renderPage(<Calculator form={formOf(START)} />, { answers: { 'team.Team/previewFee': refusal(0, '') } });
  expect(await screen.findByText('Network error, check the connection and try again')).toBeInTheDocument();
});

test('a code that cannot be proposed is reported only to the user who pressed the button', async () => {
  const form = formOf({ ...START, cityCode: null });
  const { to } = await renderPage(
    <CodeInput control={{ ...control, id: 'code', label: 'Code', value: '' }} form={form} teamId={null} />,
    { answers: { 'team.Team/checkCode': refusal(42901, 'Too many requests') } },
  );
  const button = screen.getByRole('button', { name: 'Propose a code' });
  act(() => form.set({ cityCode: '510100' }));
  await waitFor(() => expect(to('team.Team/checkCode')).toHaveLength(1));
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  expect(screen.queryByText('Too many requests')).toBeNull();
  await userEvent.click(button);
  expect(await screen.findByText('Too many requests')).toBeInTheDocument();
  expect(button).not.toHaveAttribute('aria-busy');
});
