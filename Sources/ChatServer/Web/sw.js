// Keeps the page, so that it opens while the node is away. Never the messages, and never an older page where the node
// has a newer one: the page itself comes from the node whenever it answers, and what belongs to it lies under the
// version that it names.

const version = '{{version}}';
const files = {{files}};
const scope = new URL('./', location);
const cacheName = `tidings ${scope.pathname} ${version}`;
/** Milliseconds after which a node that does not answer is taken for away. */
const patience = 3000;

addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.origin) return;
  if (request.mode === 'navigate' && url.pathname === scope.pathname) event.respondWith(page(request));
  else if (url.pathname.startsWith(`${scope.pathname}web/`)) event.respondWith(file(request));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function keep() {
  const cache = await caches.open(cacheName);
  const answer = await fetch(scope, { cache: 'reload' });
  // Upgraded in between: the next worker keeps the next page.
  if (!answer.ok || !(await answer.clone().text()).includes(version)) throw new Error('Not the page of this version.');
  await cache.addAll(files.map((file) => new Request(new URL(file, scope), { cache: 'reload' })));
  await cache.put(scope, answer);
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`tidings ${scope.pathname} `) && name !== cacheName) await caches.delete(name);
  }
}

async function page(request) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    return await fetch(request, { signal: stop.signal });
  } catch (error) {
    const kept = await caches.match(scope, { cacheName });
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Immutable: its address has the version. */
async function file(request) {
  return await caches.match(request, { cacheName }) ?? fetch(request);
}

/** Shows a room in a window that is open, or in a new one. */
async function show(room) {
  const place = new URL(`#${encodeURIComponent(room)}`, scope);
  const windows = await clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => new URL(url).pathname === scope.pathname);
  if (!open) return clients.openWindow(place);
  await open.focus();
  return open.navigate(place);
}
