import assert from 'node:assert/strict';
import test from 'node:test';
import { mapPort } from './map';
import { UpstreamFailure } from './outbound';

const KEY = 'a'.repeat(32);

test('without a server key the simulator answers, marked as simulated, and its answers are deterministic', async () => {
  const map = mapPort({ serverKey: null });
  assert.equal(map.simulated, true);
  const first = await map.search('成都天府广场', null);
  assert.deepEqual(await map.search('成都天府广场', null), first);
  const [lng = 0, lat = 0] = (first[0]?.center ?? '').split(',').map(Number);
  assert.ok(Math.abs(lng - 104.07) < 0.1 && Math.abs(lat - 30.66) < 0.1);
});

test('with a key the map service is called, and its places are returned', async () => {
  let host = '';
  const map = mapPort({ serverKey: KEY }, async (url) => {
    host = url.host;
    return Response.json({
      status: '1',
      pois: [{ name: '站', address: [], location: '104.1,30.6' }, { name: 'no place' }],
    });
  });
  assert.deepEqual(await map.search('站', '510100'), [{ name: '站', address: '', center: '104.1,30.6' }]);
  assert.equal(host, 'restapi.amap.com');
});

test("a border is the largest ring of the service's answer", async () => {
  const map = mapPort({ serverKey: KEY }, async () =>
    Response.json({ status: '1', districts: [{ polyline: '1,1;2,2|1,1;2,1;2,2;1,2' }] }),
  );
  assert.equal((await map.districtBorder('510107'))?.length, 4);
});

test("the service's refusal is an upstream failure with its text", async () => {
  const map = mapPort({ serverKey: KEY }, async () => Response.json({ status: '0', info: 'INVALID_USER_KEY' }));
  await assert.rejects(
    map.search('x', null),
    (error) => error instanceof UpstreamFailure && error.message === 'INVALID_USER_KEY',
  );
  assert.deepEqual(await map.test(), { ok: false, detail: 'INVALID_USER_KEY' });
});
