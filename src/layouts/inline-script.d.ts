declare module '*?inline-script' {
  const text: string
  export default text
}

declare namespace astroHTML.JSX {
  interface IntrinsicAttributes {
    /** Words of an island, which `islands/hydrate.ts` sets. */
    messages?: import('../i18n/translate.ts').Messages
  }
}
