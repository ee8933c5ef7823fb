/** Texts about edit conflicts, when two people have changed the same object. */
export const conflict = {
  sinceDraft: '在您填写期间，数据已发生变化。',
  how: '仅一方修改的字段已自动合并；双方都修改的，请选择保留哪一个。',
  none: '您填写的内容与最新数据一致，可直接继续。',
  base: '打开时',
  onlyMine: '仅您修改',
  onlyTheirs: '仅对方修改',
  both: '双方都修改',
  allMine: '全部用我的',
  allTheirs: '全部用对方的',
  open: '还有 {n} 项待选择',
  ready: '{n} 项不同，均已确定',
  save: '按此保存',
  edit: '采用并继续编辑',
  goOn: '继续',
  before: '页面所示',
  now: '最新',
};
