import logo from './logo.svg?raw'

/** The logo's outlines, 148 by 32: a brush stroke (一) and the name in outlines of EB Garamond; a point follows. */
export const [BRUSH_STROKE = '', NAME = ''] = Array.from(
  logo.matchAll(/ d="([^"]*)"/g),
  ([, outline = '']) => outline,
)
