import { lazyRouteComponent } from '@tanstack/react-router';
import { withAllTexts } from '#client/i18n/i18next-setup.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { type LoaderInput, type PrefetchedScreen, prefetchScreen } from './route-prefetch.ts';

/**
 * A screen whose script is downloaded on demand. Its loader prefetches the queries of the screen and waits for its
 * script, so that the router shows the skeleton meanwhile. See lazyScreen for failed downloads.
 */
export function screen<M extends Record<string, unknown>, N extends keyof M & string>(
  load: () => Promise<M>,
  name: N,
  prefetched?: PrefetchedScreen,
) {
  return build(() => withAllTexts(load), name, prefetched);
}

/** A screen that people may see first: it shows texts of the first visit alone. */
export function firstScreen<M extends Record<string, unknown>, N extends keyof M & string>(
  load: () => Promise<M>,
  name: N,
  prefetched?: PrefetchedScreen,
) {
  return build(load, name, prefetched);
}

function build<M extends Record<string, unknown>, N extends keyof M & string>(
  load: () => Promise<M>,
  name: N,
  prefetched?: PrefetchedScreen,
) {
  const component = lazyRouteComponent(lazyScreen(load), name);
  // Typed as `object`, so that it does not take part in type inference of the route's params.
  const loader = async (input: object): Promise<void> => {
    if (prefetched) prefetchScreen(prefetched, input as LoaderInput);
    // The component itself reports a failed download.
    await component.preload?.()?.catch(() => undefined);
  };
  return { component, loader };
}
