import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { cspNonce } from '@/app/csp';
import { useDirection } from '@/app/i18n/i18n';
import { NO_WORDS } from '../words';

/** No styles made at run time, and no motion, which would wait for them; one set of values, whatever the look. */
const THEME = { zeroRuntime: true, hashed: false, cssVar: { key: 'frame' }, token: { motion: false } } as const;

/** What the layout's parts of the component library need: direction and nonce. Their look stands in src/layouts/frame.css. */
export function FrameTheme({ children }: { readonly children: ReactNode }) {
  const direction = useDirection();
  const csp = useMemo(() => ({ nonce: cspNonce() }), []);
  return (
    <ConfigProvider theme={THEME} locale={NO_WORDS} csp={csp} direction={direction}>
      {children}
    </ConfigProvider>
  );
}
