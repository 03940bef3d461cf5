/** `ref` that brings a part into view; stable, so that it runs once. */
export const showAtMount = (part: HTMLElement | null): void =>
  part?.scrollIntoView?.({ block: 'nearest' })
