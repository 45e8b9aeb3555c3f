/** A number the engine decides by, with its unit and the reason or measurement behind it. */
export interface Parameter<T = number> {
  value: T;
  unit: string;
  why: string;
}

export const parameter = <T>(value: T, unit: string, why: string): Parameter<T> => ({ value, unit, why });
