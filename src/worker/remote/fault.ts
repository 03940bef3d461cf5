/**
 * Why a service elsewhere gave no answer of the contract: it could not be had in time (503 / -1004), or what it said
 * is not the contract's (500 / -1012). `problem` never holds a word that the service said.
 */
export class RemoteFault extends Error {
  constructor(
    readonly kind: 'unreachable' | 'nonsense',
    readonly problem: string,
  ) {
    super(problem)
  }
}
