/** Line breaking for Japanese (JIS X 4051), for cards and pictures drawn by browsers. */

export const OPENING = '「『（〈《【〔［｛“‘'
export const CLOSING = '」』）〉》】〕］｝”’'
export const POINTS = '、。，．'
const SMALL_KANA = 'ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ'

/** Characters forbidden at the start of a line. */
export const NOT_FIRST = `${CLOSING}${POINTS}・：；？！?!)]}…‥—―〜～ーゝゞヽヾ々${SMALL_KANA}%％`
