import { Segmented as LibraryPart, type SegmentedProps } from 'antd';
import type { ReactElement } from 'react';
import { within } from './Library';

export const Segmented = within(LibraryPart) as <T extends string>(props: SegmentedProps<T>) => ReactElement;
