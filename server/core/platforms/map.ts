import { readObject } from './checks';
import { askUpstream, type Fetch, UpstreamFailure } from './outbound';
import type { MapPlace, MapPort } from './ports';

/** Configuration of the map service. Without a `serverKey` the simulator answers. */
export interface MapConfig {
  readonly serverKey: string | null;
}

const ORIGIN = new URL('https://restapi.amap.com/v3');

interface AmapAnswer {
  readonly status?: string;
  readonly info?: string;
  readonly pois?: readonly { name?: string; address?: unknown; location?: string }[];
  readonly districts?: readonly { polyline?: string }[];
}

/** Creates the client of AMap's web service (高德 Web 服务 API v3). AMap and the product both use GCJ-02 coordinates. */
function amap(serverKey: string, fetcher: Fetch): MapPort {
  const ask = async (path: string, params: Record<string, string>): Promise<AmapAnswer> => {
    const query = new URLSearchParams({ key: serverKey, output: 'JSON', ...params });
    const call = { method: 'GET', path: `/${path}?${query}` } as const;
    const answer = readObject(await askUpstream(fetcher, ORIGIN, call), false) as AmapAnswer;
    if (answer.status !== '1') throw new UpstreamFailure(String(answer.info ?? 'refused'));
    return answer;
  };
  return {
    simulated: false,
    async search(keyword, cityCode) {
      const answer = await ask('place/text', {
        keywords: keyword,
        offset: '10',
        ...(cityCode ? { city: cityCode } : {}),
      });
      return (answer.pois ?? []).flatMap((poi): MapPlace[] =>
        poi.location
          ? [
              {
                name: poi.name ?? '',
                address: typeof poi.address === 'string' ? poi.address : '',
                center: poi.location,
              },
            ]
          : [],
      );
    },
    async districtBorder(code) {
      const answer = await ask('config/district', { keywords: code, subdistrict: '0', extensions: 'all' });
      const rings = (answer.districts?.[0]?.polyline ?? '').split('|').map((ring) => ring.split(';').filter(Boolean));
      // A district with islands or exclaves has several rings. The service area uses only the ring with the most points.
      const ring = rings.sort((a, b) => b.length - a.length)[0] ?? [];
      if (ring.length < 3) return null;
      return ring.map((pair) => {
        const [lng = 0, lat = 0] = pair.split(',').map(Number);
        return { lng, lat };
      });
    },
    async test() {
      try {
        await ask('config/district', { keywords: '110000', subdistrict: '0' });
        return { ok: true, detail: 'restapi.amap.com' };
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : 'failed' };
      }
    },
  };
}

/** The simulator's data: centres of large cities in GCJ-02, rounded to two decimals. */
const CITY_CENTERS: Readonly<Record<string, readonly [name: string, lng: number, lat: number]>> = {
  '110000': ['北京市', 116.4, 39.9],
  '120000': ['天津市', 117.2, 39.12],
  '130100': ['石家庄市', 114.51, 38.04],
  '140100': ['太原市', 112.55, 37.87],
  '150100': ['呼和浩特市', 111.75, 40.84],
  '210100': ['沈阳市', 123.43, 41.8],
  '210200': ['大连市', 121.61, 38.91],
  '220100': ['长春市', 125.32, 43.82],
  '230100': ['哈尔滨市', 126.53, 45.8],
  '310000': ['上海市', 121.47, 31.23],
  '320100': ['南京市', 118.8, 32.06],
  '320500': ['苏州市', 120.58, 31.3],
  '330100': ['杭州市', 120.15, 30.27],
  '330200': ['宁波市', 121.55, 29.87],
  '340100': ['合肥市', 117.23, 31.82],
  '350100': ['福州市', 119.3, 26.07],
  '350200': ['厦门市', 118.09, 24.48],
  '360100': ['南昌市', 115.86, 28.68],
  '370100': ['济南市', 117.12, 36.65],
  '370200': ['青岛市', 120.38, 36.07],
  '410100': ['郑州市', 113.62, 34.75],
  '420100': ['武汉市', 114.31, 30.59],
  '430100': ['长沙市', 112.94, 28.23],
  '440100': ['广州市', 113.26, 23.13],
  '440300': ['深圳市', 114.06, 22.54],
  '450100': ['南宁市', 108.37, 22.82],
  '460100': ['海口市', 110.2, 20.04],
  '500000': ['重庆市', 106.55, 29.56],
  '510100': ['成都市', 104.07, 30.66],
  '520100': ['贵阳市', 106.63, 26.65],
  '530100': ['昆明市', 102.83, 24.88],
  '540100': ['拉萨市', 91.11, 29.66],
  '610100': ['西安市', 108.94, 34.34],
  '620100': ['兰州市', 103.83, 36.06],
  '630100': ['西宁市', 101.78, 36.62],
  '640100': ['银川市', 106.23, 38.49],
  '650100': ['乌鲁木齐市', 87.62, 43.83],
};

/** Finds the centre of the city to which a region code belongs. A municipality such as Beijing is found by its province code. */
function cityCenter(code: string): readonly [name: string, lng: number, lat: number] | null {
  return CITY_CENTERS[`${code.slice(0, 4)}00`] ?? CITY_CENTERS[`${code.slice(0, 2)}0000`] ?? null;
}

/** Hashes a text. The simulator uses the hash instead of random numbers, so equal requests always get equal answers. */
function hash(value: string): number {
  let sum = 2_166_136_261;
  for (const char of value) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return sum;
}

/**
 * The simulator. `search` returns places near a city centre in `CITY_CENTERS`, and `districtBorder` returns a roughly circular border.
 * Pages mark these results as simulated.
 */
const simulator: MapPort = {
  simulated: true,
  async search(keyword, cityCode) {
    const named = Object.values(CITY_CENTERS).find(([name]) => keyword.includes(name.replace(/市$/, '')));
    const base = named ?? (cityCode ? cityCenter(cityCode) : null) ?? CITY_CENTERS['510100'];
    if (!base) return [];
    const [city, lng, lat] = base;
    return [0, 1, 2].map((index) => {
      const seed = hash(`${keyword}:${index}`);
      const offset = (part: number) => ((part % 1_000) - 500) / 12_500;
      return {
        name: index === 0 ? keyword : `${keyword}(${index + 1})`,
        address: city,
        center: `${(lng + offset(seed)).toFixed(6)},${(lat + offset(Math.floor(seed / 1_000))).toFixed(6)}`,
      };
    });
  },
  async districtBorder(code) {
    const base = cityCenter(code);
    if (!base) return null;
    const seed = hash(code);
    const [, lng, lat] = base;
    const centerLng = lng + ((seed % 400) - 200) / 2_000;
    const centerLat = lat + ((Math.floor(seed / 400) % 400) - 200) / 2_000;
    return Array.from({ length: 36 }, (_, index) => {
      const angle = (index * Math.PI) / 18;
      const radius = 0.04 + ((hash(`${code}:${index}`) % 100) / 100) * 0.015;
      return {
        lng: Number((centerLng + (radius * Math.cos(angle)) / Math.cos((centerLat * Math.PI) / 180)).toFixed(6)),
        lat: Number((centerLat + radius * Math.sin(angle)).toFixed(6)),
      };
    });
  },
  test: async () => ({ ok: true, detail: 'simulator' }),
};

/** Creates the client of the map service, or the simulator when the settings contain no key. */
export function mapPort(config: MapConfig, fetcher: Fetch = (url, init) => fetch(url, init)): MapPort {
  return config.serverKey ? amap(config.serverKey, fetcher) : simulator;
}
