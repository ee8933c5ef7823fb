/**
 * Each published version of an article stores its type and code. An edit of the article therefore does not change what apps read
 * (docs/decisions/0064).
 */
export const statements: readonly string[] = [
  'alter table article_version add column kind varchar(10), add column code varchar(32)',
  `update article_version version set kind = article.kind, code = article.code
    from article where article.id = version.article_id`,
  'alter table article_version alter column kind set not null',
  `alter table article_version add constraint article_version_kind check (kind in ('article', 'agreement', 'help'))`,
  'create index article_version_code on article_version (code) where code is not null',
];
