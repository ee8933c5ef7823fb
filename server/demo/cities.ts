import type { LngLat } from '../../contract/hexagon';

export interface City {
  readonly name: string;
  /** The initials that station codes begin with. */
  readonly letters: string;
  /** The first character of number plates. */
  readonly plate: string;
  readonly provinceCode: string;
  readonly cityCode: string;
  /** Region codes and short names of four districts. */
  readonly districts: readonly (readonly [code: string, name: string])[];
  /** Coordinates in GCJ-02. */
  readonly centre: LngLat;
}

function city(
  name: string,
  letters: string,
  plate: string,
  cityCode: string,
  lng: number,
  lat: number,
  districts: string,
): City {
  return {
    name,
    letters,
    plate,
    provinceCode: `${cityCode.slice(0, 2)}0000`,
    cityCode,
    centre: { lng, lat },
    districts: districts
      .split(' ')
      .map((entry) => [`${cityCode.slice(0, 4)}${entry.slice(0, 2)}`, entry.slice(2)] as const),
  };
}

/** Cities of the demo's stations (DOMAIN §7). */
export const CITIES: readonly City[] = [
  city('成都', 'CD', '川', '510100', 104.065735, 30.659462, '04锦江 05青羊 06金牛 07武侯'),
  city('重庆', 'CQ', '渝', '500100', 106.551643, 29.562849, '03渝中 05江北 06沙坪坝 08南岸'),
  city('北京', 'BJ', '京', '110100', 116.407387, 39.904179, '01东城 02西城 05朝阳 08海淀'),
  city('上海', 'SH', '沪', '310100', 121.473667, 31.230525, '01黄浦 04徐汇 06静安 15浦东'),
  city('广州', 'GZ', '粤', '440100', 113.264499, 23.130061, '03荔湾 04越秀 05海珠 06天河'),
  city('深圳', 'SZ', '粤', '440300', 114.057939, 22.543527, '03罗湖 04福田 05南山 06宝安'),
  city('杭州', 'HZ', '浙', '330100', 120.209903, 30.246566, '02上城 05拱墅 06西湖 08滨江'),
  city('武汉', 'WH', '鄂', '420100', 114.304569, 30.593354, '02江岸 03江汉 06武昌 11洪山'),
  city('西安', 'XA', '陕', '610100', 108.939645, 34.343207, '02新城 03碑林 04莲湖 13雁塔'),
  city('长沙', 'CS', '湘', '430100', 112.938882, 28.228304, '02芙蓉 03天心 04岳麓 05开福'),
  city('南京', 'NJ', '苏', '320100', 118.796624, 32.059344, '02玄武 04秦淮 05建邺 06鼓楼'),
  city('昆明', 'KM', '云', '530100', 102.833669, 24.88149, '02五华 03盘龙 11官渡 12西山'),
];
