import { type Text, text } from './text';
import { WORD } from './words';

/** Menu and replies of an official account (微信服务号, DOMAIN §3.10). Free of libraries: the browser imports it. */

/** Entries of the first and of the second level. */
export const MENU_MOST = [3, 5] as const;
/** Length of a name at each level, as {@link menuNameUnits} counts it: four and eight Chinese characters. */
export const MENU_NAME_UNITS = [8, 16] as const;
/** Bytes. */
export const MENU_LONGEST = { url: 1024, key: 128, page: 256 } as const;

export const MENU_TYPES = ['view', 'click', 'miniprogram'] as const;
export type MenuType = (typeof MENU_TYPES)[number];

/** The length of a menu name as the platform counts it: 2 for a Chinese character or a sign beyond ASCII, 1 for a letter. */
export function menuNameUnits(name: string): number {
  return [...name].reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) > 0x7f ? 2 : 1), 0);
}

export const REPLY_MATCHES = ['full', 'contains'] as const;
/** `text`: characters of an answer, which the platform limits to 2,048 bytes. */
export const REPLY = { keywords: 100, keyword: 30, text: 600 } as const;

/** For what the account sends template messages. */
export const TEMPLATE_SCENES = {
  orderAccepted: text('骑手已接单', 'Order accepted', 'Pedido aceito', '騎手已接單'),
  orderPicked: text('骑手已取货', 'Order picked up', 'Pedido retirado', '騎手已取貨'),
  orderDelivered: text('订单已送达', 'Order delivered', 'Pedido entregue', '訂單已送達'),
  orderCancelled: WORD.orderCancelled,
  refunded: text('退款已到账', 'Refund paid', 'Reembolso pago', '退款已到帳'),
  staffTodo: text('员工待办', 'To-do of staff', 'Pendência da equipe', '員工待辦'),
} satisfies Record<string, Text>;
