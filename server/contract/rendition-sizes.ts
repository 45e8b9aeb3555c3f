/** Long sides of the derived pictures, in pixels. Plain JPEG, upright, sRGB, never enlarged. */
export const renditionSizes = { small: 320, medium: 800, large: 1600 } as const;
export type RenditionSize = keyof typeof renditionSizes;
export const renditionNames = Object.keys(renditionSizes) as RenditionSize[];
