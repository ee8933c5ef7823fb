import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';

export const BACKUP_KIND: Readonly<Record<'backup' | 'drill' | 'restore', Text>> = {
  backup: WORD.backup,
  drill: WORD.restoreDrill,
  restore: text('恢复', 'Restore', 'Restauração', '還原'),
};

/** Texts of a check: title, a sentence for a good and a bad result, and the remedy. `{…}` are placeholders. */
interface CheckText {
  readonly title: Text;
  readonly good: Text;
  readonly wrong: Text;
  readonly cure: Text;
}

export const CHECKS = {
  backup: {
    title: WORD.backup,
    good: WORD.lastBackupWhen,
    wrong: WORD.lastBackupWhen,
    cure: text(
      '在服务器上运行 npm run backup，并用系统定时任务每天执行。',
      'Run "npm run backup" on the server, and schedule it to run every day.',
      'Execute "npm run backup" no servidor e agende-o para todos os dias.',
      '在伺服器上執行 npm run backup，並用系統排程每天執行。',
    ),
  },
  drill: {
    title: WORD.restoreDrill,
    good: WORD.lastDrillWhen,
    wrong: WORD.lastDrillWhen,
    cure: text(
      '运行 npm run restore -- <备份> --drill，证明备份可以恢复；不影响正在运行的系统。',
      'Run "npm run restore -- <backup> --drill": it proves that the backup can be restored and disturbs no user.',
      'Execute "npm run restore -- <backup> --drill": prova que o backup pode ser restaurado, sem atrapalhar ninguém.',
      '執行 npm run restore -- <備份> --drill，證明備份可以還原；不影響正在運作的系統。',
    ),
  },
  records: {
    title: WORD.operationRecords,
    good: text(
      '记录链未发现问题，共 {n} 条，链首 {head}；{when}核验',
      'No fault found in the chain of {n} records; its head is {head}; verified {when}',
      'Nenhuma falha na cadeia de {n} registros, com fim {head}; verificada {when}',
      '記錄鏈未發現問題，共 {n} 筆，鏈首 {head}；{when}核驗',
    ),
    wrong: text(
      '记录链未能确认完整：{why}',
      'The chain could not be confirmed as complete: {why}',
      'Não foi possível confirmar a cadeia: {why}',
      '記錄鏈未能確認完整：{why}',
    ),
    cure: text(
      '在服务器上运行 npm run audit:verify，并与另行保存的链首比对。',
      'Run "npm run audit:verify" on the server and compare with a head that was kept elsewhere.',
      'Execute "npm run audit:verify" no servidor e compare com um fim de cadeia guardado à parte.',
      '在伺服器上執行 npm run audit:verify，並與另行保存的鏈首比對。',
    ),
  },
  jobs: {
    title: WORD.backgroundJobs,
    good: text('{n} 个任务按时运行', '{n} jobs run on time', '{n} tarefas em dia', '{n} 個工作準時執行'),
    wrong: text(
      '失败或延误：{names}',
      'Failed or late: {names}',
      'Com falha ou atraso: {names}',
      '失敗或延誤：{names}',
    ),
    cure: text(
      '查看下方任务的错误信息；若全部延误，请确认服务进程仍在运行。',
      'See the error of the job below. If all are late, check that the server runs.',
      'Veja abaixo o erro da tarefa. Se todas atrasam, confira se o servidor está rodando.',
      '查看下方工作的錯誤訊息；若全部延誤，請確認服務程序仍在執行。',
    ),
  },
  messages: {
    title: text('通知与短信', 'Notices and SMS', 'Notificações e SMS', '通知與簡訊'),
    good: text(
      '没有积压；等待发送的短信 {waiting} 条',
      'No backlog; {waiting} text messages wait to be sent',
      'Nada parado; {waiting} SMS aguardam a vez',
      '沒有積壓；等待發送的簡訊 {waiting} 則',
    ),
    wrong: text(
      '等待中的短信 {waiting} 条，24 小时内失败 {failed} 条，未分发的通知 {notices} 条',
      '{waiting} text messages wait, {failed} failed in 24 hours, {notices} notices are undelivered',
      '{waiting} SMS aguardam, {failed} falharam em 24 horas, {notices} notificações não entregues',
      '等待中的簡訊 {waiting} 則，24 小時內失敗 {failed} 則，未分發的通知 {notices} 則',
    ),
    cure: text(
      '在站点设置的短信页检查服务商、密钥与余量，并发送测试短信。',
      'Check provider, key and quota under Site settings, SMS, and send a test message.',
      'Confira provedor, chave e saldo em Configurações do site, SMS, e envie um teste.',
      '在站點設定的簡訊頁檢查服務商、金鑰與餘量，並發送測試簡訊。',
    ),
  },
  speed: {
    title: text('接口速度', 'Speed of calls', 'Velocidade das chamadas', '介面速度'),
    good: text(
      '近一小时 {n} 次调用，95% 在 {ms} 毫秒内',
      '{n} calls in the last hour, 95% within {ms} ms',
      '{n} chamadas na última hora, 95% em até {ms} ms',
      '近一小時 {n} 次呼叫，95% 在 {ms} 毫秒內',
    ),
    wrong: text('较慢的接口：{names}', 'Slow addresses: {names}', 'Endereços lentos: {names}', '較慢的介面：{names}'),
    cure: text(
      '查看下方接口列表；缩小筛选范围，或为服务器增加内存与处理器。',
      'See the addresses below. Narrow the filters, or add memory or processors to the server.',
      'Veja os endereços abaixo. Filtros mais estreitos ajudam já; mais memória ou processadores resolvem de vez.',
      '查看下方介面列表；縮小篩選範圍，或為伺服器增加記憶體與處理器。',
    ),
  },
  faults: {
    title: text('服务器故障', 'Faults of the server', 'Falhas do servidor', '伺服器故障'),
    good: text('近一小时没有故障', 'None in the last hour', 'Nenhuma na última hora', '近一小時沒有故障'),
    wrong: text(
      '近一小时有 {n} 次调用因故障失败：{names}',
      '{n} calls failed because of a fault in the last hour: {names}',
      '{n} chamadas falharam na última hora: {names}',
      '近一小時有 {n} 次呼叫因故障失敗：{names}',
    ),
    cure: text(
      '按请求编号查看服务器日志，并在问题报告中核对。',
      'Look up the request ids in the server’s log, and see the reported problems.',
      'Procure os ids das requisições no log do servidor e veja os problemas relatados.',
      '按請求編號查看伺服器日誌，並在問題回報中核對。',
    ),
  },
  connections: {
    title: text('数据库连接', 'Database connections', 'Conexões do banco', '資料庫連線'),
    good: WORD.nOfMaxInUse,
    wrong: WORD.nOfMaxInUse,
    cure: text(
      '停止不再需要的进程，或提高数据库的 max_connections。',
      'Stop unused processes, or raise max_connections of the database.',
      'Encerre processos desnecessários ou aumente max_connections do banco.',
      '停止不再需要的程序，或提高資料庫的 max_connections。',
    ),
  },
  disk: {
    title: text('磁盘空间', 'Disk space', 'Espaço em disco', '磁碟空間'),
    good: text(
      '可用 {free}，共 {total}；数据库占用 {database}',
      '{free} free of {total}; the database takes {database}',
      '{free} livres de {total}; o banco de dados ocupa {database}',
      '可用 {free}，共 {total}；資料庫佔用 {database}',
    ),
    wrong: text(
      '仅剩 {free}，共 {total}；数据库占用 {database}',
      'Only {free} free of {total}; the database takes {database}',
      'Só {free} livres de {total}; o banco de dados ocupa {database}',
      '僅剩 {free}，共 {total}；資料庫佔用 {database}',
    ),
    cure: text(
      '清理磁盘，或将旧备份移到其他机器；若占用主要来自数据库，请扩容磁盘（最大的表见下方）。磁盘写满后数据库会停止写入。',
      'Make room, or move old backups to another computer. If the database takes most of the space, use a larger disk (its largest tables are below). When the disk is full, the database stops writing.',
      'Libere espaço ou mova backups antigos; se o que cresceu foi o banco, aumente o disco (as maiores tabelas estão abaixo). Com o disco cheio o banco para de gravar.',
      '清理磁碟，或將舊備份移到其他機器；若佔用主要來自資料庫，請擴充磁碟（最大的資料表見下方）。磁碟寫滿後資料庫會停止寫入。',
    ),
  },
  problems: {
    title: WORD.reportedProblems,
    good: text('没有待处理的报告', 'No open reports', 'Nenhum pendente', '沒有待處理的回報'),
    wrong: text('{n} 条待处理', 'Open reports: {n}', '{n} aguardam resposta', '{n} 則待處理'),
    cure: text(
      '查看并处理问题报告。',
      'View and handle the reported problems.',
      'Trate os problemas relatados.',
      '檢視並處理問題回報。',
    ),
  },
  owner: {
    title: WORD.owner,
    good: text('主账号存在', 'There is an owner', 'Existe uma conta principal', '主帳號存在'),
    wrong: text('没有主账号', 'There is no owner', 'Não há conta principal', '沒有主帳號'),
    cure: text(
      '在服务器上运行 npm run owner。',
      'Run "npm run owner" on the server.',
      'Execute "npm run owner" no servidor.',
      '在伺服器上執行 npm run owner。',
    ),
  },
  books: {
    title: text('账本', 'Books', 'Livros', '帳本'),
    good: text(
      '账本核对未发现差错',
      'No check has found an error',
      'Nenhuma verificação encontrou erros',
      '帳本核對未發現差錯',
    ),
    wrong: text(
      '最近一次核对发现 {n} 处差错',
      'The last check found {n} errors',
      'A última verificação encontrou {n} erros',
      '最近一次核對發現 {n} 處差錯',
    ),
    cure: text(
      '在服务器上运行 npm run ledger:verify，查看有问题的流水。',
      'Run "npm run ledger:verify" on the server to see the affected transactions.',
      'Execute "npm run ledger:verify" no servidor: ele indica os lançamentos.',
      '在伺服器上執行 npm run ledger:verify，查看有問題的流水。',
    ),
  },
  rollUp: {
    title: text('订单汇总', 'Order figures', 'Consolidação de pedidos', '訂單彙總'),
    good: text('数据更新至当前', 'The figures are up to date', 'Os números estão atualizados', '資料更新至當前'),
    wrong: text(
      '汇总数据落后 15 分钟以上',
      'The figures are more than 15 minutes behind',
      'Os números estão mais de 15 minutos atrasados',
      '彙總資料落後 15 分鐘以上',
    ),
    cure: text(
      '查看“汇总订单数据”任务的错误信息。',
      'See the error of the job "Sum up orders".',
      'Veja o erro da tarefa "Consolidar pedidos".',
      '查看「彙總訂單資料」工作的錯誤訊息。',
    ),
  },
  files: {
    title: text('文件', 'Stored files', 'Arquivos', '檔案'),
    good: text(
      '最近上传的文件均可读取',
      'The latest files can be read',
      'Os arquivos recentes podem ser lidos',
      '最近上傳的檔案均可讀取',
    ),
    wrong: text(
      '{n} 个最近上传的文件无法读取',
      '{n} of the latest files cannot be read',
      '{n} dos arquivos recentes não podem ser lidos',
      '{n} 個最近上傳的檔案無法讀取',
    ),
    cure: text(
      '从备份恢复数据目录中的 files 文件夹，并检查其权限。',
      'Restore the folder "files" of the data folder from a backup, and check its permissions.',
      'Recupere a pasta "files" de um backup e confira as permissões.',
      '從備份還原資料目錄中的 files 資料夾，並檢查其權限。',
    ),
  },
} as const satisfies Record<string, CheckText>;
export type CheckKey = keyof typeof CHECKS;

export const NO_CALLS = text(
  '近一小时没有调用',
  'No calls in the last hour',
  'Nada foi chamado na última hora',
  '近一小時沒有呼叫',
);
export const NEVER = text('从未', 'never', 'nunca', '從未');
export const NOT_VERIFIED = text('尚未核验', 'not verified yet', 'ainda não verificada', '尚未核驗');
/** Texts for violations of the audit chain (`Breach.kind`). */
export const BREACH: Readonly<Record<string, Text>> = {
  changed: text('第 {n} 条被改动', 'record {n} was changed', 'o registro {n} foi alterado', '第 {n} 筆被改動'),
  deleted: text('第 {n} 条被删除', 'record {n} was deleted', 'o registro {n} foi excluído', '第 {n} 筆被刪除'),
  linkDeleted: text('第 {n} 个链接被删除', 'link {n} was deleted', 'o elo {n} foi excluído', '第 {n} 個鏈結被刪除'),
  inserted: text('有记录被插入', 'a record was inserted', 'um registro foi inserido', '有記錄被插入'),
  cutOff: text(
    '第 {n} 条起被截断',
    'cut off from record {n} on',
    'cortada a partir do registro {n}',
    '第 {n} 筆起被截斷',
  ),
  rewritten: text(
    '第 {n} 条及之前被重写',
    'rewritten up to record {n}',
    'reescrita até o registro {n}',
    '第 {n} 筆及之前被重寫',
  ),
};
export const OVERDUE = text(
  '{when}核验，已过期',
  'last verified {when}',
  'última verificação {when}',
  '{when}核驗，已過期',
);

export const REPORTED = text(
  '已提交，编号 {id}。负责人会收到通知。',
  'Report {id} sent. The owner will be notified.',
  'Enviado com o número {id}. A conta principal será avisada.',
  '已提交，編號 {id}。負責人會收到通知。',
);
export const PROBLEM_NOTICE = {
  title: text('有人报告了问题', 'A problem was reported', 'Um problema foi relatado', '有人回報了問題'),
  content: text(
    '{name} 在“{page}”：{content}',
    '{name} on "{page}": {content}',
    '{name} em "{page}": {content}',
    '{name} 在「{page}」：{content}',
  ),
} as const;
export const HANDLED = text('已标记为已处理', 'Marked as handled', 'Marcado como tratado', '已標記為已處理');
export const REOPENED = text('已重新打开', 'Reopened', 'Reaberto', '已重新開啟');
