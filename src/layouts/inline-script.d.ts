declare module '*?inline-script' {
  const text: string
  export default text
}
