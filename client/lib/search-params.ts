/** Reads text search params: unknown params and values that are no text are dropped. */
export const textParams =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string | undefined } => {
    const params: { [Key in Name]?: string | undefined } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string') params[name] = value;
    }
    return params;
  };
