import fc from 'fast-check';
import { type RegionOption, regionTree } from './regionTree';

const LISTS = {
  province: ['110000,北京市', '510000,四川省'],
  city: ['110100,市辖区', '510100,成都市', '510700,绵阳市'],
  district: ['110101,东城区', '510104,锦江区', '510105,青羊区'],
};

test('entries `code,name` become options of up to three levels', () => {
  expect(regionTree(LISTS)).toEqual([
    {
      value: '110000',
      label: '北京市',
      children: [{ value: '110100', label: '市辖区', children: [{ value: '110101', label: '东城区' }] }],
    },
    {
      value: '510000',
      label: '四川省',
      children: [
        {
          value: '510100',
          label: '成都市',
          children: [
            { value: '510104', label: '锦江区' },
            { value: '510105', label: '青羊区' },
          ],
        },
        { value: '510700', label: '绵阳市' },
      ],
    },
  ]);
});

test.each([0, 1, 2, 3, 4])('a tree of depth %i has at most that many levels', (depth) => {
  const levels = (options: readonly RegionOption[]): number =>
    options.length === 0 ? 0 : 1 + Math.max(...options.map((option) => levels(option.children ?? [])));
  expect(levels(regionTree(LISTS, depth))).toBe(Math.min(3, depth));
});

test('an entry that is not `code,name`, or has no parent, is left out', () => {
  expect(regionTree({ province: ['', ',x', '11', '110000,'], city: ['990100,无'], district: [] })).toEqual([]);
});

test('a name may hold a comma', () => {
  expect(regionTree({ province: ['110000,a,b'], city: [], district: [] }, 1)).toEqual([
    { value: '110000', label: 'a,b' },
  ]);
});

const two = fc.integer({ min: 10, max: 99 }).map(String);
const lists = fc.uniqueArray(two, { maxLength: 5 }).chain((provinces) =>
  fc
    .array(fc.tuple(fc.constantFrom(...(provinces.length > 0 ? provinces : ['10'])), two, two), { maxLength: 30 })
    .map((rest) => ({
      province: provinces.map((code) => `${code}0000,p${code}`),
      city: [...new Set(rest.map(([a, b]) => `${a}${b}00`))].map((code) => `${code},c${code}`),
      district: [...new Set(rest.map(([a, b, c]) => `${a}${b}${c}`))].map((code) => `${code},d${code}`),
    })),
);

test('every entry occurs exactly once, below its own parent', () => {
  fc.assert(
    fc.property(lists, (given) => {
      const seen: string[] = [];
      const walk = (options: readonly RegionOption[], prefix: string, level: number): void => {
        for (const { value, label, children } of options) {
          expect(value.startsWith(prefix)).toBe(true);
          seen.push(`${value},${label}`);
          walk(children ?? [], value.slice(0, 2 * (level + 1)), level + 1);
        }
      };
      walk(regionTree(given), '', 0);
      const all = given.province.length > 0 ? [...given.province, ...given.city, ...given.district] : [];
      expect(seen.sort()).toEqual(all.sort());
    }),
  );
});
