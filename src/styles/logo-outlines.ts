import logo from './logo.svg?raw'

/**
 * The logo's outlines, 1480 by 320: a brush stroke (一) and the name in outlines of EB Garamond; a point follows. Parts that
 * letters share, such as feet and arches, have the same numbers, and no number is followed by a space, which a data URL
 * would encode: every reader transfers them.
 */
export const [BRUSH_STROKE = '', NAME = ''] = Array.from(
  logo.matchAll(/ d="([^"]*)"/g),
  ([, outline = '']) => outline,
)
