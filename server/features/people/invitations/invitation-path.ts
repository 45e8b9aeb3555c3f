/**
 * Where the client's page of an invitation is. The token is the right to join and stands behind the #, which browsers
 * keep to themselves: it reaches no log and no proxy.
 */
export const invitationPath = (token: string) => `/invitation#${token}`;
