/**
 * HTTP/1.1 response parser: calls `onResponse` with each status.
 * Skips bodies (Content-Length or chunked, as workerd sends them). No pipelining.
 */
export function responseParser(onResponse: (status: number) => void): (data: Buffer) => void {
  let held: Buffer | undefined
  let status = 0
  let isChunked = false
  let isLastChunk = false
  /** Remaining bytes of the body; -1 between responses, 0 before a chunk size. */
  let left = -1

  const end = () => {
    left = -1
    onResponse(status)
  }

  return (data) => {
    if (held) data = Buffer.concat([held, data])
    held = undefined
    for (let at = 0; at < data.length;) {
      if (left > 0) {
        const skipped = Math.min(left, data.length - at)
        at += skipped
        left -= skipped
        if (left === 0 && (!isChunked || isLastChunk)) end()
        continue
      }
      const mark = left < 0 ? '\r\n\r\n' : '\r\n'
      const markAt = data.indexOf(mark, at, 'latin1')
      if (markAt < 0) {
        held = data.subarray(at)
        return
      }
      const line = data.toString('latin1', at, markAt)
      at = markAt + mark.length
      if (left < 0) {
        status = Number(line.slice(9, 12))
        isChunked = /\r\ntransfer-encoding: *chunked/i.test(line)
        isLastChunk = false
        // A 304 has the Content-Length of the body that it omits.
        if (status === 304 || status === 204) isChunked = false
        const length = /\r\ncontent-length: *(\d+)/i.exec(line)?.[1] ?? 0
        left = isChunked || status === 304 ? 0 : Number(length)
        if (left === 0 && !isChunked) end()
      } else {
        const size = Number.parseInt(line, 16)
        isLastChunk = size === 0
        left = size + 2
      }
    }
  }
}
