/** Stations report food losses, give evidence and appeal through their own app (docs/orders.md). */
export const statements: readonly string[] = [
  'alter table food_loss_event drop constraint food_loss_event_party_check',
  // All stored rows satisfy the former, narrower check, so they need no validation.
  `alter table food_loss_event add constraint food_loss_event_party_check
    check (party in ('rider', 'merchant', 'team', 'user')) not valid`,
];
