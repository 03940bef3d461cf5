import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { INERT } from '../src/worker/http/file-headers.ts'

export interface PictureDomain {
  /** The value of `PICTURE_ORIGIN`. */
  origin: string
  /** Serves the objects of this bucket; before it is called, none. */
  serve(bucket: R2Bucket): void
  stop(): Promise<void>
}

/**
 * The own domain of an R2 bucket without its cache: objects with the headers that they were stored with, and those that
 * `docs/operating.md` has the operator add.
 * @param added headers instead of those
 */
export async function startPictureDomain(
  added: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': INERT,
    'X-Robots-Tag': 'noindex',
    'CF-Cache-Status': 'MISS',
  },
): Promise<PictureDomain> {
  let bucket: R2Bucket | undefined
  const server = createServer((request, response) => {
    void (async () => {
      const object = await bucket?.get(request.url!.slice(1))
      if (!object) return response.writeHead(404).end()
      const { contentType, cacheControl } = object.httpMetadata ?? {}
      const stored = { 'Content-Type': contentType, 'Cache-Control': cacheControl }
      for (const [name, value] of Object.entries({ ...stored, ETag: object.httpEtag, ...added }))
        if (value) response.setHeader(name, value)
      return response.end(Buffer.from(await object.arrayBuffer()))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (from) => void (bucket = from),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
