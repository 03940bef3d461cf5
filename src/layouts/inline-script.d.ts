declare module '*?inline-script' {
  /** The minified text of the script (`scripts/inline-script.ts`). */
  const text: string
  export default text
}
