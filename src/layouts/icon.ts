import svg from '../../public/favicon.svg?raw'

/** The icon in the page itself: one request less. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
