import type { Kysely } from 'kysely';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { notify } from '../notice';
import { chainHead, firstMissing } from './chain';
import type { KeptHeads } from './heads';
import { type ChainHead, headText } from './rules';

/** Notices to auditors about the hash chain of operation records (DOMAIN §9 decision 31). */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The file that stores chain heads outside of the database. */
export interface HeadFile {
  read(): Promise<KeptHeads>;
  /** Appends a head. @returns `false` if the last line already has this head */
  keep(head: ChainHead): Promise<boolean>;
}

const WORDS = {
  keptTitle: text(
    '操作记录链首：第 {n} 条',
    'Head of the operation records: position {n}',
    'Fim da cadeia dos registros: posição {n}',
    '操作記錄鏈首：第 {n} 筆',
  ),
  keptText: text(
    '请另行保存：{head}。可用 audit:verify 与记录核对。',
    'Keep it elsewhere: {head}. The command audit:verify compares the records with it.',
    'Guarde em outro lugar: {head}. O comando audit:verify compara os registros com isso.',
    '請另行保存：{head}。可用 audit:verify 與記錄核對。',
  ),
  brokenTitle: text(
    '操作记录链与保存的链首不符',
    'Operation records differ from a kept head',
    'Registros de operação diferem de um fim de cadeia guardado',
    '操作記錄鏈與保存的鏈首不符',
  ),
  brokenText: text(
    '保存的链首 {head} 不在记录链中。请停止修改并运行 audit:verify。',
    'The kept head {head} is not in the chain. Change nothing and run audit:verify.',
    'O fim guardado {head} não está na cadeia. Não altere nada e execute audit:verify.',
    '保存的鏈首 {head} 不在記錄鏈中。請停止修改並執行 audit:verify。',
  ),
  badLineText: text(
    '链首文件第 {n} 行已被改动。请停止修改并运行 audit:verify。',
    'Line {n} of the file of kept heads was changed. Change nothing and run audit:verify.',
    'A linha {n} do arquivo de fins de cadeia foi alterada. Não altere nada e execute audit:verify.',
    '鏈首檔案第 {n} 行已被改動。請停止修改並執行 audit:verify。',
  ),
} as const;

const LINK = '/rightsManagement/staff/employeeOperationRecords';

/** Notifies auditors of a stored head. Each head causes one notice. */
export async function tellHead(tools: Tools, head: ChainHead): Promise<void> {
  await notify(tools, {
    event: 'auditHeadKept',
    title: WORDS.keptTitle,
    content: WORDS.keptText,
    params: { n: head.position, head: headText(head) },
    link: LINK,
    dedupe: `auditHead:${headText(head)}`,
  });
}

/**
 * Notifies auditors of the first stored head that is missing in the chain, and of the first invalid line of the head file. Each problem
 * causes one notice.
 */
async function tellBreach(tools: Tools, { heads, badLine }: KeptHeads): Promise<void> {
  const lost = await firstMissing(tools.db, heads);
  const notice = { event: 'auditHeadLost', title: WORDS.brokenTitle, link: LINK } as const;
  if (lost) {
    const params = { head: headText(lost) };
    await notify(tools, { ...notice, content: WORDS.brokenText, params, dedupe: `auditLost:${headText(lost)}` });
  }
  if (badLine !== null) {
    const params = { n: badLine };
    await notify(tools, { ...notice, content: WORDS.badLineText, params, dedupe: `auditLine:${badLine}` });
  }
}

/** Compares the chain with the stored heads, and stores the chain's present head. Notifies auditors of problems and of the new head. */
export async function keepDaily(tools: Tools, file: HeadFile): Promise<void> {
  await tellBreach(tools, await file.read());
  const head = await chainHead(tools.db);
  if (await file.keep(head)) await tellHead(tools, head);
}
