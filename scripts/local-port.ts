import { freePort } from '../harness/local/free-port.ts'
import { stopWith } from '../harness/local/run.ts'

/** `PORT` or 8787; exits with a sentence when it is taken or invalid. */
export async function localPort(command: string): Promise<number> {
  const port = Number(process.env['PORT'] || 8787)
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    stopWith(`PORT must be a number from 1 to 65535, not '${process.env['PORT']}'.`)
  }
  await freePort(port).catch(({ code }: NodeJS.ErrnoException) =>
    stopWith(
      code === 'EADDRINUSE'
        ? `Port ${port} is already in use. Try another: PORT=${port + 1} ${command}`
        : `Port ${port} cannot be opened (${code}). Try another: PORT=8787 ${command}`,
    ),
  )
  return port
}
