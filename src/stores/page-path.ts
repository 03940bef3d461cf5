/**
 * The path of this page, or of another, without its language: `/recent_theme` for `/en/recent_theme`, `/` for `/en`. A
 * first segment of two letters is a language and nothing else.
 */
export const pagePath = (path = location.pathname): string =>
  path.replace(/^\/[a-z]{2}(?=\/|$)/, '') || '/'
