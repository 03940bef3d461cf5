import { stopWith } from '../harness/local/run.ts'
import { freePort } from '../harness/local/free-port.ts'

/** The port that `PORT` names, or the usual one; ends the script with a sentence when it cannot be had. */
export async function localPort(usual: number, command: string): Promise<number> {
  const port = Number(process.env['PORT'] || usual)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    stopWith(`PORT must be a number from 1 to 65535, not '${process.env['PORT']}'.`)
  }
  await freePort(port).catch(({ code }: NodeJS.ErrnoException) =>
    stopWith(
      code === 'EADDRINUSE'
        ? `Port ${port} is already in use. Try another: PORT=${port + 1} ${command}`
        : `Port ${port} cannot be opened (${code}). Try another: PORT=${usual} ${command}`,
    ),
  )
  return port
}
