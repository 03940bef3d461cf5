import { describe, expect, test } from 'vitest'
import { reduceJpeg } from '../../src/worker/pictures/reduce-jpeg.ts'

/** 80 × 64 pixels, progressive, its colours at half the size: red and green above blue and white. */
const progressive =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjL/wgARCABAAFADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAUHBv/EABoBAQACAwEAAAAAAAAAAAAAAAADBgIEBQf/2gAMAwEAAhADEAAAAedGhbAFyHcgqwa9WAhjf9SAXIdyCrBr1YDkB6V3wG6YXunJzDkyAYWLZAA3TC905OYcmQD/xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAEFAiH/xAAaEQABBQEAAAAAAAAAAAAAAAAgAgYQQ4HB/9oACAEDAQE/AYctW8Fy1bwUCif/xAAaEQABBQEAAAAAAAAAAAAAAAAgAwUQQUKB/9oACAECAQE/AYWoVqF0z0XTPZ//xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAY/AiH/xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAE/ISH/2gAMAwEAAgADAAAAEAQVf/wQVf8A/wC+988++988/8QAFxEAAwEAAAAAAAAAAAAAAAAAECBBMP/aAAgBAwEBPxDQzpaP/8QAGBEAAgMAAAAAAAAAAAAAAAAAECCBwfD/2gAIAQIBAT8QFy3LlC5Qf//EABQQAQAAAAAAAAAAAAAAAAAAAGD/2gAIAQEAAT8QIf/Z'

const bytes = new Uint8Array(Buffer.from(progressive, 'base64'))

function colours({ data, width, height }: { data: Uint8Array; width: number; height: number }) {
  const at = (x: number, y: number) => {
    const [r = 0, g = 0, b = 0] = data.slice((y * width + x) * 4)
    return Math.min(r, g, b) > 200 ? 'white' : r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
  }
  return [at(1, 1), at(width - 2, 1), at(1, height - 2), at(width - 2, height - 2)]
}

describe('a large JPEG is read by the means of its blocks', () => {
  test('a progressive one as well', () => {
    const reduced = reduceJpeg(bytes)!
    expect([reduced.width, reduced.height]).toEqual([10, 8])
    expect(colours(reduced)).toEqual(['red', 'green', 'blue', 'white'])
    expect(reduced.data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true)
  })

  test('nothing that breaks off is taken for whole, and nothing broken throws', () => {
    for (let length = 0; length < bytes.length - 2; length++)
      expect(reduceJpeg(bytes.subarray(0, length))).toBeUndefined()
    for (let at = 2; at < bytes.length; at++) {
      const broken = bytes.slice()
      broken[at] = broken[at]! ^ 0xff
      expect(() => reduceJpeg(broken)).not.toThrow()
    }
  })
})
