import type { Random } from './random';

/** Creates invented people, companies and numbers (DOMAIN §7). They belong to no real person or company. */

const SURNAMES =
  '王wang 李li 张zhang 刘liu 陈chen 杨yang 赵zhao 黄huang 周zhou 吴wu 徐xu 孙sun 胡hu 朱zhu 高gao 林lin 何he 郭guo 马ma 罗luo 梁liang 宋song 郑zheng 谢xie 韩han 唐tang 冯feng 于yu 董dong 萧xiao 程cheng 曹cao 袁yuan 邓deng 许xu 傅fu 沈shen 曾zeng 彭peng 吕lv 苏su 卢lu 蒋jiang 蔡cai 贾jia 丁ding 魏wei 薛xue 叶ye 阎yan 余yu 潘pan 杜du 戴dai 夏xia 钟zhong 汪wang 田tian 任ren 姜jiang';
const GIVEN =
  '伟wei 芳fang 娜na 敏min 静jing 丽li 强qiang 磊lei 军jun 洋yang 勇yong 艳yan 杰jie 娟juan 涛tao 明ming 超chao 秀xiu 霞xia 平ping 刚gang 桂gui 英ying 华hua 玉yu 萍ping 红hong 玲ling 建jian 国guo 文wen 辉hui 力li 志zhi 永yong 健jian 世shi 广guang 义yi 兴xing 良liang 海hai 山shan 仁ren 波bo 宁ning 贵gui 福fu 生sheng 龙long 元yuan 全quan 胜sheng 学xue 祥xiang 才cai 发fa 武wu 新xin 利li 清qing 飞fei 彬bin 富fu 顺shun 信xin 子zi 涵han 昌chang 成cheng 康kang 星xing 光guang 天tian 达da 安an 岩yan 中zhong 茂mao 进jin 林lin 有you 坚jian 和he 彪biao 博bo 诚cheng 先xian 敬jing 震zhen 振zhen 壮zhuang 会hui 思si 群qun 豪hao 心xin 邦bang 承cheng 乐le 绍shao 功gong 松song 善shan 厚hou 庆qing 民min 友you 裕yu 河he 哲zhe 江jiang 浩hao 亮liang 政zheng 谦qian 亨heng 奇qi 固gu 轮lun 翰han';

interface Syllable {
  readonly character: string;
  readonly pinyin: string;
}

const read = (list: string): Syllable[] =>
  list.split(' ').map((entry) => ({ character: entry.slice(0, 1), pinyin: entry.slice(1) }));
const surnames = read(SURNAMES);
const given = read(GIVEN);

export interface PersonName {
  readonly name: string;
  /** Lower-case Latin letters for account names. */
  readonly pinyin: string;
}

/** Picks a surname and a given name of one or two characters. */
export function personName(random: Random): PersonName {
  const parts = [random.pick(surnames), random.pick(given)];
  if (random.chance(0.6)) parts.push(random.pick(given));
  return {
    name: parts.map(({ character }) => character).join(''),
    pinyin: parts.map(({ pinyin }) => pinyin).join(''),
  };
}

/** Builds a phone number in a range that never receives messages: `1990000` and four digits. @param number 0–9999 */
export function demoTel(number: number): string {
  return `1990000${String(number).padStart(4, '0')}`;
}

/** Builds a company name that begins with 示例 ("example"). */
export function companyName(number: number): string {
  return `示例${number}号餐饮配送有限公司`;
}

const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Builds a unified credit code that begins with `99`, with its check character (GB 32100). */
export function creditCode(number: number): string {
  const head = `99${String(number).padStart(15, '0')}`;
  let sum = 0;
  let weight = 1;
  for (const character of head) {
    sum += CREDIT_ALPHABET.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return `${head}${CREDIT_ALPHABET[(31 - (sum % 31)) % 31]}`;
}

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Builds an identity card number in the non-existent area 999999, with its check character (MOD 11-2).
 *
 * @param birth `yyyy-MM-dd`
 * @param serial 0–999; odd for men
 */
export function idCard(birth: string, serial: number): string {
  const head = `999999${birth.replaceAll('-', '')}${String(serial).padStart(3, '0')}`;
  const sum = ID_WEIGHTS.reduce((total, weight, index) => total + weight * Number(head[index]), 0);
  return `${head}${'10X98765432'[sum % 11]}`;
}

/**
 * Builds a number plate from the region's character, `示` and at least four digits. It is no valid plate, so it belongs to no real vehicle.
 */
export function plateNo(letter: string, number: number): string {
  return `${letter}示${String(number).padStart(4, '0')}`;
}
