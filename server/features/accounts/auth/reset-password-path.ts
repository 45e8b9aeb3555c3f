/**
 * Where the client's page for a new password is. The token is the right to set it and stands behind the #, which
 * browsers keep to themselves: it reaches no log and no proxy.
 */
export const resetPasswordPath = (token: string) => `/reset-password#${token}`;
