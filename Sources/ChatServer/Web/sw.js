// The service worker: saves the web client, so that it opens while the node does not answer. It does not save messages.
// Languages and emoji are saved when they are used, and with each later version.
// The web page comes from the node whenever the node answers, so an upgrade shows at once; the addresses of all other files
// contain the version that the web page names.

const version = '{{version}}';
const files = '{{files}}'.split(' ');
/** The files that not every web page uses. The browser loads icons when it installs the web client. */
const late = /^web\/[^/]+\/(?:languages\/|emoji\/|owner\.js|icon-)/;
const scope = new URL('./', location);
const cacheName = `tidings ${scope.pathname} ${version}`;
/** Milliseconds after which the saved web page is shown, if the node does not answer. */
const timeout = 3000;
/** The answers of a proxy while the node does not answer. */
const proxyFailures = [502, 503, 504];
/** The beginning of the web page of every version. Web pages of other programs do not have it. */
const mark = /^<!DOCTYPE html>\s*<html[^>]* data-version="/i;

addEventListener('install', (event) => {
  event.waitUntil(save().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(deleteOthers(cacheName).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.origin) return;
  if (request.mode === 'navigate' && url.pathname === scope.pathname) event.respondWith(webPage(event));
  else if (url.pathname.startsWith(`${scope.pathname}web/`)) event.respondWith(file(event));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.room));
});

async function save() {
  const used = await savedNames();
  const cache = await caches.open(cacheName);
  const answer = await ownPage();
  // The page has just loaded most of them: they come from the browser's cache.
  await cache.addAll(files.filter((file) => !late.test(file) || used.has(nameOf(file))));
  await cache.put(scope, answer);
}

/** Returns the names of all files that the browser has saved of this web page, of whatever version. */
async function savedNames() {
  const requests = await Promise.all((await savedClients()).map(async (name) => (await caches.open(name)).keys()));
  return new Set(requests.flat().map(({ url }) => nameOf(url)));
}

/** Returns the name of a file without its version, such as `languages/de.js`. */
const nameOf = (address) => address.match(/web\/[^/]+\/(.*)$/)?.[1];

/** Returns the web page of this version: from the browser's cache, else from the node. */
async function ownPage() {
  for (const cache of ['force-cache', 'no-cache']) {
    const answer = await fetch(scope, { cache });
    if (answer.ok && (await answer.clone().text()).includes(version)) return answer;
  }
  // The node was upgraded in between: the service worker of the next version saves that version.
  throw new Error('The web page has another version.');
}

/** Returns the names of the saved web clients of this web page. */
const savedClients = async () => (await caches.keys()).filter((name) => name.startsWith(`tidings ${scope.pathname} `));

/** Deletes the saved web clients of this web page, except the one with the name `kept`. */
async function deleteOthers(kept) {
  for (const name of await savedClients()) if (name !== kept) await caches.delete(name);
}

async function webPage(event) {
  const saved = () => caches.match(scope, { cacheName });
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    const answer = await fetch(event.request, { signal: stop.signal });
    event.waitUntil(leaveOthers(answer.clone()));
    return proxyFailures.includes(answer.status) ? await saved() ?? answer : answer;
  } catch (error) {
    const page = await saved();
    if (page) return page;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Removes this service worker if another program has answered at this address with a web page. Errors, redirects and other
 * media types may come from a proxy in front of the node, so they prove nothing. Unsent messages stay in the browser.
 */
async function leaveOthers(answer) {
  const isHTML = /^text\/html\b/i.test(answer.headers.get('Content-Type'));
  if (answer.status !== 200 || answer.redirected || !isHTML || mark.test(await answer.text())) return;
  await registration.unregister();
  await deleteOthers();
}

/** Prefers the saved file. A file never changes, because its address contains the version. */
async function file(event) {
  const { pathname } = new URL(event.request.url);
  const saved = await caches.match(pathname, { cacheName });
  if (saved) return saved;
  const answer = await fetch(event.request);
  // Another version may have been loaded since, or another program answers at this address.
  if (answer.ok && isFile(answer, pathname) && files.includes(pathname.slice(scope.pathname.length))) {
    const copy = answer.clone();
    event.waitUntil(caches.open(cacheName).then((cache) => cache.put(pathname, copy)));
  }
  return answer;
}

/** Whether an answer has the type of a file. Other programs answer with a web page whatever the path is. */
function isFile(answer, pathname) {
  const type = { js: 'javascript', css: 'css', png: 'image', svg: 'image' }[pathname.split('.').at(-1)];
  return !answer.redirected && type !== undefined && answer.headers.get('Content-Type')?.includes(type) === true;
}

/** Shows a room in an open window, else in a new one. */
async function show(room) {
  const address = new URL(`#${encodeURIComponent(room)}`, scope);
  const windows = await clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => new URL(url).pathname === scope.pathname);
  if (!open) return clients.openWindow(address);
  await open.focus();
  return open.navigate(address);
}
