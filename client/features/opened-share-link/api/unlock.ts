/** The unlock token of a password-protected link, kept for this tab, so that a reload does not ask again. */
export const unlockTokenKey = (token: string) => `share-unlock:${token}`;
export const unlockTokenOf = (token: string) => sessionStorage.getItem(unlockTokenKey(token)) ?? undefined;

/** The password is sent as a header, which is never logged; a password with other characters is sent as input. */
export function withPassword(token: string, password: string) {
  return /^[!-~]+( [!-~]+)*$/.test(password)
    ? ([{ token }, { context: { sharePassword: password } }] as const)
    : ([{ token, password }, {}] as const);
}
