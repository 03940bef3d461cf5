import { useState } from 'react'
import { PASSCODE_LENGTH } from '../../domain/passcode.ts'

/**
 * Sends a complete code once for each code that was mailed; a digit corrected afterwards waits for the button.
 * @param codeId names the mailed code
 * @returns what takes the digits as they are typed
 */
export function useSixthDigit(codeId: string, submit: () => void): (code: string) => void {
  const [tried, setTried] = useState('')
  return (code) => {
    if (code.length < PASSCODE_LENGTH || tried === codeId) return
    setTried(codeId)
    submit()
  }
}
