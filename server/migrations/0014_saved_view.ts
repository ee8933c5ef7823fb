/** Saved views of lists. A view is a name for a URL. Its owner is an account, an identity, or all accounts. */
export const statements: readonly string[] = [
  // Filters, sorting and columns are stored exactly as in the page's URL, and the page interprets them.
  `create table saved_view (
    id bigint primary key,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by bigint not null default 0,
    updated_by bigint not null default 0,
    list varchar(40) not null,
    name varchar(30) not null,
    query varchar(2000) not null,
    scope varchar(8) not null check (scope in ('own', 'identity', 'everyone')),
    holder_id bigint not null,
    check ((scope = 'everyone') = (holder_id = 0))
  )`,
  'create unique index saved_view_name on saved_view (scope, holder_id, list, lower(name))',
  // A null `view_id` means the list without a saved view. Such a row overrides the default view of the account's identity.
  `create table saved_view_default (
    list varchar(40) not null,
    scope varchar(8) not null check (scope in ('own', 'identity')),
    holder_id bigint not null,
    view_id bigint references saved_view (id) on delete cascade,
    primary key (scope, holder_id, list)
  )`,
  'create index saved_view_default_view on saved_view_default (view_id)',
];
