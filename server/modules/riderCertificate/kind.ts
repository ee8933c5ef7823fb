import { certificateCase } from '../../../contract/riderCertificate.states';
import { RIDER } from '../../../contract/riderWork.states';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import { decidableByRule, defineCase, readRecord } from '../case';
import { filesOf, fileUrl } from '../file';
import { assertTeamInScope, scopesOfTeam } from '../team';
import { CERTIFICATE_TABLE, type CertificateRow, holdersOf, markHealth } from './store';

/** The workflow of health certificates: effects, permissions and texts of the inbox. */

const WORDS = {
  approved: text('健康证 {no} 已通过', 'Certificate {no} approved', 'Atestado {no} aprovado', '健康證 {no} 已通過'),
  rejected: text('健康证 {no} 已驳回', 'Certificate {no} rejected', 'Atestado {no} recusado', '健康證 {no} 已駁回'),
  title: text(
    '健康证{state}：{name}',
    'Certificate {state}: {name}',
    'Atestado {state}: {name}',
    '健康證{state}：{name}',
  ),
  content: text(
    '{no}（{name}）由 {checker} 审核。{note}',
    '{no} ({name}), reviewed by {checker}. {note}',
    '{no} ({name}), revisado por {checker}. {note}',
    '{no}（{name}）由 {checker} 審核。{note}',
  ),
} as const;
const REVIEW = RULE['safety.rider.review'];

const linkTo = (riderId: number): string => `/safetyModule/riderManage?open=${riderId}&tab=certificates`;

export async function pictures(ctx: ActorContext, ids: readonly number[]) {
  const files = await filesOf(ctx.db, ids);
  return ids.flatMap((id) => {
    const file = files.get(id);
    return file ? [{ fileId: id, name: file.name, url: fileUrl(ctx.ports.secrets, ctx.clock, id) }] : [];
  });
}

async function holderOf(ctx: ActorContext, row: CertificateRow) {
  await assertTeamInScope(ctx, row.team_id);
  const [holder] = await holdersOf(ctx.db, [row.rider_id]);
  if (!holder) throw refuse(40401);
  return holder;
}

export const certificates = defineCase({
  type: certificateCase,
  table: CERTIFICATE_TABLE,
  record: (row: CertificateRow) => readRecord(row),
  object: holderOf,
  effects: {
    reject: async (ctx, { row }) => {
      await markHealth(ctx.db, row.rider_id, 'rejected', ctx.clock.now());
      return {};
    },
  },
  done: { approve: WORDS.approved, reject: WORDS.rejected },
  notice: ({ row, object, note }, state) =>
    row.maker_id === 0
      ? null
      : {
          title: WORDS.title,
          content: WORDS.content,
          link: linkTo(row.rider_id),
          params: { name: object.name, state: certificateCase.states[state].text, note },
        },
  recorded: ({ row, object }, state, { after }) => ({
    before: { state: row.state },
    after: { state, teamId: row.team_id, rider: `${object.name} ${object.riderNo}`, ...after },
  }),
  decidable: (db, actor) => decidableByRule(db, actor, { table: CERTIFICATE_TABLE, rule: REVIEW }),
  faces: async (ctx, rows) => {
    const holders = await holdersOf(
      ctx.db,
      rows.map(({ rider_id: id }) => id),
    );
    const byId = new Map(holders.map((holder) => [holder.id, holder]));
    return rows.map((row) => {
      const holder = byId.get(row.rider_id);
      return {
        title: `${ctx.t(certificateCase.title)} · ${row.cert_no ?? row.no}`,
        object: holder ? `${holder.name} ${holder.riderNo}` : '',
        link: linkTo(row.rider_id),
      };
    });
  },
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(RULE['safety.rider'])) throw refuse(40401);
      const team = await scopesOfTeam(ctx.db, row.team_id);
      if (!team?.seenBy(ctx.actor.scopeOf(RULE['safety.rider']))) throw refuse(40302);
    },
    extras: async (ctx, row) => {
      const [holder] = await holdersOf(ctx.db, [row.rider_id]);
      const fact = (key: 'name' | 'certNo' | 'hospital' | 'issuedAt' | 'validTo', value: string | null) => ({
        key,
        label: ctx.t(messageText(`rider.${key}`)),
        value: value ?? '',
        link: key === 'name' ? linkTo(row.rider_id) : null,
      });
      return {
        facts: [
          fact('name', holder ? `${holder.name} ${holder.riderNo}` : ''),
          fact('certNo', row.cert_no),
          fact('hospital', row.hospital),
          fact('issuedAt', row.issued_at),
          fact('validTo', row.valid_to),
        ],
        evidence: await pictures(ctx, row.files.slice(0, RIDER.files)),
      };
    },
  },
});
