/** An index of riders whose real name awaits review, for the filter of the list. */
export const statements: readonly string[] = [
  `create index rider_name_review on rider (id) where real_name_state = 'reviewing'`,
];
