import svg from '../../public/favicon.svg?raw'

/** The icon as a data URL, which saves a request. */
export const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
