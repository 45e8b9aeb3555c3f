/**
 * The offline page, and photos that are shared from other apps. It stores no picture and no answer of the server: its cache
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
