import { takePhoto } from './photo';

test('the time of a photo is the time of the shot, not the time when the position was found', async () => {
  jest.useFakeTimers({ now: Date.parse('2026-03-01T10:00:00Z') });
  const getCurrentPosition = (found: (position: unknown) => void) =>
    setTimeout(() => found({ coords: { longitude: 104, latitude: 30 } }), 4_000);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  const photo = takePhoto(new File(['x'], 'a.jpg', { type: 'image/jpeg' }));
  await jest.advanceTimersByTimeAsync(4_000);
  expect(await photo).toMatchObject({ at: '2026-03-01T10:00:00.000Z', place: { lng: 104, lat: 30 } });
  jest.useRealTimers();
});
