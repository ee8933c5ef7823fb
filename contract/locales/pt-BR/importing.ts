import type { Texts } from '../types';
import type { importing as source } from '../zh-CN/importing';
import { words } from './words';

export const importing: Texts<typeof source> = {
  why: 'Escolha um arquivo CSV ou XLSX com no máximo {n} linhas. O teste confere cada linha e não salva nada; a importação começa quando todas estiverem certas.',
  template: 'Baixar modelo',
  choose: words.chooseFile,
  chosen: '{name} escolhido',
  try: 'Testar',
  trying: 'Conferindo {name}…',
  clean:
    '{n, plural, one {A linha está certa e pode ser importada.} other {As # linhas estão certas e podem ser importadas.}}',
  faulty:
    '{n, plural, one {# erro, nada foi salvo.} other {# erros, nada foi salvo.}} Corrija o arquivo e escolha-o de novo.',
  errors: 'Erros',
  download: 'Baixar os erros (CSV)',
  row: 'Linha',
  column: 'Coluna',
  message: words.problem,
  whole: 'Arquivo inteiro',
  tooLarge: 'Arquivo grande demais; escolha um de no máximo {n} KB',
  moreErrors: 'Mais {n} na lista baixada',
};
