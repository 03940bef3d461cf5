import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'

/**
 * Lays React, nine tenths of what writing loads, beside itself as compressed as Brotli can: what an edge compresses
 * while answering is a tenth larger. `gateway/packed-script.ts` answers with it.
 */
export function packReact(): AstroIntegration {
  return {
    name: 'pack-react',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(new URL('_astro/', dir))
        const files = globSync('react.*.js', { cwd: folder })
        if (files.length !== 1) throw new Error(`React is in ${files.length} files`)
        for (const file of files) {
          const packed = brotliCompressSync(readFileSync(folder + file))
          writeFileSync(`${folder}${file}.br`, packed)
        }
      },
    },
  }
}
