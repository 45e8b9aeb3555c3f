/** Where the client's page is that stops a removal of factors; the token behind the # is the right to. */
export const stopRemovalPath = (token: string) => `/keep-second-factor#${token}`;
