/**
 * The quiz of an announcement (DOMAIN §3.13) has a text per language, like the announcement's title. Existing quizzes become Chinese texts,
 * which readers of other languages also see.
 */
const inWords = (text: string): string => `jsonb_build_object('zh-CN', ${text}, 'zh-TW', '', 'en-US', '', 'pt-BR', '')`;

export const statements: readonly string[] = [
  `update announcement set quiz = (
      select jsonb_agg(jsonb_build_object(
        'question', ${inWords("q.value -> 'question'")},
        'answers', (select jsonb_agg(${inWords('a.value')} order by a.ordinality)
          from jsonb_array_elements(q.value -> 'answers') with ordinality a),
        'right', q.value -> 'right') order by q.ordinality)
      from jsonb_array_elements(quiz) with ordinality q)
    where jsonb_array_length(quiz) > 0 and jsonb_typeof(quiz -> 0 -> 'question') = 'string'`,
];
