import type { Kysely } from 'kysely';
import { LAPSE_AUDIT } from '../../../contract/franchiseApply.states';
import { text } from '../../../contract/text';
import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import { recordBySystem } from '../../core/audit';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction, withTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import { type Job, tryEach } from '../../core/jobs';
import type { FilePort, Ports, SecretBox } from '../../core/platforms/ports';
import { sealStored } from '../file';
import { notify } from '../notice';
import { presentOf } from '../site';
import { franchiseApplications, linkTo } from './kind';
import { lapse, markReminded, toRemind } from './store';
import { deleteUnused, unsealedFiles } from './uploads';

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const WORDS = {
  dueTitle: text(
    '跟进逾期：{name}',
    'Follow-up overdue: {name}',
    'Acompanhamento em atraso: {name}',
    '跟進逾期：{name}',
  ),
  dueText: text(
    '{no} 的跟进已逾期，请联系申请人或登记下次跟进时间。',
    'The follow-up of {no} is overdue. Contact the applicant or set the next follow-up.',
    '{no} está em atraso. Fale com o solicitante ou defina o próximo contato.',
    '{no} 的跟進已逾期，請聯絡申請人或登記下次跟進時間。',
  ),
  lapsedTitle: text(
    '加盟申请已关闭：{name}',
    'Application closed: {name}',
    'Solicitação encerrada: {name}',
    '加盟申請已關閉：{name}',
  ),
  lapsedText: text(
    '{no} 的资料在期限内未补齐，系统已关闭申请；可以重新打开一次。',
    'The material of {no} did not arrive in time. The system closed it; it can be reopened once.',
    'Os documentos de {no} não chegaram a tempo. O sistema encerrou a solicitação; pode ser reaberta uma vez.',
    '{no} 的資料在期限內未補齊，系統已關閉申請；可以重新打開一次。',
  ),
} as const;

/**
 * Closes applications whose missing material did not arrive before the deadline. Each closing is recorded, and the follower is notified.
 */
async function closeLapsed(tools: Tools, at: Date): Promise<void> {
  for (const { id, no, name, followerId } of await lapse(tools.db, at)) {
    await franchiseApplications.addStep(tools, id, 'lapse');
    const change = { before: { state: 'supplement' }, after: { state: 'closed', name } };
    await recordBySystem(tools, at, LAPSE_AUDIT, { objectId: id, objectNo: no, ...change });
    if (followerId === null) continue;
    await notify(tools, {
      ...{ type: 'message', source: 'franchise', accountIds: [followerId], link: linkTo(id) },
      ...{ title: WORDS.lapsedTitle, content: WORDS.lapsedText, params: { no, name } },
    });
  }
}

/**
 * Reminds the followers of overdue applications, and closes applications whose missing material did not arrive before the deadline. A
 * follower gets at most one reminder per application and day.
 */
async function watchApplications(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const { at, day } = await presentOf({ db, clock });
  await inTransaction({ db, clock, ids }, (tools) => closeLapsed(tools, at));
  await tryEach(await toRemind(db, at, day), ({ id, no, name, followerId }) =>
    inTransaction({ db, clock, ids }, async (tools) => {
      await markReminded(tools.db, id, day);
      await notify(tools, {
        ...{ event: 'franchiseOverdue', objectId: id, accountIds: followerId === null ? [] : [followerId] },
        ...{ title: WORDS.dueTitle, content: WORDS.dueText, params: { no, name }, link: linkTo(id) },
        dedupe: `franchise.${id}.${day}`,
      });
    }),
  );
}

/** Age in milliseconds after which files of visitors are deleted if no application uses them. */
const UNUSED_MS = DAY_MS;

async function deleteOldUploads(db: Kysely<Database>, clock: Clock, files: FilePort): Promise<void> {
  const before = new Date(clock.now().getTime() - UNUSED_MS);
  let deleted = 1;
  while (deleted > 0) deleted = await withTransaction(db, (own) => deleteUnused(own, files, { before }), clock);
}

/** Maximum number of files that one query of {@link sealOldFiles} reads. */
const SEALED_AT_ONCE = 100;

/** Encrypts files of sensitive answers that were stored before migration 0296. An interrupted run can be repeated. */
async function sealOldFiles(db: Kysely<Database>, files: FilePort, secrets: SecretBox): Promise<void> {
  let afterId = 0;
  for (;;) {
    const found = await unsealedFiles(db, { afterId, limit: SEALED_AT_ONCE });
    for (const file of found) await sealStored({ db, files, secrets }, file);
    const last = found.at(-1);
    if (!last || found.length < SEALED_AT_ONCE) return;
    afterId = last.id;
  }
}

export const franchiseJobs = ({ files, secrets }: Pick<Ports, 'files' | 'secrets'>): readonly Job[] => [
  {
    name: 'franchiseApplications',
    everyMs: 15 * MINUTE_MS,
    async run(db, clock, ids) {
      await watchApplications(db, clock, ids);
      await deleteOldUploads(db, clock, files);
      await sealOldFiles(db, files, secrets);
    },
  },
];
