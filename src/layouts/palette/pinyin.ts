/**
 * This module finds Chinese texts by their pinyin or initials: "zt" finds 暂停. It needs no dictionary, because the browser's collation
 * sorts Chinese characters by pinyin. A list of the first character of each syllable is therefore sufficient.
 */

/** The first character of each syllable in collation order. The syllable follows the character. */
const FIRST =
  '吖a 哎ai 安an 肮ang 凹ao 丷ba 紦bai 扳ban 邦bang 勹bao 卑bei 呗ben 獖beng 逼bi 边bian 灬biao 憋bie 汃bin 氞bing 癶bo 峬bu 簿ca 囃cai ' +
  '参can 仓cang 撡cao 艹ce 簎cen 笒ceng 叉cha 芆chai 辿chan 伥chang 蟐chao 车che 抻chen 阷cheng 吃chi 充chong 抽chou 出chu 橻chuai ' +
  '巛chuan 鶨chuang 吹chui 旾chun 逴chuo 呲ci 匆cong 凑cou 粗cu 汆cuan 崔cui 乼cun 搓cuo 咑da 呆dai 鮘dan 当dang 刀dao 地den 灯deng 氐di ' +
  '嗲dia 敁dian 刁diao 爹die 哋ding 丟diu 东dong 吺dou 厾du 耑duan 垖dui 吨dun 多duo 妸e 诶en 鞥eng 儿er 发fa 帆fan 匚fang 飞fei 分fen ' +
  '丰feng 覅fo 紑fou 夫fu 旮ga 侅gai 甘gan 冈gang 戅gao 戈ge 根gen 刯geng 工gong 莻gou 估gu 瓜gua 乖guai 关guan 光guang 臦gui 丨gun 呙guo ' +
  '哈ha 铪hai 嚡han 夯hang 茠hao 诃he 黒hei 拫hen 亨heng 噷hong 齁hou 乎hu 花hua 怀huai 欢huan 巟huang 灰hui 昏hun 吙huo 丌ji 加jia ' +
  '戋jian 橺jiang 艽jiao 鵤jie 巾jin 坕jing 燝jiong 丩jiu 凥ju 爠juan 噘jue 军jun 咔ka 开kai 刊kan 忼kang 尻kao 匼ke 剋ken 劥keng 空kong ' +
  '抠kou 扝ku 夸kua 蒯kuai 宽kuan 窽kuang 亏kui 鑎kun 尡kuo 垃la 来lai 兰lan 啷lang 唥lao 仂le 勒lei 嘞leng 哩li 俩lian 良liang 煷liao ' +
  '毟lie 拎lin 伶ling 瀮liu 囖long 瞜lou 噜lu 縷luan 掠lun 啰luo 呣ma 埋mai 嫚man 牤mang 猫mao 嚒me 嚜mei 椚men 擝meng 咪mi 宀mian 喵miao ' +
  '乜mie 民min 名ming 谬miu 摸mo 怽mou 毪mu 縸na 腉nai 囡nan 囔nang 孬nao 疒ne 呢nei 恁nen 妮ni 拈nian 娘niang 鸟niao 捏nie 囜nin 宁ning ' +
  '妞niu 农nong 羺nou 譳nu 搙nuan 疟nuo 喔o 哦ou 妑pa 拍pai 眅pan 乓pang 炐pao 呸pei 喷pen 喯peng 丕pi 囨pian 剽piao 氕pie 姘pin 乒ping ' +
  '蘋po 醗pou 仆pu 瀑qi 掐qia 千qian 呛qiang 悄qiao 苆qie 亲qin 靑qing 卭qiong 瓗qiu 区qu 迲quan 椦que 夋qun 呥ran 橪rang 娆rao 惹re ' +
  '人ren 扔reng 日ri 戎rong 厹rou 邚ru 挼ruan 婑rui 瞤run 捼ruo 仨sa 虄sai 三san 橵sang 掻sao 閪se 森sen 僧seng 杀sha 繌shai 山shan ' +
  '伤shang 鞝shao 奢she 申shen 升sheng 尸shi 収shou 书shu 刷shua 衰shuai 卛shuan 双shuang 脽shui 吮shun 说shuo 厶si 忪song 凁sou 苏su ' +
  '狻suan 夊sui 孙sun 鶽suo 他ta 囼tai 燤tan 賧tang 夲tao 忑te 熥teng 剔ti 趯tian 旫tiao 螩tie 厅ting 囲tong 偷tou 綉tu 湍tuan 推tui ' +
  '吞tun 畽tuo 屲wa 歪wai 弯wan 尢wang 危wei 煀wen 呚weng 挝wo 乌wu 錻xi 呷xia 仙xian 乡xiang 灱xiao 恷xie 心xin 星xing 裄xiong 夐xiu ' +
  '吁xu 吅xuan 削xue 坃xun 丫ya 恹yan 央yang 羪yao 椰ye 一yi 囙yin 应ying 哟yo 佣yong 优you 蒏yu 澚yuan 曰yue 晕yun 繧za 咋zai 縡zan ' +
  '匨zang 傮zao 则ze 伬zei 怎zen 譛zeng 扎zha 夈zhai 枬zhan 张zhang 佋zhao 蜇zhe 着zhen 凧zheng 之zhi 徔zhong 州zhou 朱zhu 抓zhua ' +
  '跩zhuai 拽zhuan 籑zhuang 戇zhui 宒zhun 拙zhuo 乲zi 宗zong 潈zou 楱zu 钻zuan 厜zui 穝zun 嘬zuo';

/** Additional readings of characters that have several readings in texts of the console. */
const ALSO: Readonly<Record<string, string>> = {
  的: 'de',
  重: 'chong',
  地: 'di',
  还: 'hai',
  還: 'hai',
  於: 'yu',
  调: 'tiao',
  調: 'tiao',
  率: 'lv',
  长: 'chang',
  長: 'chang',
  行: 'hang',
  校: 'jiao',
  能: 'neng',
  给: 'gei',
  給: 'gei',
  谁: 'shui',
  鑰: 'yao',
  钥: 'yao',
};

const HAN = /\p{Script=Han}/u;

interface Syllables {
  readonly collator: Intl.Collator;
  readonly starts: readonly { readonly character: string; readonly syllable: string }[];
}

function makeSyllables(): Syllables {
  const starts = FIRST.split(' ').map((entry) => ({ character: entry.slice(0, 1), syllable: entry.slice(1) }));
  return { collator: new Intl.Collator('zh-u-co-pinyin'), starts };
}

let syllables: Syllables | null = null;
const known = new Map<string, readonly string[]>();

/** Returns the readings of a character. A letter or digit is its own reading. */
function readingsOf(character: string): readonly string[] {
  const kept = known.get(character);
  if (kept) return kept;
  const readings = HAN.test(character) ? look(character) : [character.toLowerCase()];
  known.set(character, readings);
  return readings;
}

function look(character: string): readonly string[] {
  syllables ??= makeSyllables();
  const { collator, starts } = syllables;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (collator.compare(starts[middle]?.character ?? '', character) <= 0) low = middle;
    else high = middle - 1;
  }
  const also = ALSO[character];
  return [...(also ? [also] : []), starts[low]?.syllable ?? ''];
}

/** Returns whether the letters spell the characters from `at` by syllable or initial. The last character may be incomplete. */
function spells(letters: string, characters: readonly string[], at: number): boolean {
  if (letters === '') return true;
  const character = characters[at];
  if (character === undefined) return false;
  return readingsOf(character).some(
    (reading) =>
      reading.startsWith(letters) ||
      (letters.startsWith(reading) && spells(letters.slice(reading.length), characters, at + 1)) ||
      (letters.startsWith(reading.slice(0, 1)) && spells(letters.slice(1), characters, at + 1)),
  );
}

/** Returns the index in a Chinese text where the typed letters match its pinyin. @returns -1 if they do not match */
export function pinyinAt(typed: string, text: string): number {
  const letters = typed.toLowerCase().replace(/[\s']/g, '');
  if (!/^[a-z]+$/.test(letters) || !HAN.test(text)) return -1;
  const characters = [...text];
  return characters.findIndex(
    (character, at) =>
      HAN.test(character) &&
      // Inside a text, the first character must match by its syllable, because initials alone would match too many texts.
      (at === 0 ||
        readingsOf(character).some((reading) => letters.startsWith(reading) || reading.startsWith(letters))) &&
      spells(letters, characters, at),
  );
}
