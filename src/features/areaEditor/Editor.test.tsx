import { hexagon } from '@contract/hexagon';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { refusal, renderPage } from '@/ui/testing';
import { AddressSearch } from './AddressSearch';
import type { AreaCanvasProps } from './AreaCanvas';
import type { Area, AreaPlace } from './area';
import { Editor } from './Editor';
import { startHistory } from './history';

/* jsdom cannot render a map. A stub shows the props of the canvas instead. */

jest.mock('@/features/mapBase/settings', () => ({
  useMapSettings: () => ({ center: { lng: 104, lat: 30 }, zoom: 11, tileUrl: '' }),
}));
jest.mock('./AreaCanvas', () => ({
  AreaCanvas: ({ points, tool, focus, marks, shapes, onDraw, onView, children }: AreaCanvasProps) => (
    <div>
      <output aria-label="Canvas">
        {`${tool}, ${points.length} points, ${focus?.points.length} in view, ${marks?.length} marks`}
      </output>
      <button type="button" onClick={() => onDraw([...hexagon('104.06,30.66', 2)])}>
        Finish polygon
      </button>
      <button type="button" onClick={() => onView?.({ west: 104, south: 30, east: 105, north: 31 })}>
        Move map
      </button>
      <output aria-label="Dimmed areas">{shapes?.map(({ name }) => name).join()}</output>
      {children}
    </div>
  ),
}));

const PLACE: AreaPlace = { center: { lng: 104.06, lat: 30.66 }, regionCodes: [] };
const HEXAGON: Area = { mode: 'hexagon', hexSizeKm: 3, points: hexagon('104.06,30.66', 3) };

function Drawn({ area, place = PLACE }: { readonly area: Area; readonly place?: AreaPlace }) {
  const [history, setHistory] = useState(() => startHistory(area));
  return (
    <>
      <Editor history={history} onHistory={setHistory} place={place} region={null} />
      <p>{`Kind: ${history.present.mode}`}</p>
    </>
  );
}

test('a drawn polygon is one undo step, for the undo and redo keys', async () => {
  const { to } = await renderPage(<Drawn area={HEXAGON} />);
  const user = userEvent.setup();
  expect(await screen.findByLabelText('Canvas')).toHaveTextContent('edit, 12 points, 12 in view, 1 marks');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();

  await user.click(screen.getByRole('radio', { name: 'Draw polygon' }));
  await user.click(screen.getByRole('button', { name: 'Finish polygon' }));
  expect(screen.getByText('Kind: polygon')).toBeInTheDocument();
  expect(screen.getByLabelText('Canvas')).toHaveTextContent('edit, 12 points');

  await user.keyboard('{Control>}z{/Control}');
  expect(screen.getByText('Kind: hexagon')).toBeInTheDocument();
  await user.keyboard('{Control>}y{/Control}');
  expect(screen.getByText('Kind: polygon')).toBeInTheDocument();
  // The server check starts after a delay. An area that the user clears during the delay is not checked.
  await waitFor(() => expect(to('team.Team/checkArea').length).toBeGreaterThan(0));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByLabelText('Canvas')).toHaveTextContent('edit, 0 points');
});

test('a circle replaces the area and is brought into view', async () => {
  await renderPage(<Drawn area={{ mode: 'polygon', hexSizeKm: null, points: [] }} />);
  const user = userEvent.setup();
  expect(await screen.findByLabelText('Canvas')).toHaveTextContent('draw, 0 points, 1 in view');
  await user.click(screen.getByRole('button', { name: 'Make circle' }));
  expect(screen.getByText('Kind: circle')).toBeInTheDocument();
  const [, points] = /edit, (\d+) points, \1 in view/.exec(screen.getByLabelText('Canvas').textContent ?? '') ?? [];
  expect(Number(points)).toBeGreaterThan(12);
});

test('a district border that arrives after the user has drawn an area is not used', async () => {
  let deliver: () => void = () => undefined;
  const delivery = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await renderPage(<Drawn area={HEXAGON} place={{ ...PLACE, district: { code: '510104', name: 'Jinjiang' } }} />, {
    answers: {
      'team.Team/getDistrictBorder': async () => {
        await delivery;
        return { points: [...hexagon('104.06,30.66', 5)], simulated: true };
      },
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Import the border of Jinjiang' }));
  await user.click(screen.getByRole('button', { name: 'Finish polygon' }));
  await act(async () => deliver());
  expect(await screen.findByText(/the border was not used/)).toBeInTheDocument();
  expect(screen.getByText('Kind: hexagon')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Import the border of Jinjiang' }));
  expect(await screen.findByText('Kind: district')).toBeInTheDocument();
  expect(screen.getByText(/map service is a simulator/)).toBeVisible();
});

test('coordinates are used directly; an address is searched, and choosing a place closes the results', async () => {
  const places: unknown[] = [];
  const { to } = await renderPage(<AddressSearch onPlace={(...place) => places.push(place)} />, {
    answers: {
      'team.Team/searchAddress': {
        list: [{ name: 'East gate', address: 'Tianfu Avenue 1', center: '104.1,30.6' }],
        simulated: true,
      },
    },
  });
  const user = userEvent.setup();
  const field = screen.getByRole('textbox');
  await user.type(field, '104.06,30.66{Enter}');
  expect(places).toEqual([[{ lng: 104.06, lat: 30.66 }, null]]);
  expect(to('team.Team/searchAddress')).toEqual([]);

  await user.clear(field);
  await user.type(field, 'East gate{Enter}');
  await user.click(await screen.findByRole('button', { name: /East gate/ }));
  expect(places[1]).toEqual([{ lng: 104.1, lat: 30.6 }, 'Tianfu Avenue 1']);
  expect(screen.queryByRole('button', { name: /East gate/ })).not.toBeInTheDocument();
});

test('a search that fails without a message shows a network error', async () => {
  await renderPage(<AddressSearch onPlace={() => undefined} />, {
    answers: { 'team.Team/searchAddress': refusal(0, '') },
  });
  await userEvent.setup().type(screen.getByRole('textbox'), 'East gate{Enter}');
  expect(await screen.findByText('Network error, check the connection and try again')).toBeInTheDocument();
});

test('other stations that could not be loaded are reported, and Retry loads them', async () => {
  const page = await renderPage(<Drawn area={HEXAGON} />, {
    answers: { 'team.Team/getMap': refusal(50001, 'Try later') },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Move map' }));
  expect(await screen.findByText(/The data could not be loaded/)).toHaveRole('alert');
  page.answer('team.Team/getMap', {
    teams: [
      {
        ...{ id: 5, code: 'CD0005', name: 'Jinjiang', center: { lng: 104.1, lat: 30.6 }, areaKm2: 3 },
        ...{ status: 'operating', statusText: 'Operating', businessStateText: 'In hours' },
        ...{ polygon: [...hexagon('104.1,30.6', 2)], ridersOnline: 1, ridersTotal: 2, ordersToday: 3 },
      },
    ],
    asOf: '2026-03-01T12:00:00+08:00',
  });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByLabelText('Dimmed areas')).toHaveTextContent('Jinjiang'));
  expect(screen.queryByText(/The data could not be loaded/)).toBeNull();
});
