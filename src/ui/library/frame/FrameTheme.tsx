import { ConfigContext } from 'antd/es/config-provider/context';
import { DesignTokenContext, defaultConfig } from 'antd/es/theme/context';
import { type ReactNode, use, useMemo } from 'react';
import { cspNonce } from '@/app/csp';
import { useDirection } from '@/app/i18n/i18n';

/** No styles at run time, and one set of values for every look. */
const THEME = { ...defaultConfig, zeroRuntime: true, hashed: false, cssVar: { prefix: 'ant', key: 'frame' } };

/**
 * Direction and nonce for the layout's parts of the component library. Their styles are in src/layouts/frame.css. The library's own
 * provider would also load its forms.
 */
export function FrameTheme({ children }: { readonly children: ReactNode }) {
  const direction = useDirection();
  const defaults = use(ConfigContext);
  const config = useMemo(() => ({ ...defaults, direction, csp: { nonce: cspNonce() } }), [defaults, direction]);
  return (
    <ConfigContext value={config}>
      <DesignTokenContext value={THEME}>{children}</DesignTokenContext>
    </ConfigContext>
  );
}
