import assert from 'node:assert/strict';
import test from 'node:test';
import { say } from '../../contract/message';
import { consoleLink } from './console-link';
import { Refusal } from './http/refusal';

const link = (origin: string, publicOrigin: string | null = null) =>
  consoleLink(
    {
      origin,
      deployment: {
        publicOrigin,
        outgoingAddresses: [],
        embeddedDatabase: true,
        automationCode: null,
        staffSeats: 1,
        dataDir: '.',
      },
      t: (text, params) => say(text, 'en-US', params),
    },
    '/user/login',
  );

test('a link uses the configured origin, whatever Host the caller sends', () => {
  assert.equal(link('https://evil.example', 'https://console.example'), 'https://console.example/user/login');
});

for (const origin of ['http://localhost:8000', 'http://127.0.0.1:8000', 'http://127.8.8.8', 'https://[::1]:8443']) {
  test(`without a configured origin, a caller at ${origin} gets links to this machine`, () => {
    assert.equal(link(origin), `${origin}/user/login`);
  });
}

for (const origin of [
  'https://evil.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://localhost@evil.example',
  'http://evil.example/localhost',
  'http://10.0.0.1',
  'http://',
  '',
]) {
  test(`without a configured origin, a caller at "${origin}" gets no links`, () => {
    assert.throws(
      () => link(origin),
      (error) => error instanceof Refusal && error.code === 42330,
    );
  });
}
