/** Without letters and digits that are mistaken for each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 10

/** A reference number that people read to each other: `R-7K3M9Q2XAB`, 50 random bits. */
export function newReference(kind: 'R' | 'A' | 'Q'): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return `${kind}-${Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')}`
}
