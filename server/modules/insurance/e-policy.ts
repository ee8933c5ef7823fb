import type { ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { INSURE_KINDS, INSURE_PAYERS, INSURE_SUM_KEYS, INSURE_SUMS } from '../../../contract/insure.states';
import { type PolicyState, policyCase } from '../../../contract/insurePolicy.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { maskIdCard } from '../../core/access/id-card';
import { maskTel } from '../../core/access/mask';
import { writePdf } from '../../core/files/pdf';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuan } from '../../core/money/amounts';
import { wallClock } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { idCardPlace } from '../people';
import { presentOf } from '../site';
import { assertTeamInScope, teamNames } from '../team';
import { findPolicy, findProduct, insuredById, insurerNameOf, type PolicyRow } from './store';

/** The electronic policy (电子保单) is a PDF in the reader's language. It masks personal data in the same way as the list. */

type In = ParsedOf<(typeof insureEndpoints)['safety.Insure/downloadPolicy']>;

const WORDS = {
  title: WORD.ePolicy,
  insured: text('被保险人', 'Insured person', 'Segurado', '被保險人'),
  cover: text('保障', 'Cover', 'Cobertura', '保障'),
  sums: WORD.sumsInsured,
  made: text('生成时间 {at}', 'Generated at {at}', 'Gerada em {at}', '產生時間 {at}'),
} as const;

/** States after the insurer's confirmation. Policies whose cover has ended are included. */
const CONFIRMED: readonly PolicyState[] = ['insured', 'inForce', 'ended'];
export const hasEPolicy = ({ state }: Pick<PolicyRow, 'state'>): boolean => CONFIRMED.includes(state);

type FactName =
  | 'insurerNo'
  | 'productName'
  | 'kind'
  | 'state'
  | 'riderName'
  | 'idCard'
  | 'tel'
  | 'teamId'
  | 'coverFrom'
  | 'coverTo'
  | 'premiumFen'
  | 'payer';

/**
 * Creates the electronic policy.
 *
 * @throws Refusal 40302 (outside the data scope), 40401 (unknown id), 42201 (the policy is not confirmed, or it was surrendered)
 */
export async function ePolicy(ctx: ActorContext, { id }: In) {
  const row = await findPolicy(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  if (!hasEPolicy(row)) throw refuse(42201, { state: policyCase.states[row.state].text });
  const [rider] = await insuredById(ctx.db, [row.rider_id]);
  const product = await findProduct(ctx.db, row.product_id);
  if (!rider || !product) throw refuse(40401);
  const names = await teamNames(ctx.db, [row.team_id]);
  const { at, timeZone } = await presentOf(ctx);
  const fact = (label: string, value: string | null) => (value ? [{ label, value }] : []);
  const named = (key: FactName, value: string | null) => fact(ctx.t(messageText(`insurePolicy.${key}`)), value);
  const insurer = await insurerNameOf(ctx.db, row.insurer_id);
  const content = writePdf({
    locale: ctx.locale,
    title: ctx.t(WORDS.title),
    subtitle: row.no,
    sections: [
      {
        heading: insurer,
        facts: [
          ...named('insurerNo', row.insurer_no),
          ...named('productName', product.name),
          ...named('kind', ctx.t(INSURE_KINDS[product.kind])),
          ...named('state', ctx.t(policyCase.states[row.state].text)),
        ],
      },
      {
        heading: ctx.t(WORDS.insured),
        facts: [
          ...named('riderName', `${rider.name} ${rider.riderNo}`),
          ...named('idCard', maskIdCard(ctx.ports.secrets.open(rider.idCard, idCardPlace(rider.id)))),
          ...named('tel', maskTel(rider.tel)),
          ...named('teamId', names.get(row.team_id) ?? ''),
        ],
      },
      {
        heading: ctx.t(WORDS.cover),
        facts: [
          ...named('coverFrom', wallClock(row.cover_from, timeZone)),
          ...named('coverTo', wallClock(row.cover_to, timeZone)),
          ...named('premiumFen', `¥${yuan(row.premium_fen || row.price_fen)}`),
          ...named('payer', ctx.t(INSURE_PAYERS[row.payer])),
        ],
      },
      {
        heading: ctx.t(WORDS.sums),
        facts: INSURE_SUM_KEYS.flatMap((key) => fact(ctx.t(INSURE_SUMS[key]), `¥${yuan(row.sums[key])}`)),
      },
    ],
    footer: ctx.t(WORDS.made, { at: wallClock(at, timeZone) }),
    at,
  });
  ctx.audit({
    objectId: row.id,
    objectNo: row.no,
    after: { rider: `${rider.name} ${rider.riderNo}`, teamId: row.team_id },
  });
  return { name: `${ctx.t(WORDS.title)}_${row.no}.pdf`, content: content.toString('base64') };
}
