/** The operators' manual inside the console. */
export const manual = {
  title: '使用手册',
  help: '帮助',
  helpOf: '“{page}”的帮助',
  contents: '目录',
  print: '打印',
  failed: '使用手册未能加载',
};
