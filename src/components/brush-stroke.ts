/** Outline of the logo's brush stroke (一), from 2.2 to 36.3 across and from 13 to 19.8 down. */
export const BRUSH_STROKE =
  'M2.5 15.6q1.4-1.6 3.7-1.3 12.5.5 24.8-1.3 2.4-.2 3.7 1.6l1.3 2.1q.5 1.2-.7 1.3a322 322 0 0 0-31.1.8q-1.4 0-1.7-1.2z'
