import { removeToken, setToken } from '@/app/session/token';
import { refusal, serveAnswers } from '@/ui/testing';
import { sender } from './sender';

const input = {
  ...{ id: 5, version: 2, inspectorSign: 'Li Na', stationSign: 'Wu Yu', signedAt: '2026-03-01T11:00:00.000Z' },
  ...{ place: null, inspectorSignFile: null, stationSignFile: null },
};

beforeEach(() => setToken('token', false));

test('a submission whose first try still runs is retried, and one whose content differs is refused', async () => {
  const server = serveAnswers({ 'safety.Site/submit': refusal(40904, 'The same operation is running') });
  expect(await sender.submission(input, 'key-of-the-submission')).toEqual({ kind: 'later' });
  server.answer('safety.Site/submit', refusal(40902, 'Same request key with different content'));
  expect(await sender.submission(input, 'key-of-the-submission')).toEqual({
    kind: 'refused',
    why: 'Same request key with different content',
  });
});

test('an entry waits when the session is over before its call is sent', async () => {
  const server = serveAnswers({});
  removeToken();
  expect(await sender.submission(input, 'key-of-the-submission')).toEqual({ kind: 'later' });
  expect(server.calls).toEqual([]);
});
