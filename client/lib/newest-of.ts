/** What a list says now of the entry that was chosen from it. */
export const newestOf = <Entry extends { id: string }>(list: Entry[] | undefined, chosen: Entry): Entry =>
  list?.find(({ id }) => id === chosen.id) ?? chosen;
