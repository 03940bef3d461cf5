/** Deletes the page that the service worker cached: it may show the person's posts. */
export function deleteReadCache(): void {
  if ('caches' in globalThis) void caches.delete('read').catch(() => {})
}
