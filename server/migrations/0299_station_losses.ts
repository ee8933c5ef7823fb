/** Stations report food losses, submit evidence and appeal through their own app (docs/orders.md). */
export const statements: readonly string[] = [
  'alter table food_loss_event drop constraint food_loss_event_party_check',
  // The previous check allowed fewer values, so all stored rows are valid. We skip the validation.
  `alter table food_loss_event add constraint food_loss_event_party_check
    check (party in ('rider', 'merchant', 'team', 'user')) not valid`,
];
