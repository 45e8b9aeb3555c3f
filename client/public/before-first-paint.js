/** Runs before the first paint and before the scripts of the page are here: chooses the theme, and starts what the page needs first. */

/** Storage can be switched off; all of this has an answer without it. */
const stored = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

// So that nobody who chose the dark theme sees a white flash.
{
  const chosen = stored('mantine-color-scheme-value') || 'auto';
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}

// The scripts and texts of pages of photos beside those of all pages. vite.config.ts puts their names into the page.
{
  const { pages, texts } = JSON.parse(document.getElementById('first-files')?.textContent ?? '{"pages":[]}');
  const page = pages.find(({ path }) => new RegExp(path).test(location.pathname));
  const preload = (rel, href) => {
    const link = document.createElement('link');
    link.rel = rel;
    link.href = href;
    if (rel === 'preload') {
      link.as = 'fetch';
      link.crossOrigin = 'anonymous';
    }
    document.head.append(link);
  };
  const language = (stored('language') || navigator.language).slice(0, 2);
  if (page) {
    for (const file of page.scripts) preload('modulepreload', file);
    for (const file of texts[language] ?? texts.en) preload('preload', file);
  }
}

/** As client/components/photo-grid/photo-tile.tsx shows it; not of photos so wide that it depends on the row. */
const preloadPicture = ({ width, height, thumbnail_urls: { small, medium } }) => {
  if (width > height * 1.6) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'image';
  link.href = medium;
  link.imageSrcset = `${small}, ${medium} 2x`;
  link.fetchPriority = 'high';
  document.head.append(link);
};

// The first answers: client/lib/first-answers.ts hands each to the call for the same address.
{
  const ask = (address, headers = {}) => {
    const answer = fetch(address, { headers });
    answer.catch(() => undefined); // it is asked for again
    window.firstAnswers = { ...window.firstAnswers, [address]: answer };
    return answer;
  };
  const access = stored('access_token');
  const endsAt = Number(stored('access_token_end')?.split(' ')[1]);
  if (access && endsAt > Date.now() + 60_000) ask('/api/auth/me', { authorization: `Bearer ${access}` });
  // Where the page will make this very call, and no other: opening a link counts a visit.
  const [, token] = /^\/gallery\/shared\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (token && !access && !stored('refresh_token') && !location.search) {
    const input = JSON.stringify({ 0: { token }, 1: { token, limit: 200, offset: 0 } });
    ask(`/trpc/openedShareLink.open,openedShareLink.photos?batch=1&input=${encodeURIComponent(input)}`)
      .then((answer) => answer.clone().json())
      .then(([, { result }]) => {
        // The first row. Few photos, and those of a narrow page, may be shown larger than a small picture.
        const photos = result?.data.photos ?? [];
        if (devicePixelRatio >= 1.5 || (photos.length >= 8 && innerWidth > 700))
          photos.slice(0, 3).forEach(preloadPicture);
      })
      .catch(() => undefined);
  }
}
