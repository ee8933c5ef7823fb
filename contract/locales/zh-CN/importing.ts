import { words } from './words';

/** Texts of the dialogs that import many records from a file. */
export const importing = {
  why: '选择 CSV 或 XLSX 文件，最多 {n} 行。先试运行：检查每一行但不保存；全部无误才能导入。',
  template: '下载模板',
  choose: words.chooseFile,
  chosen: '已选择 {name}',
  try: '试运行',
  trying: '正在检查 {name}…',
  clean: '{n} 行全部无误，可以导入。',
  faulty: '{n} 处有误，未保存任何数据。请修改文件后重新选择。',
  errors: '错误列表',
  download: '下载错误列表（CSV）',
  row: '行',
  column: '列',
  message: words.problem,
  whole: '整个文件',
  tooLarge: '文件过大，请选择不超过 {n} KB 的文件',
  moreErrors: '另有 {n} 处，见下载的列表',
};
