declare module '*?inline-script' {
  /** Minified script (`scripts/build/inline-script.ts`). */
  const text: string
  export default text
}
