/** Where a face is in its photo, for an element that lies on the picture. The box is in shares of the photo, 0 to 1. */
export const boxStyle = ({ x, y, w, h }: Record<'x' | 'y' | 'w' | 'h', number>) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${w * 100}%`,
  height: `${h * 100}%`,
});
