/**
 * The offline page, messages about new photos, and photos that are shared from other apps. It stores no picture and no answer of the server: its cache
 * holds the offline page alone, and shared photos wait in the database of uploads until a gallery is chosen.
 */
const cacheName = 'offline-1';
const offlinePage = '/offline.html';
/** The same as in client/lib/upload/upload-database.ts. */
const database = { name: 'uploads', version: 1 };

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.add(offlinePage)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOldCaches(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'POST' && origin === self.location.origin && pathname === '/share-target')
    event.respondWith(receive(request));
  else if (request.mode === 'navigate' && request.method === 'GET')
    event.respondWith(fetch(request).catch(() => caches.match(offlinePage)));
});

/** The server says how many photos are new, and nothing else: it shows that, and opens the page. */
self.addEventListener('push', (event) => {
  const { title } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { tag: 'new-photos', icon: '/icons/icon-192.png' }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open('/my-photos'));
});

/** A page with a form that was begun is left as it is. */
async function open(page) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const shown = windows.find(({ url }) => new URL(url).pathname === page);
  return shown ? shown.focus() : self.clients.openWindow(page);
}

async function removeOldCaches() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
}

/** Keeps the shared photos and asks for a gallery. */
async function receive(request) {
  const form = await request.formData();
  await keep(form.getAll('photos').filter((part) => part instanceof File));
  return Response.redirect('/share-photos', 303);
}

function keep(files) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database.name, database.version);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('files', { keyPath: 'key' });
      opening.result.createObjectStore('shared', { autoIncrement: true });
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('shared', 'readwrite');
      for (const file of files) writing.objectStore('shared').add(file);
      writing.oncomplete = () => resolve(opening.result.close());
      writing.onabort = () => reject(writing.error);
    };
  });
}
