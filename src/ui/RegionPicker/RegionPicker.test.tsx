import { createHistory } from '@@/core/history';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import dva from '@umijs/plugins/libs/dva';
import { useState } from 'react';
import { loadTexts } from '@/app/i18n/i18n';
import { setToken } from '@/app/session/token';
import { ModelRegions } from '@/layouts/ModelRegions';
import globalModel from '@/models/global';
import type { RootState } from '@/models/state';
import { refusal, renderPage } from '../testing';
import { RegionPicker } from '.';
import { RegionName } from './RegionName';
import { namesOf, pathTo } from './regions';

const LISTS = {
  province: ['510000,四川省', '110000,北京市'],
  city: ['510100,成都市', '110100,市辖区'],
  district: ['510104,锦江区', '510105,青羊区', '110101,东城区'],
};
let asked = 0;
const chosen: [string | null, readonly string[]][] = [];

function Form() {
  const [code, setCode] = useState<string | null>('110101');
  const change = (next: string | null, path: readonly string[]) => {
    chosen.push([next, path]);
    setCode(next);
  };
  return (
    <>
      <RegionPicker label="地区" value={code} onChange={change} />
      <RegionPicker label="筛选" multiple anyLevel value={[]} onChange={() => undefined} />
    </>
  );
}

/** A MessageChannel that uses a timer. antd's select defers work with a MessageChannel, and jsdom has none. */
class LaterChannel {
  readonly port1: { onmessage: (() => void) | null } = { onmessage: null };
  readonly port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.()) };
}

beforeAll(async () => {
  createHistory({ type: 'memory' });
  Object.assign(globalThis, { MessageChannel: LaterChannel });
  await loadTexts('console');
  await loadTexts('pages');
  setToken('token', false);
  globalThis.fetch = (async () => {
    asked += 1;
    return new Response(JSON.stringify({ code: 100, msg: '', data: LISTS, requestId: 'r' }), {
      headers: { 'Content-Type': 'application/json' },
    });
  }) as typeof fetch;
});

test('two pickers load the regions of the global model with one call (SPEC §3), show the stored place, and search all levels', async () => {
  const app = dva({});
  app.model(globalModel as unknown as Parameters<typeof app.model>[0]);
  app.router(() => (
    <ModelRegions>
      <Form />
    </ModelRegions>
  ));
  const App = app.start();
  render(<App />);
  expect(await screen.findByTitle('北京市 / 市辖区 / 东城区')).toBeInTheDocument();
  expect(asked).toBe(1);
  const { global } = (app as unknown as { _store: { getState(): RootState } })._store.getState();
  expect(global.pcdList.map(({ label }) => label)).toEqual(['四川省', '北京市']);

  const input = screen.getByLabelText('地区');
  fireEvent.mouseDown(input);
  fireEvent.change(input, { target: { value: '青羊' } });
  const found = await screen.findByRole('menuitemcheckbox', { name: /青羊/, hidden: true });
  fireEvent.click(found);
  await waitFor(() => expect(chosen).toEqual([['510105', ['510000', '510100', '510105']]]));
});

test('without the regions the picker shows the stored code and reports the failure, and Retry loads the regions again', async () => {
  const page = await renderPage(<RegionPicker label="地区" value="110101" onChange={() => undefined} />, {
    answers: { 'common.Region/getPcdList': refusal(50001, 'Try later') },
  });
  const loads = () => page.to('common.Region/getPcdList').length;
  expect(await screen.findByTitle('110101')).toBeInTheDocument();
  await waitFor(() => expect(loads()).toBe(1));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(retry.closest('[role=alert]')).not.toBeNull();
  expect(screen.getByText(/^The data could not be loaded/)).toBeInTheDocument();
  page.answer('common.Region/getPcdList', LISTS);
  fireEvent.click(retry);
  expect(await screen.findByTitle('北京市 / 市辖区 / 东城区')).toBeInTheDocument();
});

test('a code whose names could not be loaded is explained, and Retry loads the names', async () => {
  const page = await renderPage(<RegionName code="110101" />, {
    answers: { 'common.Region/getPcdList': refusal(50001, 'Try later') },
  });
  expect(await screen.findByText(/^110101 · The data could not be loaded/)).toBeInTheDocument();
  page.answer('common.Region/getPcdList', LISTS);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('北京市 / 市辖区 / 东城区')).toBeInTheDocument();
});

test('a code maps to its path and names, an unknown code to nothing', () => {
  const tree = [{ value: '510000', label: '四川省', children: [{ value: '510100', label: '成都市' }] }];
  expect(pathTo(tree, '510100')).toEqual(['510000', '510100']);
  expect(pathTo(tree, '999999')).toEqual([]);
  expect(namesOf(tree, ['510000', '510100'])).toEqual(['四川省', '成都市']);
  expect(namesOf(tree, ['510000', '510199'])).toEqual(['四川省', '510199']);
});
