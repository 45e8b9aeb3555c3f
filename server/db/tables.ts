/** Every table as Kysely sees it. Filled together with the migrations. */
// biome-ignore lint/suspicious/noEmptyInterface: filled together with the first migration
export interface DB {}
