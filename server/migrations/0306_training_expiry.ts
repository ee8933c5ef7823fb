/** The end of a training's validity, as the riders' app reports it (DOMAIN §5.3). Existing trainings have none. */
export const statements: readonly string[] = ['alter table rider_training add column expire_at timestamptz'];
