import { QRCode as LibraryPart } from 'antd';
import type { ComponentProps } from 'react';
import { within } from './Library';

const Code = within(LibraryPart);

/** Renders a QR code, by default black on white, because many scanners cannot read an inverted code. */
export const QRCode = (props: ComponentProps<typeof Code>) => <Code color="#000" bgColor="#fff" {...props} />;
