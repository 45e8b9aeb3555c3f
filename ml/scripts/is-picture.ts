export const isPicture = (name: string): boolean => /\.(jpe?g|png|webp)$/i.test(name);
