import { MINUTE_MS } from '../../domain/durations.ts'
import { stored } from '../../api/storage.ts'
import type { Address } from '../../contract/call-types.ts'
import { pageLanguage } from '../../stores/language.ts'
import { reloadUser } from '../../stores/session.ts'

const EXPORT: Address = '/service/comment/v1/comment/export'
const FILE_NAME = /filename="([\w.-]+)"/

/** Downloads the person's posts as one file; a truncated response saves nothing. */
export async function savePosts(format: 'html' | 'json'): Promise<boolean> {
  // Refreshes an expired token first.
  await reloadUser()
  const response = await fetch(
    `${EXPORT}?${new URLSearchParams({ language: pageLanguage(), format })}`,
    {
      headers: { Authorization: `Bearer ${stored('AccessToken')}` },
    },
  )
  if (!response.ok) return false
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download =
    FILE_NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? `ichimon.${format}`
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
  return true
}
