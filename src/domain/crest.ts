/** Address of a person's picture if they chose none: one of 12 × 4 crests of `public/avatar.svg`, by their ID. */
export const crestOf = (userId: string): string =>
  `/avatar.svg#svgView(viewBox(${userId.charCodeAt(0) % 12},${userId.charCodeAt(1) % 4},1,1))`
