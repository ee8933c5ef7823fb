import { ConfigContext } from 'antd/es/config-provider/context';
import { DesignTokenContext, defaultConfig } from 'antd/es/theme/context';
import { type ReactNode, use, useMemo } from 'react';
import { cspNonce } from '@/app/csp';
import { useDirection } from '@/app/i18n/i18n';

/** Theme that generates no styles at run time. It is the same for all looks. */
const THEME = { ...defaultConfig, zeroRuntime: true, hashed: false, cssVar: { prefix: 'ant', key: 'frame' } };

/**
 * Provides direction and nonce to the library components of the layout. Their styles are in src/layouts/frame.css. We avoid the
 * library's own provider, because it would also load the library's forms.
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
