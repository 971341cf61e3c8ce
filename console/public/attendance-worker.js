// Keeps the page of the attendance kiosk and its files, so that a kiosk starts without a network. It keeps no data.

const cacheName = 'attendance-kiosk'
const page = '/attendance-tracker'
const files = /\/assets\/[\w.-]+\.(?:js|css|woff2)/g

const kept = async request => (await caches.open(cacheName)).match(request, { ignoreSearch: true, ignoreVary: true })

async function keep(request, response) {
  if (response.ok) await (await caches.open(cacheName)).put(request, response.clone())
  return response
}

/** A page of another version replaces everything that was kept, so that the files of old versions go. */
async function keepPage(response) {
  const text = await response.clone().text()
  const earlier = await kept(page)
  if (earlier && (await earlier.text()) === text) return
  await caches.delete(cacheName)
  await keep(page, response.clone())
  await Promise.all([...text.matchAll(files)].map(async ([file]) => keep(file, await fetch(file))))
}

/** The page comes from the network whenever there is one, so that an update reaches every kiosk. */
async function newestPage() {
  try {
    const response = await fetch(page)
    if (response.ok) await keepPage(response)
    return response
  } catch (fault) {
    const response = await kept(page)
    if (response) return response
    throw fault
  }
}

/** Names of files carry a hash of their content, so a kept file is never old. */
const file = async request => (await kept(request)) ?? keep(request, await fetch(request))

self.addEventListener('install', event => {
  // Taps go to the server directly, because starting an idle worker takes longer than the call
  if ('addRoutes' in event)
    event.waitUntil(event.addRoutes({ condition: { requestMethod: 'POST' }, source: 'network' }))
  event.waitUntil(newestPage().then(() => self.skipWaiting()))
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(newestPage())
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})
