/** The path of this page without its language. A first segment of two letters is a language and nothing else. */
export const pagePath = (): string => location.pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '') || '/'
