import { QRCode as LibraryPart } from 'antd';
import type { ComponentProps } from 'react';
import { within } from './Library';

const Code = within(LibraryPart);

/** A QR code, black on white in dark colours too: many scanners cannot read an inverted one. */
export const QRCode = (props: ComponentProps<typeof Code>) => <Code color="#000" bgColor="#fff" {...props} />;
