import { type Text, text } from './text';
import { WORD } from './words';

/** Menu and replies of an official account (微信服务号, DOMAIN §3.10). Free of libraries: the browser imports it. */

/** Maximum entries at the first and second level. */
export const MENU_MOST = [3, 5] as const;
/** Maximum length of a name at each level in {@link menuNameUnits}: four and eight Chinese characters. */
export const MENU_NAME_UNITS = [8, 16] as const;
/** Maximum lengths in bytes. */
export const MENU_LONGEST = { url: 1024, key: 128, page: 256 } as const;

export const MENU_TYPES = ['view', 'click', 'miniprogram'] as const;
export type MenuType = (typeof MENU_TYPES)[number];

/** Measures a menu name as the platform does: 1 for an ASCII character, 2 for any other. */
export function menuNameUnits(name: string): number {
  return [...name].reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) > 0x7f ? 2 : 1), 0);
}

export const REPLY_MATCHES = ['full', 'contains'] as const;
/** Limits of replies. `text`: characters, below the platform's limit of 2,048 bytes. */
export const REPLY = { keywords: 100, keyword: 30, text: 600 } as const;

/** Events for which the account sends template messages. */
export const TEMPLATE_SCENES = {
  orderAccepted: text('骑手已接单', 'Order accepted', 'Pedido aceito', '騎手已接單'),
  orderPicked: text('骑手已取货', 'Order picked up', 'Pedido retirado', '騎手已取貨'),
  orderDelivered: text('订单已送达', 'Order delivered', 'Pedido entregue', '訂單已送達'),
  orderCancelled: WORD.orderCancelled,
  refunded: text('退款已到账', 'Refund paid', 'Reembolso pago', '退款已到帳'),
  staffTodo: text('员工待办', 'To-do of staff', 'Pendência da equipe', '員工待辦'),
} satisfies Record<string, Text>;
