import { connect } from 'node:net'

const INTERVAL_MS = 3_000
/** Refusals in a row; Miniflare restarts a crashed workerd within fewer. */
const MAX_REFUSALS = 5

/** Calls `onDown` once nothing has listened on the loopback port for a while: workerd is gone and did not come back. */
export function watchServer(port: number, onDown: () => void): void {
  let refusals = 0
  const timer = setInterval(() => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      refusals = 0
      socket.destroy()
    })
    socket.on('error', () => {
      refusals++
      if (refusals < MAX_REFUSALS) return
      clearInterval(timer)
      onDown()
    })
  }, INTERVAL_MS)
}
