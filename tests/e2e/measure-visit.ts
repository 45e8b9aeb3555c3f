import { chromium } from 'playwright';
import type { Visit, VisitPlan } from '#scripts/bench/page-bench.ts';

const VIEWPORT = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** So long after the last answer the page counts as still. */
const QUIET_MS = 1_500;
const WITHIN_MS = 60_000;

/** One visit of a page of photos in a browser that has nothing in its cache, for `npm run bench`. */
process.send?.(await visit(JSON.parse(process.argv[2] ?? '') as VisitPlan), () => process.exit(0));

async function visit({ url, session, throughput, latency = 0, slowdown }: VisitPlan): Promise<Visit> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    const context = await browser.newContext({ viewport: slowdown ? PHONE : VIEWPORT });
    if (session) {
      await context.addCookies([{ name: 'clublens_session', value: session, url, sameSite: 'Strict' }]);
      await context.addInitScript((token) => {
        localStorage.setItem('access_token', token);
        localStorage.setItem('access_token_end', `${token.slice(-16)} ${Date.now() + 600_000}`);
      }, session);
    }
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    if (throughput)
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      });
    if (slowdown) await network.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const kinds = new Map<string, string>();
    const kilobytes = { script: 0, picture: 0 };
    let pictures = 0;
    let lastAt = performance.now();
    network.on('Network.responseReceived', ({ requestId, response, type }) => {
      if (response.url.startsWith('data:')) return;
      const kind = /javascript|json/.test(response.mimeType) && type !== 'Manifest' ? 'script' : '';
      kinds.set(requestId, /\/photos\/[^/]+\/download/.test(response.url) ? 'picture' : kind);
      lastAt = performance.now();
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId);
      if (kind === 'picture') pictures += 1;
      if (kind === 'picture' || kind === 'script') kilobytes[kind] += encodedDataLength / 1e3;
      lastAt = performance.now();
    });
    await page.addInitScript(watchPaints);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.firstPhotoMs !== undefined, undefined, { timeout: WITHIN_MS });
    while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
    const seen = await page.evaluate(() => ({
      firstPaintMs: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
      firstPhotoMs: window.firstPhotoMs ?? Number.NaN,
      largestMs: window.largestMs ?? Number.NaN,
      longestTaskMs: window.longestTaskMs ?? 0,
      shifted: window.shifted ?? 0,
    }));
    return {
      ...seen,
      requests: kinds.size,
      scriptKb: kilobytes.script,
      pictures,
      pictureKb: kilobytes.picture,
    };
  } finally {
    await browser.close();
  }
}

declare global {
  interface Window {
    firstPhotoMs?: number;
    largestMs?: number;
    longestTaskMs?: number;
    shifted?: number;
  }
}

/** Runs in the page, before its own scripts. */
function watchPaints(): void {
  new PerformanceObserver((list) => {
    window.largestMs = list.getEntries().at(-1)?.startTime ?? Number.NaN;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (startTime < (window.firstPhotoMs ?? Number.POSITIVE_INFINITY))
        window.longestTaskMs = Math.max(window.longestTaskMs ?? 0, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.shifted = (window.shifted ?? 0) + (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement && target.closest('[data-photo-index]'))
        window.firstPhotoMs ??= performance.now();
    },
    true,
  );
}
