/** The two functions of Papa Parse that are used here. */
declare module 'papaparse' {
  interface Step {
    data: string[]
    errors: { message: string }[]
    /** `cursor`: how many characters have been read, this row included. */
    meta: { cursor: number }
  }
  const papa: {
    parse(text: string, options: { skipEmptyLines: 'greedy'; step: (row: Step) => void }): void
    unparse(rows: unknown[][]): string
  }
  export default papa
}
