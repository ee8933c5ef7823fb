import type { Data, Input } from '@contract/index';
import type { ReactNode } from 'react';
import { useData } from '@/app/request/useData';
import { RowActions } from '../actions/RowActions';
import type { ActionRow } from '../actions/types';
import { DetailDrawer } from '../DetailDrawer';
import type { DetailAddress, DetailContext } from '../ListPage/types';
import type { TabItem } from '../Tabs';

export interface RecordDrawerProps<A extends DetailAddress, R extends ActionRow> {
  /** Answers one record by its id. */
  readonly address: A;
  /** What the list passes to its `detail`. */
  readonly context: DetailContext<R>;
  readonly title: (record: Data<A>) => string;
  /** What users call the record, in the sentences of its actions. */
  readonly name: (record: Data<A>) => string;
  /** Beside the title: the state. */
  readonly beside?: (record: Data<A>) => ReactNode;
  readonly tabs: (record: Data<A>) => readonly TabItem[];
  /** Actions in the open; the rest is under "more". */
  readonly visible?: number;
  /** Pixels; never wider than the window. */
  readonly width?: number;
}

/** The record that is open beside its list: read by its id, with its state, its tabs and the list's actions at the foot. */
export function RecordDrawer<A extends DetailAddress, R extends ActionRow>(props: RecordDrawerProps<A, R>) {
  const { address, context, title, name, beside, tabs, visible = 1, width } = props;
  const { id, tab, setTab, close, actions, start } = context;
  const query = useData(address, { id } as Input<A>);
  return (
    <DetailDrawer<Data<A>>
      query={query}
      title={title}
      {...(beside && { beside })}
      {...(actions.length > 0 && {
        actions: (record: Data<A>) => (
          <RowActions row={record as R} name={name(record)} actions={actions} start={start} visible={visible} buttons />
        ),
      })}
      tabs={tabs}
      tab={tab}
      onTab={setTab}
      onClose={close}
      {...(width !== undefined && { width })}
    />
  );
}
