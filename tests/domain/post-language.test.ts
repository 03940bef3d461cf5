import { describe, expect, it, test } from 'vitest'
import { otherLanguage, type Language } from '../../src/domain/language.ts'
import { postLanguage } from '../../src/domain/post-language.ts'
import { englishPosts, japanesePosts } from './realistic-posts.ts'

const posts = (lines: string, language: Language) =>
  lines
    .trim()
    .split('\n')
    .map((line) =>
      line.startsWith('> ')
        ? { text: line.slice(2), language, page: otherLanguage(language) }
        : { text: line, language, page: language },
    )

const all = [...posts(japanesePosts, 'ja'), ...posts(englishPosts, 'en')]

describe('the language of a post', () => {
  test.for(all)('is $language for $text on the page in $page', ({ text, language, page }) => {
    expect(postLanguage(text, page)).toBe(language)
  })

  it('is not known for a text without words and without a page', () => {
    expect(postLanguage('🙂🙂')).toBeUndefined()
    expect(postLanguage('読書')).toBe('ja')
    expect(postLanguage('Harry Potter')).toBe('en')
  })
})
