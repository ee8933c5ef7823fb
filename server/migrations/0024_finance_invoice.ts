/** Invoice and payee data of the platform (DOMAIN §3.5). Every save creates a version, and the newest version is in force. */
export const statements: readonly string[] = [
  `create table finance_invoice (
    version int primary key check (version >= 1),
    subject_name varchar(60) not null,
    credit_code varchar(18) not null,
    invoice_type varchar(8) not null check (invoice_type in ('normal', 'special')),
    address varchar(100) not null,
    tel varchar(20) not null,
    bank_name varchar(60) not null,
    bank_account varchar(30) not null,
    receiver_email varchar(64) not null,
    created_at timestamptz not null,
    created_by bigint not null
  )`,
];
