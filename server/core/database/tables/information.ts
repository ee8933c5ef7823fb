import type { ColumnType, Generated } from 'kysely';
import type {
  ArticleKind,
  ArticleState,
  Audience,
  BannerPositionKey,
  Frequency,
  JumpType,
  StoredBannerState,
} from '../../../../contract/information.states';
import type { Locale } from '../../../../contract/text';

/** Content of apps and mini programs (migration 0190). Owned by server/modules/information. */
export interface InformationTables {
  article_category: CategoryTable;
  article: ArticleTable;
  article_version: ArticleVersionTable;
  banner: BannerTable;
  content_stat: ContentStatTable;
}

/** A jsonb column that is read as a value and written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
/** Text by language. A missing translation is an empty text. */
export type Words = Readonly<Record<Locale, string>>;

interface CategoryTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  updated_by: number;
  name: Json<Words>;
  code: string;
  parent_id: number | null;
  icon_id: number | null;
  sort: number;
  visible: boolean;
  deleted_at: Generated<Date | null>;
}

interface ArticleTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  updated_by: number;
  author_id: number;
  author_name: string;
  kind: ArticleKind;
  code: string | null;
  category_id: number | null;
  title: Json<Words>;
  summary: Json<Words>;
  content: Json<Words>;
  cover_id: number | null;
  link_url: string | null;
  audience: Json<Audience[]>;
  /** Station ids. An empty list means all stations. */
  team_ids: Json<number[]>;
  tags: Json<string[]>;
  sort: number;
  allow_comment: boolean;
  pinned: Generated<boolean>;
  publish_at: Date | null;
  offline_at: Date | null;
  state: ArticleState;
  /** Number of the version that apps show. */
  live_no: Generated<number | null>;
  /** Whether the article was edited after the version `live_no` was published. */
  changed: Generated<boolean>;
  views: Generated<number>;
  deleted_at: Generated<Date | null>;
}

/** The content of a published version of an article. */
export interface ArticleBody {
  readonly title: Words;
  readonly summary: Words;
  readonly content: Words;
  readonly coverId: number | null;
  readonly linkUrl: string | null;
  readonly audience: readonly Audience[];
  readonly teamIds: readonly number[];
  readonly tags: readonly string[];
  readonly allowComment: boolean;
}

interface ArticleVersionTable {
  article_id: number;
  no: number;
  created_at: Date;
  by_id: number;
  by_name: string;
  kind: ArticleKind;
  code: string | null;
  body: Json<ArticleBody>;
}

interface BannerTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  updated_by: number;
  title: string;
  image_id: number;
  position: BannerPositionKey;
  jump_type: JumpType;
  jump_value: string | null;
  team_ids: Json<number[]>;
  start_at: Date;
  end_at: Date;
  frequency: Frequency;
  sort: number;
  state: StoredBannerState;
  exposures: Generated<number>;
  clicks: Generated<number>;
  deleted_at: Generated<Date | null>;
}

interface ContentStatTable {
  kind: 'article' | 'banner';
  object_id: number;
  /** Day in the format `yyyy-MM-dd`. */
  day: string;
  /** Number of views of an article, or number of exposures of a banner. */
  views: Generated<number>;
  clicks: Generated<number>;
}
