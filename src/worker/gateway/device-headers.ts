import { isDeviceValue } from '../identity/sign-in.ts'

/**
 * The eight device headers (`docs/product.md#device-information`): five come from the islands, three only
 * the worker knows, and what a client claims for those three is overwritten.
 */
const fromBrowser = [
  'LocalLanguage',
  'Resolution',
  'TimezoneOffset',
  'LocalTime',
  'DSTOffset',
] as const

type DeviceName = 'Android' | 'iOS' | 'Mobile' | 'Tablet' | 'Desktop'

/** Completes the headers of a request that is the gateway's own copy. */
export function addDeviceHeaders(request: Request): void {
  const { headers } = request
  for (const name of fromBrowser) {
    const value = headers.get(name)
    if (value !== null && !isDeviceValue(value)) headers.delete(name)
  }
  headers.set('LocalIP', headers.get('CF-Connecting-IP') ?? 'false')
  headers.set('DeviceName', deviceName(headers.get('User-Agent') ?? ''))
  const region = regionOf(request)
  if (region && isDeviceValue(region)) headers.set('LocalRegion', region)
  else headers.delete('LocalRegion')
}

/** Country and, where the edge knows it, region code: `JP-13`. Only Cloudflare knows either, and `cf` is slow to read. */
function regionOf(request: Request): string | undefined {
  if (!request.headers.has('CF-Ray')) return undefined
  const cf = request.cf as { country?: string; regionCode?: string } | undefined
  if (!cf?.country) return undefined
  return cf.regionCode ? `${cf.country}-${cf.regionCode}` : cf.country
}

/** A tablet says so or is an Android without `Mobile`; an unknown phone is `Mobile`. */
function deviceName(userAgent: string): DeviceName {
  if (/iPad|Tablet|Kindle|Silk/i.test(userAgent)) return 'Tablet'
  if (/Android/i.test(userAgent)) return /Mobile/i.test(userAgent) ? 'Android' : 'Tablet'
  if (/iPhone|iPod/i.test(userAgent)) return 'iOS'
  return /Mobi/i.test(userAgent) ? 'Mobile' : 'Desktop'
}
