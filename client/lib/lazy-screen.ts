/** The script of a screen could not be fetched. Some browsers remember that, so that only a new page asks for it again. */
export class ScreenNotFetched extends Error {
  override name = 'ScreenNotFetched';
}

/**
 * Loads the script of a screen. A failure is wrapped, because the router would otherwise reload the whole page, which
 * shows nothing without a connection.
 */
export const lazyScreen =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((cause: unknown) => {
      throw new ScreenNotFetched('A part of the client could not be fetched', { cause });
    });
