import { stored } from '../../api/storage.ts'
import { pageLanguage } from '../../stores/language.ts'
import { reloadUser } from '../../stores/session.ts'

const PATH = '/service/comment/v1/comment/export'
const NAME = /filename="([\w.-]+)"/

/** Saves all of one's own posts as one file; one that breaks off in the middle fails as a whole. */
export async function savePosts(): Promise<boolean> {
  // An access token that has run out is renewed first.
  await reloadUser()
  const response = await fetch(`${PATH}?${new URLSearchParams({ language: pageLanguage() })}`, {
    headers: { Authorization: `Bearer ${stored('AccessToken')}` },
  })
  if (!response.ok) return false
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download =
    NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'ichimon.html'
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return true
}
