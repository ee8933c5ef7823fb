import { appletEndpoints } from '../../../contract/applet';
import { APPLET } from '../../../contract/applet.settings';
import type { FieldError } from '../../../contract/endpoint';
import type { Locale } from '../../../contract/text';
import { handlers } from '../../core/http/context';
import { checkAppletConfig } from '../../core/platforms/wechat/config';
import { platformCalls } from '../setting';
import { type AppletValues, tryApplet } from './access';

/** Checks the values by the platform's published rules, without the fields of the access mode that is not selected. */
function check(values: AppletValues, { locale }: { readonly locale: Locale }): readonly FieldError[] {
  const { uploadKey: _read, subscribeTemplates: _shape, appId, appSecret, componentAppId, ...rest } = values;
  const isOwn = values.accessMode === 'own';
  const of = (given: { readonly appId: string; readonly appSecret: string | null }) =>
    checkAppletConfig({ ...rest, ...given }, locale).filter(({ field }) => field !== 'appId' || given.appId !== '');
  const errors = of({ appId, appSecret: isOwn ? appSecret : null });
  if (isOwn) return errors;
  const names: Readonly<Record<string, string>> = { appId: 'componentAppId', appSecret: 'componentSecret' };
  const ofComponent = of({ appId: componentAppId, appSecret: values.componentSecret });
  return [
    ...errors,
    ...ofComponent.flatMap((error) => {
      const field = names[error.field];
      return field === undefined ? [] : [{ ...error, field }];
    }),
  ];
}

export const appletHandlers = handlers(
  appletEndpoints,
  platformCalls('config.Applet', APPLET, {
    applet: {
      check,
      async test(ctx, settings) {
        const tools = { db: ctx.db, secrets: ctx.ports.secrets, platforms: ctx.ports.platforms, clock: ctx.clock };
        const checks = await tryApplet(tools, settings);
        return checks.map(({ name, ok, detail }) => ({ name: ctx.t(name), ok, detail }));
      },
    },
  }),
);
