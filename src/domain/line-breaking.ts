/** Line breaking for Japanese (JIS X 4051), for cards and for pictures that a browser draws. */

export const OPENING = '「『（〈《【〔［｛“‘'
export const CLOSING = '」』）〉》】〕］｝”’'
export const POINTS = '、。，．'
const SMALL_KANA = 'ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ'

/** Characters that begin no line. */
export const NOT_FIRST = `${CLOSING}${POINTS}・：；？！?!)]}…‥—―〜～ーゝゞヽヾ々${SMALL_KANA}%％`
