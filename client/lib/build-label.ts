export const buildLabel = '0.1.0';
