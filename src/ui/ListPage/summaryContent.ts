import type { ReactNode } from 'react';
import type { ActionRow } from '../actions/types';
import type { ListAddress, SummaryContent, SummaryOf } from './types';
import type { Listing } from './useListing';

/** Returns content of a list page. A function receives the summary of the list's last response. */
export const contentOf = <A extends ListAddress, R extends ActionRow>(
  content: SummaryContent<A>,
  { data }: Pick<Listing<A, R>, 'data'>,
): ReactNode => (typeof content === 'function' ? content(data?.summary as SummaryOf<A> | undefined) : content);
