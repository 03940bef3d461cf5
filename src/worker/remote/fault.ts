/**
 * A remote service gave no response of the contract: it was unreachable in time (503 / -1004), or its response does not
 * match (500 / -1012). `problem` never holds a word that the service sent.
 */
export class RemoteFault extends Error {
  constructor(
    readonly kind: 'unreachable' | 'malformed',
    readonly problem: string,
  ) {
    super(problem)
  }
}
