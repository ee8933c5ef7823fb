import type { Tone } from '../../../contract/lifecycle';
import type { SearchHit } from '../../../contract/search';
import type { Text } from '../../../contract/text';
import type { ActorContext } from '../http/context';

/**
 * A record that the search over records found.
 *
 * @param state of the record, as its type declares it
 */
export const searchHit = (
  { t }: Pick<ActorContext, 't'>,
  state: { readonly text: Text; readonly tone: Tone },
  { id, title, note, at = null }: Pick<SearchHit, 'id' | 'title' | 'note'> & { readonly at?: Date | null },
): SearchHit => ({ id, title, note, stateText: t(state.text), tone: state.tone, at: at?.toISOString() ?? null });
