/** The address in "Anna Miller <anna@club.example>" and "mailto:anna@club.example". */
export const addressOf = (cell: string): string =>
  (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell).replace(/^mailto:/i, '').trim();
