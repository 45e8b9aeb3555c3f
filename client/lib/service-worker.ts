/** Browsers have service workers on https and localhost only. While developing there is none. */
export function startServiceWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
