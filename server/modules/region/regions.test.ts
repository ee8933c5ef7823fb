import assert from 'node:assert/strict';
import test from 'node:test';
import { pcdList, regionChain, regionName } from './regions';

test('every region is a string `code,name` with a unique six-digit code', () => {
  const { province, city, district } = pcdList();
  const all = [...province, ...city, ...district];
  assert.ok(all.every((entry) => /^\d{6},[^,]+$/.test(entry)));
  const codes = all.map((entry) => entry.split(',')[0]);
  assert.equal(new Set(codes).size, codes.length);
  assert.equal(province.length, 34);
});

test('every city belongs to a province and every district to a city', () => {
  const { province, city, district } = pcdList();
  const code = (entry: string) => entry.split(',')[0] ?? '';
  const provinces = new Set(province.map((entry) => code(entry).slice(0, 2)));
  const cities = new Set(city.map((entry) => code(entry).slice(0, 4)));
  assert.ok(city.every((entry) => provinces.has(code(entry).slice(0, 2))));
  assert.ok(district.every((entry) => cities.has(code(entry).slice(0, 4))));
  const withDistricts = new Set(district.map((entry) => code(entry).slice(0, 4)));
  assert.ok([...cities].every((prefix) => withDistricts.has(prefix)));
});

test('a chain of three codes is formatted in the usual way', () => {
  assert.deepEqual(regionChain('510000', '510100', '510107'), { ok: true, text: '四川省成都市武侯区' });
  assert.deepEqual(regionChain('110000', '110100', '110101'), { ok: true, text: '北京市东城区' });
});

test('codes that do not form a chain are rejected', () => {
  assert.equal(regionChain('510000', '110100', '110101').ok, false);
  assert.equal(regionChain('510000', '510100', '999999').ok, false);
  assert.equal(regionName('999999'), null);
});
