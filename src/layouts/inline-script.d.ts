declare module '*?inline-script' {
  /** The minified text of the script (`scripts/build/inline-script.ts`). */
  const text: string
  export default text
}
