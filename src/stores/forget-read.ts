/** The page that the service worker kept may show what the person posted. */
export function forgetRead(): void {
  if ('caches' in globalThis) void caches.delete('read').catch(() => {})
}
