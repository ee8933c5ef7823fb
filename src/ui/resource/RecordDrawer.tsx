import type { Data, Input } from '@contract/index';
import { useData } from '@/app/request/useData';
import { RowActions } from '../actions/RowActions';
import type { ActionRow } from '../actions/types';
import { DetailDrawer, type DetailDrawerProps } from '../DetailDrawer';
import type { DetailAddress, DetailContext } from '../ListPage/types';

export interface RecordDrawerProps<A extends DetailAddress, R extends ActionRow>
  extends Pick<DetailDrawerProps<Data<A>>, 'title' | 'beside' | 'tabs' | 'content' | 'inside' | 'width'> {
  /** API path that returns one record by its id. */
  readonly address: A;
  /** Context that the list passes to `detail`. */
  readonly context: DetailContext<R>;
  /** Returns the record's name for the texts of its actions. */
  readonly name: (record: Data<A>) => string;
  /** Maximum number of visible actions. The menu "more" contains the other actions, and always the destructive actions. */
  readonly visible?: number;
}

/** Shows the open record beside its list. Loads it by id and shows its state, its tabs and, in the footer, the list's actions. */
export function RecordDrawer<A extends DetailAddress, R extends ActionRow>(props: RecordDrawerProps<A, R>) {
  const { address, context, name, visible = 1, ...drawer } = props;
  const { id, tab, setTab, close, actions, start } = context;
  const query = useData(address, { id } as Input<A>);
  return (
    <DetailDrawer<Data<A>>
      {...drawer}
      query={query}
      {...(actions.length > 0 && {
        actions: (record: Data<A>) => (
          <RowActions row={record as R} name={name(record)} actions={actions} start={start} visible={visible} buttons />
        ),
      })}
      tab={tab}
      onTab={setTab}
      onClose={close}
    />
  );
}
