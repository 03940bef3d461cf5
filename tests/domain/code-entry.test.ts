import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { enterDigits } from '../../src/islands/ui/code-entry.ts'

const boxes = (code: string) => Array.from({ length: 6 }, (_, index) => code[index]?.trim() ?? '')

it('the six boxes of a code replace the present digit, on whichever side the new one is typed', () => {
  expect(enterDigits(boxes('123'), 1, '29').boxes).toEqual(boxes('193'))
  expect(enterDigits(boxes('123'), 1, '92').boxes).toEqual(boxes('193'))
  expect(enterDigits(boxes('123'), 1, '22').boxes).toEqual(boxes('123'))
})

it('the six boxes of a code are filled from the box on by a part of a code, cut at the end', () => {
  expect(enterDigits(boxes('1'), 3, '789')).toEqual({ boxes: boxes('1  789'), focus: 5 })
  expect(enterDigits(boxes(''), 4, '789').boxes).toEqual(boxes('    78'))
})

it('the six boxes of a code take a whole code wherever it is put', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9]{6}$/),
      fc.stringMatching(/^[0-9 ]{6}$/),
      fc.nat(5),
      (code, before, index) => {
        expect(enterDigits(boxes(before), index, code)).toEqual({ boxes: boxes(code), focus: 5 })
      },
    ),
  )
})

it('the six boxes of a code always remain six boxes of at most one digit', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9 ]{0,6}$/),
      fc.nat(5),
      fc.string({ unit: 'grapheme' }),
      (before, index, content) => {
        const after = enterDigits(boxes(before), index, content)
        expect(after.boxes).toHaveLength(6)
        for (const digit of after.boxes) expect(digit).toMatch(/^[0-9]?$/)
        expect(after.focus).toBeGreaterThanOrEqual(0)
        expect(after.focus).toBeLessThan(6)
      },
    ),
  )
})
