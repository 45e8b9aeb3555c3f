/**
 * Browsers have service workers on https and localhost only, and refuse them where site data is blocked. While developing
 * there is none.
 */
export async function startServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    await navigator.serviceWorker?.register('/service-worker.js');
  } catch {
    // The pages work without it; there is no page for the time without a connection then.
  }
}
