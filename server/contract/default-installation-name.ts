/** The name of the product, and of an installation whose administrators have chosen none. */
export const defaultInstallationName = 'Clublens';
