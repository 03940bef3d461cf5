const CLOSE = 8
const [LENGTH_16, LENGTH_64] = [126, 127]

/**
 * Parser of a server's WebSocket frames after the handshake.
 * Text is unfragmented, unmasked and uncompressed, as workerd sends it.
 */
export function frames(onText: (payload: Buffer) => void, onClose: () => void) {
  let held: Buffer | undefined
  return (data: Buffer): void => {
    if (held) data = Buffer.concat([held, data])
    held = undefined
    for (let at = 0; at < data.length;) {
      const head = headOf(data, at)
      if (!head || data.length < at + head.size + head.length) {
        held = data.subarray(at)
        return
      }
      const payload = data.subarray(at + head.size, (at += head.size + head.length))
      if ((data[at - head.length - head.size]! & 15) === CLOSE) return onClose()
      onText(payload)
    }
  }
}

/** Sizes of a frame's header and payload; `undefined` while the header is incomplete. */
function headOf(data: Buffer, at: number): { size: number; length: number } | undefined {
  const left = data.length - at
  if (left < 2) return undefined
  const short = data[at + 1]! & 127
  if (short === LENGTH_16)
    return left < 4 ? undefined : { size: 4, length: data.readUInt16BE(at + 2) }
  if (short === LENGTH_64)
    return left < 10 ? undefined : { size: 10, length: Number(data.readBigUInt64BE(at + 2)) }
  return { size: 2, length: short }
}
