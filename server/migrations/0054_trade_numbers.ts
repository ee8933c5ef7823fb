/**
 * A payment platform's number is unique per merchant number and type (DOMAIN §9 decision 22). This applies to payments, and to refunds that
 * have a number. Existing duplicates of payments remain, because the index of payments contains only later rows.
 */
export const statements: readonly string[] = [
  `do $$
  begin
    execute format(
      'create unique index bill_trade_once on bill (merchant_number_id, channel_trade_no, type) where type = ''ORDER_PAY'' and id > %s',
      coalesce((
        select max(id) from (
          select id, count(*) over (partition by merchant_number_id, channel_trade_no) as times
          from bill where type = 'ORDER_PAY' and merchant_number_id is not null and channel_trade_no is not null
        ) known where times > 1
      ), 0));
  end $$`,
  `create unique index bill_refund_once on bill (merchant_number_id, channel_refund_no, type) where channel_refund_no is not null`,
];
