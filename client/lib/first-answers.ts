declare global {
  interface Window {
    /** What public/before-first-paint.js has asked for, by address. */
    firstAnswers?: Record<string, Promise<Response>>;
  }
}

/** fetch(), or the answer that was asked for while the scripts of the page were on their way: each is handed out once. */
export function fetchFirst(address: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const first = window.firstAnswers?.[String(address)];
  if (!first) return fetch(address, init);
  delete window.firstAnswers?.[String(address)];
  return first.catch(() => fetch(address, init));
}
