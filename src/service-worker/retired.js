// Served at /service-worker.js after `SERVICE_WORKER=off npm run deploy`: unregisters installed workers.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(retire()))

async function retire() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
