import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { questionPack } from '../../harness/local/question-pack.ts'
import { inProject } from '../../harness/local/run.ts'
import { languages, type Language } from '../../src/domain/language.ts'
import { phraseStarts } from '../../src/domain/japanese-phrases.ts'
import { glyphRuns, INSIDE_PHRASE } from '../../src/worker/cards/glyph-runs.ts'
import { questionCard } from '../../src/worker/cards/card-design.ts'
import type { CardText } from '../../src/worker/cards/card-text.ts'
import { loadTypefaces, type Typefaces } from '../../src/worker/cards/glyphs.ts'
import { setText } from '../../src/worker/cards/lines.ts'
import { areasOf, rasterize, type Shape } from '../../src/worker/cards/rasterize.ts'

/** Each file is parsed once: every question reads a dozen. */
const contents = new Map<string, unknown>()
const assets = {
  fetch: (address: string) => {
    const file = inProject(`dist/client${new URL(address).pathname}`)
    if (!existsSync(file)) return Promise.resolve({ ok: false, status: 404 })
    if (!contents.has(file)) contents.set(file, JSON.parse(readFileSync(file, 'utf8')))
    return Promise.resolve({ ok: true, status: 200, json: () => contents.get(file) })
  },
} as unknown as Fetcher

const dates: Record<Language, string> = {
  ja: '2026年11月20日（金）',
  en: 'Wednesday, 20 November 2026',
}

const pack = [...questionPack().files.values()].flatMap(({ category, topics }) =>
  topics.flatMap((topic) =>
    topic.questions.flatMap((question) =>
      languages.map((language): CardText => ({
        language,
        question: question[language],
        date: dates[language],
        about: `${category.name[language]} · ${topic.name[language]}`,
      })),
    ),
  ),
)

const facesFor = ({ question, date, about }: CardText) =>
  loadTypefaces(assets, question + date + about)

const quarter = ({ data, x, y, size }: Shape) => ({ data, x: x / 4, y: y / 4, size: size / 4 })

test('draws a card for every question of the pack', async () => {
  // In a quarter of the size, which takes a tenth of the time.
  const [width, height] = [300, 158]
  const areas = areasOf(width, height)
  const checked = new Set<string>()
  for (const text of pack) {
    const layers = questionCard(text, await facesFor(text))
    // Logo, date and topic are the same on many cards.
    const shapes = Object.values(layers)
      .flat()
      .filter((shape) => checked.size < checked.add(JSON.stringify(shape)).size)
    const coverage = rasterize(shapes.map(quarter), width, height, areas)
    const isInked = (x: number, y: number) => coverage[y * width + x]! > 0
    const edge: [x: number, y: number][] = []
    for (let x = 0; x < width; x++) edge.push([x, 10], [x, 147])
    for (let y = 0; y < height; y++) edge.push([12, y], [290, y])
    expect(
      edge.filter(([x, y]) => isInked(x, y)),
      text.question,
    ).toEqual([])
    expect(layers.ink.length).toBeGreaterThan(3)
  }
  expect(pack.length).toBeGreaterThan(240)
})

test.each([
  '忘れられない、料理の大失敗は？',
  '新しい祝日をひとつ作れるなら、何を祝う日にしますか？',
])('an upright question is in the middle of what is right of the rule: %s', async (question) => {
  const text = { ...pack[0]!, language: 'ja' as const, question, date: dates.ja }
  const { ink, olive } = questionCard(text, await facesFor(text))
  const inkedColumns = (shapes: typeof ink) => {
    const coverage = rasterize(shapes, 1200, 630)
    const isInked = (x: number) =>
      Array.from({ length: 630 }, (_, y) => coverage[y * 1200 + x]!).some(Boolean)
    const columns = Array.from({ length: 1200 }, (_, x) => x).filter(isInked)
    return { first: columns[0]!, last: columns.at(-1)! }
  }
  const rule = inkedColumns(olive).last
  const { first, last } = inkedColumns(ink)
  expect(Math.abs(first - rule - (1200 - last))).toBeLessThan(24)
})

describe('lines', () => {
  let faces: Typefaces
  const text =
    '冷蔵庫にいつも入っている「これがないと落ち着かない」ものを、ひとつだけ教えてください――昨日のことでも。'
  beforeAll(async () => {
    faces = await loadTypefaces(assets, `${text}10年後——`)
  })
  const linesOf = (words: string, length: number) =>
    setText(glyphRuns(words, 'ja', faces, { spacing: 40 }), {
      length,
      depth: 2000,
      sizes: [40],
      leading: 1.5,
    })?.lines.map((line) => line.map((run) => run.text).join(''))

  test('keep together what describes and what is described, in a smaller type', async () => {
    const words = '8日目は何の日でしょうか？'
    const upright = glyphRuns(words, 'ja', await loadTypefaces(assets, words), { spacing: 50 })
    const frame = { length: 518, depth: 640, leading: 1.8 }
    const set = (sizes: number[]) => {
      const { size, lines } = setText(upright, { ...frame, sizes }, INSIDE_PHRASE)!
      return [size, ...lines.map((line) => line.map(({ text }) => text).join(''))]
    }
    expect(set([66])).toContain('8日目は何の')
    expect(set([66, 54])).toEqual([54, '8日目は', '何の日でしょうか？'])
  })

  test('end at phrases', () => {
    const words = text.replace('――', '——')
    const starts = phraseStarts(words)
    for (const length of [500, 600, 700, 900]) {
      let offset = 0
      for (const line of linesOf(words, length)!) {
        if (offset > 0) expect(starts.has(offset) || words[offset] === '「', line).toBe(true)
        offset += line.length
      }
      expect(offset).toBe(words.length)
    }
  })

  test('begin with no stop and end with no opening bracket, however narrow', () => {
    const words = text.replace('――', '——')
    for (let length = 130; length < 500; length += 10) {
      const lines = linesOf(words, length)!
      expect(lines.join('')).toBe(words)
      for (const line of lines.slice(1)) expect(line).not.toMatch(/^[」、。っー—]/)
      for (const line of lines.slice(0, -1)) expect(line).not.toMatch(/[「（]$/)
    }
  })

  test('divide no number and no pair of dashes', () => {
    const parts = glyphRuns('10年後——', 'ja', faces, { spacing: 0 }).map((run) => run.text)
    expect(parts).toEqual(['10', '年', '後', '——'])
    const [, year, after] = glyphRuns('10年後——', 'ja', faces, { spacing: 0 })
    expect(year!.breakCost).toBeGreaterThanOrEqual(INSIDE_PHRASE)
    expect(after!.breakCost).toBeGreaterThanOrEqual(INSIDE_PHRASE)
  })

  test('sets full stops that meet close, and kerns English letters', () => {
    const widthOf = (words: string, language: Language) =>
      glyphRuns(words, language, faces, { spacing: 0 }).reduce((sum, run) => sum + run.advance, 0)
    expect(widthOf('」、', 'ja')).toBe(1500)
    expect(widthOf('AV', 'en')).toBeLessThan(widthOf('A', 'en') + widthOf('V', 'en'))
  })
})

const square = 'M0 0l10 0l0 10l-10 0z'

test('coverage is the covered part of each pixel', () => {
  const coverage = rasterize([{ data: square, x: 1.5, y: 1.25, size: 200 }], 6, 5)
  const rows = Array.from({ length: 5 }, (_, row) => [...coverage.subarray(row * 6, row * 6 + 6)])
  expect(rows).toEqual([
    [0, 0, 0, 0, 0, 0],
    [0, 96, 191, 96, 0, 0],
    [0, 128, 255, 128, 0, 0],
    [0, 32, 64, 32, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ])
})

test('coverage is the area of a slanted shape and of curves', () => {
  const areaOf = (data: string) =>
    rasterize([{ data, x: 20, y: 20, size: 1000 }], 100, 100).reduce((sum, one) => sum + one, 0) /
    255
  expect(areaOf('M0 0l60 13l-17 40z')).toBeCloseTo((60 * 53 - 43 * 13) / 2, -1)
  // A parabola's area is two thirds of its triangle.
  expect(areaOf('M0 0q30 60 60 0z')).toBeCloseTo(1200, -1)
})
