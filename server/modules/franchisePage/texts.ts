import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';

/** Messages to users of the page builder. */
export const WORDS = {
  saved: WORD.draftSaved,
  discarded: text('草稿已放弃', 'Draft discarded', 'Rascunho descartado', '草稿已捨棄'),
  published: text('版本 {n} 已发布', 'Version {n} published', 'Versão {n} publicada', '版本 {n} 已發布'),
  archived: text('申请页已下线', 'Application page taken offline', 'Página fora do ar', '申請頁已下線'),
  channel: text('渠道码 {code} 已生成', 'Channel code {code} is ready', 'Código {code} pronto', '管道碼 {code} 已產生'),
  on: text('渠道码 {code} 已启用', 'Channel code {code} enabled', 'Código {code} ativado', '管道碼 {code} 已啟用'),
  off: text('渠道码 {code} 已停用', 'Channel code {code} disabled', 'Código {code} desativado', '管道碼 {code} 已停用'),
  draft: WORD.draft,
  publishedState: WORD.publishedFeminine,
  archivedState: text('已归档', 'Archived', 'Arquivada', '已封存'),
  many: text('渠道码最多 {n} 个', 'At most {n} channel codes', 'No máximo {n} códigos de canal', '管道碼最多 {n} 個'),
} as const;
