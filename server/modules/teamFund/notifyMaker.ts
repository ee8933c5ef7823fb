import type { Text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { yuan } from '../../core/money/amounts';
import { notify } from '../notice';

/** Tells whoever submitted a change of money what became of it, and who decided. */
export async function notifyMaker(
  ctx: ActorContext,
  row: { readonly no: string; readonly maker_id: number; readonly amount_fen: number },
  words: { readonly title: Text; readonly text: Text; readonly link: string },
  params: Readonly<Record<string, string | Text>>,
): Promise<void> {
  await notify(ctx, {
    type: 'message',
    source: 'finance',
    accountIds: [row.maker_id],
    title: words.title,
    content: words.text,
    params: { no: row.no, x: yuan(row.amount_fen), checker: ctx.actor.name, ...params },
    link: words.link,
  });
}
