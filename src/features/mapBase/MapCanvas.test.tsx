import { hexagon } from '@contract/hexagon';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as L from 'leaflet';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import type { MapShape } from './layers/areas';
import { MapCanvas, type MapCanvasProps } from './MapCanvas';
import { TWO_PROVINCES } from './testing';

/* jsdom has no layout and reports no SVG support, so these stubs simulate a layout and SVG support. */

const SIZE = 800;
const area = (key: string, centre: string): MapShape => ({
  key,
  points: hexagon(centre, 3),
  tone: 'good',
  name: `站点${key}`,
});
const SHAPES = [area('1', '104.06,29.6'), area('2', '104.1,29.6'), area('3', '108.5,27.5')];
const asked: string[] = [];
let isOffline = false;

jest.mock('leaflet', () => {
  Object.defineProperty(SVGSVGElement.prototype, 'createSVGRect', { configurable: true, value: () => ({}) });
  return jest.requireActual('leaflet');
});

beforeAll(() => {
  for (const name of ['clientWidth', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: SIZE });
});
beforeEach(async () => {
  asked.length = 0;
  isOffline = false;
  await loadTexts('console');
  await loadTexts('pages');
  await setLocale('zh-CN');
  globalThis.fetch = (async (url: string) => {
    asked.push(url);
    if (isOffline) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(TWO_PROVINCES));
  }) as unknown as typeof fetch;
});

const draw = (props: Partial<MapCanvasProps>) =>
  render(<MapCanvas label="站点地图" center={{ lng: 105, lat: 27.5 }} zoom={6} tileUrl="" height={SIZE} {...props} />);
const paths = (part: string) => document.querySelectorAll(`path[class*="${part}"]`).length;

test('without outlines the map shows a grid and a message', async () => {
  isOffline = true;
  draw({});
  await screen.findByText(/空白网格/);
  expect(asked).toEqual(['/map/country.json']);
});

test('the ground is the base map with province names and its source', async () => {
  draw({});
  await screen.findByText('四川');
  expect(screen.getByText('重庆')).toBeInTheDocument();
  expect(paths('provinceBorder')).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Apache ECharts' })).toHaveAttribute('href', '/map/LICENSE.txt');
});

test('zooming in loads the cities of the visible provinces and names the place in the middle', async () => {
  draw({ zoom: 9, center: { lng: 102, lat: 27 } });
  await screen.findByText('四川 · 四川');
  expect(asked).toContain('/map/510000.json');
  expect(asked).not.toContain('/map/500000.json');
});

test('zooming in and out keeps the base map', async () => {
  draw({ zoom: 7 });
  await waitFor(() => expect(paths('cityBorder')).toBeGreaterThan(0));
  await userEvent.click(screen.getByRole('button', { name: '缩小' }));
  await waitFor(() => expect(paths('cityBorder')).toBe(0));
  expect(paths('provinceBorder')).toBeGreaterThan(0);
  expect(screen.getByText('重庆')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '放大' }));
  await waitFor(() => expect(paths('cityBorder')).toBeGreaterThan(0));
});

test('a map that is removed while it zooms causes no error when the animation would end', () => {
  const maps: { _animatingZoom: boolean; _onZoomTransitionEnd(): void }[] = [];
  L.Map.addInitHook(function (this: (typeof maps)[number]) {
    maps.push(this);
  });
  const { unmount } = draw({});
  const [map] = maps;
  if (!map) throw new Error('no map was created');
  // jsdom has no zoom animation, so the test sets the property that the animation sets.
  map._animatingZoom = true;
  unmount();
  expect(() => map._onZoomTransitionEnd()).not.toThrow();
});

test('with tiles the base map is not loaded', async () => {
  draw({ tileUrl: 'https://tiles.example/{z}/{x}/{y}.png' });
  await waitFor(() => expect(document.querySelector('img.leaflet-tile')).not.toBeNull());
  expect(asked).toEqual([]);
});

test('nearby stations form one cluster with their count, which opens by keyboard', async () => {
  const onShape = jest.fn();
  draw({ shapes: SHAPES, onShape });
  const circle = await screen.findByRole('button', { name: '2 个站点，点按放大' });
  expect(circle).toHaveTextContent('2');
  // The third station has no neighbours, so it is a dot with its name.
  expect(paths('dot')).toBe(1);
  expect(await screen.findByText('站点3')).toBeInTheDocument();
  expect(screen.queryByText('站点1')).toBeNull();

  act(() => circle.focus());
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: /个站点/ })).toBeNull();
  expect(screen.getByRole('application')).toHaveFocus();
  expect(paths('good')).toBe(SHAPES.length);
});

test('an area shows its tooltip also on a map whose areas cannot be clicked', async () => {
  const onPoint = jest.fn();
  const large = { ...area('1', '104.06,29.6'), points: hexagon('105,27.5', 400), label: '四川加盟商' };
  draw({ shapes: [large], onPoint });
  await waitFor(() => expect(paths('good')).toBe(1));
  const path = document.querySelector('path[class*="good"]') as SVGPathElement;
  fireEvent.mouseOver(path);
  expect(await screen.findByText('四川加盟商')).toBeInTheDocument();
  fireEvent.click(path);
  expect(onPoint).toHaveBeenCalledTimes(1);
});
