/** The functions of Papa Parse in use. */
declare module 'papaparse' {
  interface Step {
    data: string[]
    errors: { message: string }[]
    /** `cursor`: characters read, including this row. */
    meta: { cursor: number }
  }
  const papa: {
    parse(
      text: string,
      options: {
        delimiter: string
        newline?: string
        preview?: number
        skipEmptyLines: 'greedy'
        step: (row: Step) => void
      },
    ): void
    unparse(rows: unknown[][]): string
  }
  export default papa
}
